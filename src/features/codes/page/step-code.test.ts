import { expect, test } from 'vitest';
import { inventsCode, stepCode } from './step-code';

const group = (object: string, ...moves: string[]) => ({
  player: 'speaker',
  seen: [`object: ${object}`],
  branches: moves.map((said) => ({ moves: said })),
});
const step = (...groups: ReturnType<typeof group>[]) => ({ worlds: [{ groups }] }) as never;

test('a code that tells two objects apart carries the one bit there is', () => {
  const code = stepCode(step(group('red star', ' ba', ' ba'), group('blue star', ' ko')));
  expect(code).toMatchObject({ bits: 1, bitsAtMost: 1 });
  expect(code?.table.messages).toHaveLength(2);
});

test('where nothing was said there is no code', () => {
  expect(stepCode(step(group('red star', '')))).toBeUndefined();
});

test('only worlds in which symbols mean nothing invent one', () => {
  const world = (environment: string) => ({ worlds: [{ environment, environmentSettings: {}, share: 1 }] });
  expect(inventsCode(world('signals'))).toBe(true);
  expect(inventsCode(world('sokoban'))).toBe(false);
});
