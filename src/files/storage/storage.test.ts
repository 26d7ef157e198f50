import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { checkpointOf, freshName, newRun, treeOf } from './samples.test-data';
import { openStorage } from './storage';

/** A clock that goes on by a second whenever it is looked at. */
function clock() {
  let time = 1_000_000;
  return () => (time += 1000);
}
const open = (name = freshName()) => openStorage({ name, now: clock() });

describe('storage', () => {
  it('survives closing and opening: run, reports, checkpoint, trees, settings', async () => {
    const name = freshName();
    const before = await openStorage(name);
    const run = await before.runs.create(newRun);
    await before.metrics.append(run.id, { step: 1 });
    await before.checkpoints.replace(run.id, checkpointOf(1));
    await before.trees.put(run.id, treeOf(1));
    await before.settings.set('treeBudgetBytes', 5e7);
    before.close();

    const after = await openStorage(name);
    expect(await after.runs.list()).toMatchObject([
      { id: run.id, name: 'Monday', step: 1, latest: { step: 1 }, status: 'ready' },
    ]);
    expect(await after.metrics.list(run.id)).toEqual([{ step: 1 }]);
    expect(await after.checkpoints.load(run.id)).toEqual(checkpointOf(1));
    expect(await after.trees.get(run.id, 1)).toEqual(treeOf(1));
    expect(await after.settings.get('treeBudgetBytes')).toBe(5e7);
    after.close();
  });

  it('says that it was closed instead of failing strangely', async () => {
    const storage = await open();
    storage.close();
    await expect(storage.runs.list()).rejects.toThrow('the storage was closed');
    await expect(storage.runs.create(newRun)).rejects.toMatchObject({ name: 'StorageClosedError' });
  });

  it('knows nothing of usage and promises nothing where the browser does not', async () => {
    const storage = await open();
    expect(await storage.usage()).toBeUndefined();
    expect(await storage.persist()).toBe(false);
  });
});

describe('runs', () => {
  it('are listed newest first and updated member by member', async () => {
    const { runs } = await open();
    const first = await runs.create(newRun);
    const second = await runs.create({ ...newRun, name: 'Tuesday' });
    expect((await runs.list()).map((run) => run.name)).toEqual(['Tuesday', 'Monday']);
    await runs.update(first.id, { status: 'failed', reason: 'the GPU was lost' });
    expect(await runs.get(first.id)).toMatchObject({ name: 'Monday', status: 'failed', reason: 'the GPU was lost' });
    const resumed = await runs.update(first.id, { status: 'running', reason: undefined });
    expect(resumed).not.toHaveProperty('reason');
    expect(resumed.changedAt).toBeGreaterThan(first.changedAt);
    expect(second.id).not.toBe(first.id);
    await expect(runs.update('gone', { status: 'paused' })).rejects.toThrow('there is no run "gone"');
    await expect(runs.create({ ...newRun, id: first.id })).rejects.toThrow('there already is a run');
  });

  it('are duplicated without what they have done', async () => {
    const { runs } = await open();
    const run = await runs.create({ ...newRun, status: 'finished', step: 9, seconds: 5 });
    expect(await runs.duplicate(run.id)).toMatchObject({
      name: 'Monday (copy)',
      status: 'ready',
      step: 0,
      seconds: 0,
      config: { seed: 1 },
    });
  });

  it('come back whole from the bin, until it is emptied', async () => {
    const storage = await open();
    const { runs, metrics, checkpoints, trees } = storage;
    const kept = await runs.create(newRun);
    const run = await runs.create(newRun);
    for (const { id } of [kept, run]) {
      await metrics.append(id, { step: 1 });
      await checkpoints.replace(id, checkpointOf(1));
      await checkpoints.replace(id, checkpointOf(1), 'best');
      await trees.put(id, treeOf(1));
    }
    const bytes = await runs.bytes(run.id);
    expect(bytes).toBe((await trees.totalBytes(run.id)) + 2 * 2 * 3 * 8 * 4);

    await runs.remove(run.id);
    expect((await runs.list()).map((each) => each.id)).toEqual([kept.id]);
    expect(await runs.get(run.id)).toBeUndefined();
    expect((await runs.listRemoved()).map((each) => each.id)).toEqual([run.id]);
    expect(await runs.purge(3_600_000)).toEqual([]);
    expect(await runs.restore(run.id)).not.toHaveProperty('removedAt');
    expect(await checkpoints.load(run.id, 'best')).toEqual(checkpointOf(1));

    await runs.remove(run.id);
    expect(await runs.purge()).toEqual([run.id]);
    expect(await runs.listRemoved()).toEqual([]);
    expect(await metrics.list(run.id)).toEqual([]);
    expect(await checkpoints.load(run.id)).toBeUndefined();
    expect(await checkpoints.has(run.id, 'best')).toBeUndefined();
    expect(await trees.steps(run.id)).toEqual([]);
    expect(await runs.bytes(kept.id)).toBe(bytes);
    expect(await checkpoints.load(kept.id)).toEqual(checkpointOf(1));
  });

  it('can be deleted at once, without the bin', async () => {
    const { runs, trees, checkpoints } = await open();
    const { id } = await runs.create(newRun);
    await trees.put(id, treeOf(1));
    await checkpoints.replace(id, checkpointOf(1));
    await runs.erase(id);
    expect([...(await runs.list()), ...(await runs.listRemoved())]).toEqual([]);
    expect(await runs.bytes(id)).toBe(0);
  });

  it('rewind to the step they resume from', async () => {
    const { runs, metrics, trees } = await open();
    const [{ id }, other] = [await runs.create(newRun), await runs.create(newRun)];
    for (const step of [1, 2, 3]) {
      await metrics.append(id, { step });
      await metrics.append(other.id, { step });
      await trees.put(id, treeOf(step));
    }
    expect(await runs.rewind(id, 2)).toMatchObject({ step: 2, latest: { step: 2 } });
    expect(await metrics.list(id)).toEqual([{ step: 1 }, { step: 2 }]);
    expect(await trees.steps(id)).toEqual([1, 2]);
    expect(await trees.get(id, 3)).toBeUndefined();
    expect(await metrics.list(other.id)).toHaveLength(3);
    expect(await runs.rewind(id, 0)).not.toHaveProperty('latest');
  });
});

describe('metrics', () => {
  it('come by step whatever the order they went in, a repeated step once', async () => {
    const { runs, metrics } = await open();
    const { id } = await runs.create(newRun);
    for (const step of [10, 2, 1, 2]) await metrics.append(id, { step });
    expect(await metrics.list(id)).toEqual([{ step: 1 }, { step: 2 }, { step: 10 }]);
  });

  it('are not added to a run that is gone', async () => {
    const { metrics } = await open();
    await expect(metrics.append('gone', { step: 1 })).rejects.toThrow('there is no run "gone" to add step 1 to');
    expect(await metrics.list('gone')).toEqual([]);
  });
});

describe('trees', () => {
  it('are stored compressed, with their size noted', async () => {
    const { trees } = await open();
    const tree = { step: 1, worlds: 'x'.repeat(100_000) };
    const info = await trees.put('a', tree);
    expect(info).toMatchObject({ runId: 'a', step: 1, compressed: true });
    expect(info.bytes).toBeLessThan(1000);
    expect(await trees.totalBytes()).toBe(info.bytes);
    expect(await trees.get('a', 1)).toEqual(tree);
    expect(await trees.get('a', 2)).toBeUndefined();
  });

  it('are kept to a budget, the oldest dropped first, never the first or last of a run', async () => {
    const { trees } = await open();
    for (const step of [1, 2, 3, 4, 5]) await trees.put('old', treeOf(step));
    for (const step of [1, 2, 3]) await trees.put('new', treeOf(step));
    const total = await trees.totalBytes();
    expect(await trees.enforceBudget(total)).toEqual([]);
    const dropped = await trees.enforceBudget(total - 1200);
    expect(dropped.map(({ runId, step }) => [runId, step])).toEqual([
      ['old', 2],
      ['old', 3],
    ]);
    expect(await trees.steps('old')).toEqual([1, 4, 5]);
    expect(await trees.get('old', 2)).toBeUndefined();
    await trees.enforceBudget(0);
    expect(await trees.steps('old')).toEqual([1, 5]);
    expect(await trees.steps('new')).toEqual([1, 3]);
  });
});

describe('settings', () => {
  it('hold any plain value until removed', async () => {
    const { settings } = await open();
    await settings.set('tuned', { kernel: [4, 8] });
    expect(await settings.get('tuned')).toEqual({ kernel: [4, 8] });
    await settings.remove('tuned');
    expect(await settings.get('tuned')).toBeUndefined();
  });
});
