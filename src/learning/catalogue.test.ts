import { expect, test } from 'vitest';
import { builtIn, cardOf, catalogueOf } from './catalogue';
import { environmentById, environments } from './environments';

const chess = { ...environmentById('plan-path'), card: { ...environmentById('plan-path').card, id: 'chess' } };
const module = { card: chess.card, source: 'export const card = …' };

test('knows what is built in, and names it where something else is asked for', () => {
  expect(catalogueOf({}).environmentById('sokoban')).toBe(builtIn.environmentById('sokoban'));
  expect(catalogueOf({}).teamById('tool-and-plan')).toBe(builtIn.teamById('tool-and-plan'));
  expect(() => catalogueOf({ modules: [module] }).environmentById('go')).toThrow(
    `there is no environment "go": known are ${environments.map(({ card }) => card.id).join(', ')}, chess`,
  );
});

test('makes a module’s world once, when it is first asked for, by the function that is handed in', () => {
  let made = 0;
  const world = () => {
    made++;
    return chess;
  };
  const catalogue = catalogueOf({ modules: [module] }, { world });
  expect(made).toBe(0);
  expect(catalogue.environmentById('chess')).toBe(chess);
  expect(catalogue.environmentById('chess')).toBe(chess);
  expect(made).toBe(1);
});

test('says what is wrong with a definition', () => {
  expect(() => catalogueOf({ modules: [module] }).environmentById('chess')).toThrow('there is no sandbox here to run it');
  const misnamed = catalogueOf({ modules: [{ ...module, card: { ...chess.card, id: 'draughts' } }] }, { world: () => chess });
  expect(() => misnamed.environmentById('draughts')).toThrow('a module defined as world "draughts" has the card of "chess"');
  expect(() => catalogueOf({ modules: [module, module] })).toThrow('there are two worlds "chess"');
  expect(() => catalogueOf({ modules: [{ ...module, card: environmentById('sokoban').card }] })).toThrow(
    'there are two worlds "sokoban"',
  );
  const set = { world: 'riddles', name: 'old', hash: '', problems: [] };
  expect(() => catalogueOf({ problems: [set] })).toThrow('no world plays "riddles" problems: known are');
});

test('a world is shown by its card, though its problems are elsewhere and nothing runs its module', () => {
  expect(cardOf('sokoban')).toBe(environmentById('sokoban').card);
  expect(cardOf('chess', { modules: [module] })).toBe(chess.card);
  const problems = [{ world: 'maths', name: 'gsm8k', hash: '' }];
  expect(cardOf('maths/gsm8k', { problems })).toMatchObject({ id: 'maths/gsm8k', name: 'Maths: gsm8k', form: 'text' });
  expect(() => cardOf('go')).toThrow('there is no environment "go"');
});
