import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { freshName, newRun } from './samples.test-data';
import { migrations } from './schema';
import { openStorage } from './storage';

const gsm = {
  hash: 'aa',
  world: 'maths',
  name: 'gsm8k',
  splits: 'by-problem',
  file: 'gsm8k.jsonl',
  layout: 'gsm8k',
} as const;
const problems = [{ question: '1 + 1?', answer: '2' }];

it('keeps a set of problems and tells of it without reading it', async () => {
  const { problemSets } = await openStorage({ name: freshName(), now: () => 5 });
  await problemSets.put({ ...gsm, problems });
  expect(await problemSets.list()).toEqual([
    { ...gsm, count: 1, bytes: expect.any(Number), compressed: true, importedAt: 5 },
  ]);
  expect(await problemSets.problems('aa')).toEqual(problems);
  expect(await problemSets.problems('bb')).toBeUndefined();
});

it('keeps the same problems once, and two sets of one name never', async () => {
  const { problemSets } = await openStorage(freshName());
  await problemSets.put({ ...gsm, problems });
  await problemSets.put({ ...gsm, name: 'again', problems });
  expect((await problemSets.list()).map(({ name }) => name)).toEqual(['again']);
  await expect(problemSets.put({ ...gsm, hash: 'bb', name: 'again', problems })).rejects.toThrow(
    'there already is a maths set "again"',
  );
  expect(await problemSets.problems('bb')).toBeUndefined();
  await problemSets.put({ ...gsm, hash: 'bb', problems });
  await expect(problemSets.rename('aa', 'gsm8k')).rejects.toThrow('give this one another name');
  expect(await problemSets.rename('aa', 'other')).toMatchObject({ name: 'other' });
});

it('deletes with undo; runs still find the problems until the bin is emptied', async () => {
  const { problemSets } = await openStorage(freshName());
  await problemSets.put({ ...gsm, problems });
  await problemSets.remove('aa');
  expect(await problemSets.list()).toEqual([]);
  expect(await problemSets.problems('aa')).toEqual(problems);
  expect(await problemSets.restore('aa')).not.toHaveProperty('removedAt');
  await problemSets.remove('aa');
  expect(await problemSets.purge()).toEqual(['aa']);
  expect(await problemSets.problems('aa')).toBeUndefined();
  await expect(problemSets.restore('aa')).rejects.toThrow('there is no problem set aa');
});

it('opens in databases from before there were problem sets', async () => {
  const name = freshName();
  const version = 2;
  const old = await openDB(name, version, {
    upgrade: async (database, from, _to, transaction) => {
      for (const migrate of migrations.slice(from, version)) await migrate(database as never, transaction as never);
    },
  });
  await old.put('runs', { ...newRun, id: 'old', createdAt: 1, changedAt: 1, status: 'paused', step: 3, seconds: 1 });
  old.close();
  const storage = await openStorage(name);
  await storage.problemSets.put({ ...gsm, problems });
  expect(await storage.problemSets.list()).toHaveLength(1);
  expect(await storage.runs.get('old')).toMatchObject({ step: 3 });
});
