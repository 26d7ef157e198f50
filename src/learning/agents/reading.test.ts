import { expect, test } from 'vitest';
import { environmentById } from '../environments';
import type { Environment } from '../environments/environment';
import { worldOf } from '../environments/players';
import { signals } from '../environments/signals/signals';
import { worldSeed } from '../environments/splits';
import { readAnswer, tryAnswer } from './reading';
import type { Role } from './role';

const role = { id: 'any', answers: 'action' } as Role;
const triedOf = (environment: Environment, state: unknown, text: string, stop: 'end' | 'length') =>
  tryAnswer(
    readAnswer({
      role,
      view: { environment, state, turn: 1, last: 'start', earlier: [] },
      text,
      stop,
      moveBudget: 4,
      programSeed: 0,
    }),
  );
const formatOf = (...answer: Parameters<typeof triedOf>) => triedOf(...answer).format;

test('where one answer ends the game, a wrong pick is as legal as the right one, and what cannot be picked is not', () => {
  const [speaker, listener] = ['speaker', 'listener'].map((player) => worldOf(signals as Environment, player));
  const start = speaker?.start(worldSeed('train', 0), {}); // a red star
  const heard = triedOf(speaker as Environment, start, ' ba', 'length').outcome.state;
  const termsOf = (text: string) => triedOf(listener as Environment, heard, text, 'length').outcome.terms;
  expect(termsOf(' red star')).toMatchObject({ team: 1, legal: 1 });
  expect(termsOf(' blue star')).toMatchObject({ team: 0, legal: 1 });
  expect(termsOf(' pink star')).toMatchObject({ team: 0, legal: 0 });
});

test('an answer has to end, unless it is as long as all are', () => {
  const speaker = worldOf(signals as Environment, 'speaker');
  const two = speaker.start(worldSeed('train', 0), { length: 2 });
  expect(formatOf(speaker, two, ' ba ko', 'length')).toBe(1);
  expect(formatOf(speaker, two, ' ba', 'length')).toBe(0);
  expect(formatOf(speaker, two, ' ba', 'end')).toBe(1);
  const sokoban = environmentById('sokoban');
  const room = sokoban.start(worldSeed('train', 0), {});
  const move = sokoban.wording.write(sokoban.legal(room)[0] as never);
  expect(formatOf(sokoban, room, move, 'end')).toBe(1);
  expect(formatOf(sokoban, room, move, 'length')).toBe(0);
});
