import { expect, test } from 'vitest';
import { studyById } from '../shared/plans';
import type { StudyRecord } from '../shared/study';
import { keepStudy } from './keep-study';

const record: StudyRecord = {
  id: 'study-1',
  wishes: { plan: 'branches', seeds: [1] },
  cells: [],
  status: 'failed',
  reason: 'the GPU was lost',
  createdAt: 1,
  changedAt: 1,
};
const failing = async () => {
  throw new Error('no room left');
};
const parts = {
  plan: studyById('branches'),
  record,
  work: { train: failing, measure: failing },
  now: () => 7,
  onDoing: () => {},
  stopping: () => false,
};

test('a study that fails is told as running, then as failed with its reason, and rejects with it', async () => {
  const kept: StudyRecord[] = [];
  const done = keepStudy({ ...parts, keep: async (one) => void kept.push(one) });
  await expect(done).rejects.toThrow('no room left');
  expect(kept.map(({ status, reason, changedAt }) => ({ status, reason, changedAt }))).toEqual([
    { status: 'running', reason: undefined, changedAt: 7 },
    { status: 'failed', reason: 'no room left', changedAt: 7 },
  ]);
});

test('one that is stopped before its first task is kept as paused', async () => {
  const kept: StudyRecord[] = [];
  const last = await keepStudy({ ...parts, stopping: () => true, keep: async (one) => void kept.push(one) });
  expect(kept.map(({ status }) => status)).toEqual(['running', 'paused']);
  expect(last).toBe(kept[1]);
});

test('what it failed with is told, also where its record cannot be kept', async () => {
  let asked = 0;
  const keep = async () => {
    if (++asked > 1) throw new Error('storage is full');
  };
  await expect(keepStudy({ ...parts, keep })).rejects.toThrow('no room left');
  expect(asked).toBe(2);
});
