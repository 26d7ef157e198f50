import { expect, test } from 'vitest';
import { columnsOf, inventsCode, stepCode } from './step-code';

const group = (object: string, ...moves: string[]) => ({
  player: 'speaker',
  seen: [`object: ${object}`],
  branches: moves.map((said) => ({ moves: said })),
});
const world = (environment: string) => ({ worlds: [{ environment, environmentSettings: {}, share: 1 }] });
const run = world('signals');
const step = (...groups: ReturnType<typeof group>[]) => ({ worlds: [{ groups }] }) as never;

test('a code that tells two objects apart carries the one bit there is', () => {
  const code = stepCode(run, step(group('red star', ' ba', ' ba'), group('blue star', ' ko')));
  expect(code).toMatchObject({ bits: 1, bitsAtMost: 1 });
  expect(code?.table.messages).toHaveLength(2);
});

test('where nothing was said there is no code', () => {
  expect(stepCode(run, step(group('red star', '')))).toBeUndefined();
});

test('columns stand in the order of the objects they are said of most, rare messages are left out', () => {
  const table = { objects: [0, 1, 2], messages: ['9', '4', '7', '2'], n: 12 };
  const share_OM = [
    [0, 0.75, 0, 0.25],
    [0.1, 0.1, 0.8, 0],
    [0.9, 0.1, 0, 0],
  ];
  expect(columnsOf({ ...table, share_OM }, 3)).toEqual([1, 2, 0]);
  expect(columnsOf({ ...table, share_OM }, 4)).toEqual([3, 1, 2, 0]);
});

test('only worlds in which symbols mean nothing invent one', () => {
  expect(inventsCode(world('signals'))).toBe(true);
  expect(inventsCode(world('sokoban'))).toBe(false);
});
