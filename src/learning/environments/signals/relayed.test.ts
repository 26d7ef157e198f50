import { expect, test } from 'vitest';
import type { Environment } from '../environment';
import { ceilingsOf, worldOf } from '../players';
import type { SignalsState } from './game';
import { relayedSignals } from './signals';

const [once, twice] = relayedSignals as readonly Environment[] as [Environment, Environment];
const budget = 4;
/** Each player in turn, in words; "" says nothing. */
const played = (world: Environment, ...texts: string[]) =>
  (world.card.players ?? []).slice(0, texts.length).reduce(
    (state, { id }, index) => {
      const { wording } = worldOf(world, id);
      return world.act(state, wording.read(texts[index] as string), budget).state;
    },
    world.start(0, {}),
  );
const told = (world: Environment, player: string, state: unknown) =>
  worldOf(world, player).wording.describe(state as SignalsState);

test('each hears the one before it only, and the listener only the last', () => {
  const [, second] = [played(twice, ' ba'), played(twice, ' ba', ' be')];
  expect(told(twice, 'first', played(twice, ' ba'))).toBe('hear ba\n');
  expect(told(twice, 'second', played(twice, ' ba'))).toBe('hear\n');
  expect(told(twice, 'second', second)).toBe('hear be\n');
  expect(told(twice, 'listener', second)).toBe('hear\n');
  const all = played(twice, ' ba', ' be', ' bi');
  expect(told(twice, 'listener', all)).toBe('hear bi\n');
  expect(twice.picture(all).slice(1)).toEqual(['speaker: ba', 'first: be', 'heard: bi']);
});

test('where a relay says nothing the listener hears nothing; a relay that heard nothing may speak', () => {
  expect(told(once, 'listener', played(once, ' ba', ''))).toBe('hear\n');
  expect(told(twice, 'listener', played(twice, ' ba', '', ' bo'))).toBe('hear bo\n');
  expect(told(once, 'listener', played(once, '', ' bo'))).toBe('hear bo\n');
});

test('what is left to do is one answer less after each of them', () => {
  const states = [played(twice), played(twice, ' ba'), played(twice, ' ba', ' be'), played(twice, ' ba', ' be', ' bi')];
  expect(states.map(twice.remaining)).toEqual([4, 3, 2, 1]);
});

test('alone the listener guesses one of eight, and nobody else picks', () => {
  expect(ceilingsOf(twice, twice.start(0, {}), { turns: 1, moveBudget: 1 })).toEqual({
    speaker: 0,
    first: 0,
    second: 0,
    listener: 1 / 8,
  });
});
