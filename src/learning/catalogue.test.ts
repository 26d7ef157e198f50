import { expect, test } from 'vitest';
import { toolAndPlanSpec } from './agents/teams/specs';
import { builtIn, cardOf, catalogueOf, kindOfWorld, teamOf } from './catalogue';
import { allEnvironments, environmentById } from './environments';

const chess = { ...environmentById('plan-path'), card: { ...environmentById('plan-path').card, id: 'chess' } };
const module = { card: chess.card, source: 'export const card = …' };

test('knows what is built in, and names it where something else is asked for', () => {
  expect(catalogueOf({}).environmentById('sokoban')).toBe(builtIn.environmentById('sokoban'));
  expect(catalogueOf({}).teamById('tool-and-plan')).toBe(builtIn.teamById('tool-and-plan'));
  expect(() => catalogueOf({ modules: [module] }).environmentById('go')).toThrow(
    `there is no environment "go": known are ${allEnvironments.map(({ card }) => card.id).join(', ')}, chess`,
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
  expect(() => catalogueOf({ modules: [module] }).environmentById('chess')).toThrow(
    'there is no sandbox here to run it',
  );
  const misnamed = catalogueOf(
    { modules: [{ ...module, card: { ...chess.card, id: 'draughts' } }] },
    { world: () => chess },
  );
  expect(() => misnamed.environmentById('draughts')).toThrow(
    'a module defined as world "draughts" has the card of "chess"',
  );
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
  const set = {
    world: 'maths',
    name: 'gsm8k',
    hash: '',
    problems: [{ id: '1', question: '1 + 1?', answer: '2', source: '' }],
  };
  expect(cardOf('maths/gsm8k', { problems })).toEqual(
    catalogueOf({ problems: [set] }).environmentById('maths/gsm8k').card,
  );
  expect(() => cardOf('go')).toThrow('there is no environment "go"');
});

test('a world on problems from a file is of the problems’ kind, any other of its own', () => {
  const problems = [{ world: 'maths', name: 'gsm8k', hash: '' }];
  expect(kindOfWorld('maths/gsm8k', { problems })).toBe('maths');
  expect(kindOfWorld('sokoban', { problems })).toBe('sokoban');
  expect(kindOfWorld('maths/gsm8k')).toBe('maths/gsm8k');
});

test('a run’s team is found without its problems and modules', () => {
  const mine = { ...toolAndPlanSpec, id: 'mine' };
  const definitions = { teams: [mine], modules: [module], problems: [{ world: 'maths', name: 'gsm8k', hash: '' }] };
  expect(teamOf({ team: 'mine', definitions }).roles.map(({ id }) => id)).toEqual(['tool', 'plan']);
  expect(teamOf({ team: 'tool-and-plan' })).toBe(builtIn.teamById('tool-and-plan'));
  expect(() => teamOf({ team: 'mine' })).toThrow('there is no team "mine"');
});
