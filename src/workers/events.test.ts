import { expect, test } from 'vitest';
import type { Stage, TrainerEvent } from '../run/trainer-api';
import { calm } from './events';

const runId = 'a';
const boards = (step: number): TrainerEvent => ({ kind: 'boards', runId, step, boards: [] });
const stage = (stage: Stage): TrainerEvent => ({ kind: 'stage', runId, step: 1, stage, done: 0, total: 1 });
const paused: TrainerEvent = { kind: 'status', runId, status: 'paused', step: 3 };

/** A clock that stands, and what was put off until later. */
function listening() {
  const sent: TrainerEvent[] = [];
  const putOff: { act: () => void; ms: number }[] = [];
  const clock = { ms: 1000 };
  const send = calm(
    (event) => sent.push(event),
    () => clock.ms,
    (act, ms) => putOff.push({ act, ms }),
  );
  return { sent, putOff, clock, send };
}

test('boards that come too early are put off; of several the last is sent', () => {
  const { sent, putOff, clock, send } = listening();
  send(boards(1));
  clock.ms += 100;
  send(boards(2));
  send(boards(3));
  expect(sent).toEqual([boards(1)]);
  expect(putOff.map(({ ms }) => ms)).toEqual([150]);
  clock.ms += 150;
  putOff[0]?.act();
  expect(sent).toEqual([boards(1), boards(3)]);
  clock.ms += 100;
  send(boards(4));
  expect(sent).toHaveLength(2);
});

test('the last boards of a step arrive before whatever follows its play', () => {
  const { sent, putOff, send } = listening();
  send(boards(1));
  send(boards(2));
  send(stage('play'));
  expect(sent).toEqual([boards(1), stage('play')]);
  send(stage('advantages'));
  expect(sent).toEqual([boards(1), stage('play'), boards(2), stage('advantages')]);
  putOff[0]?.act();
  expect(sent).toHaveLength(4);
});

test('what ends a run does not overtake its boards', () => {
  const { sent, putOff, send } = listening();
  send(boards(1));
  send(boards(2));
  send(paused);
  expect(sent).toEqual([boards(1), boards(2), paused]);
  putOff[0]?.act();
  expect(sent).toHaveLength(3);
});
