import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { freshName, newRun } from './samples.test-data';
import { databaseVersion, migrations } from './schema';
import { openStorage } from './storage';

describe('schema', () => {
  it('has the version that its migrations lead to', async () => {
    const name = freshName();
    const storage = await openStorage(name);
    storage.close();
    const database = await openDB(name);
    expect(database.version).toBe(databaseVersion);
    expect(databaseVersion).toBe(migrations.length);
    expect([...database.objectStoreNames]).toEqual([
      'checkpointPointers',
      'checkpoints',
      'metrics',
      'problemBytes',
      'problemSets',
      'runs',
      'settings',
      'studies',
      'treeBytes',
      'treeInfos',
    ]);
  });

  it('opens databases of every earlier version, keeping what was in them', async () => {
    for (let version = 1; version <= databaseVersion; version++) {
      const name = freshName();
      const old = await openDB(name, version, {
        upgrade: async (database, from, _to, transaction) => {
          for (const migrate of migrations.slice(from, version)) await migrate(database as never, transaction as never);
        },
      });
      await old.put('runs', {
        ...newRun,
        id: 'old',
        createdAt: 1,
        changedAt: 1,
        status: 'paused',
        step: 3,
        seconds: 1,
      });
      old.close();
      const storage = await openStorage(name);
      expect(await storage.runs.get('old')).toMatchObject({ step: 3, status: 'paused' });
      await storage.studies.put({ id: 'new' });
      expect(await storage.studies.list()).toEqual([{ id: 'new' }]);
      await storage.studies.remove('new');
      expect(await storage.studies.get('new')).toBeUndefined();
    }
  });

  it('gives the times of stored steps the names they have today', async () => {
    const name = freshName();
    const old = await openDB(name, 3, {
      upgrade: async (database, _from, _to, transaction) => {
        for (const migrate of migrations.slice(0, 3)) await migrate(database as never, transaction as never);
      },
    });
    const reports = [1, 2].map((step) => ({ step, timeMs: { play: 5, judge: step, total: 9 } }));
    for (const report of reports) await old.put('metrics', report, ['old', report.step]);
    await old.put('runs', {
      ...newRun,
      id: 'old',
      createdAt: 1,
      status: 'paused',
      step: 2,
      seconds: 1,
      latest: reports[1],
    });
    old.close();
    const storage = await openStorage(name);
    const times = [1, 2].map((step) => ({ step, timeMs: { play: 5, advantages: step, total: 9 } }));
    expect(await storage.metrics.list('old')).toEqual(times);
    expect((await storage.runs.get('old'))?.latest).toEqual(times[1]);
  });
});

/** Grove as it will be when one more migration has been added. */
async function nextVersion() {
  vi.resetModules();
  vi.doMock('./schema', async (original) => {
    const schema = await original<typeof import('./schema')>();
    return { ...schema, databaseVersion: databaseVersion + 1, migrations: [...migrations, () => undefined] };
  });
  const next = await import('./storage');
  vi.doUnmock('./schema');
  return next;
}

describe('several tabs', () => {
  it('of one version work side by side', async () => {
    const name = freshName();
    const [here, there] = [await openStorage(name), await openStorage(name)];
    const run = await here.runs.create(newRun);
    expect(await there.runs.get(run.id)).toEqual(run);
  });

  it('make way for a newer version and say so', async () => {
    const name = freshName();
    const onClosed = vi.fn();
    const old = await openStorage({ name, onClosed });
    const newer = await openDB(name, databaseVersion + 1);
    expect(onClosed).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('newer version in another tab: reload'));
    await expect(old.runs.list()).rejects.toMatchObject({ name: 'StorageClosedError' });
    newer.close();
  });

  it('say so when the stored runs are newer than this page', async () => {
    const name = freshName();
    (await openDB(name, databaseVersion + 1)).close();
    await expect(openStorage(name)).rejects.toThrow('the stored runs are from a newer Grove: reload to get it');
  });

  it('wait, and say so, while an older tab does not let go', async () => {
    const name = freshName();
    const stubborn = await openDB(name, databaseVersion, {
      upgrade: async (database, _from, _to, transaction) => {
        for (const migrate of migrations) await migrate(database as never, transaction as never);
      },
    });
    const onWaiting = vi.fn();
    const opening = (await nextVersion()).openStorage({ name, onWaiting });
    await vi.waitFor(() =>
      expect(onWaiting).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('close or reload it')),
    );
    stubborn.close();
    expect(await (await opening).runs.list()).toEqual([]);
  });

  it('do not wait for an older Grove that makes way', async () => {
    const name = freshName();
    const onWaiting = vi.fn();
    const old = await openStorage(name);
    const { id } = await old.runs.create(newRun);
    const storage = await (await nextVersion()).openStorage({ name, onWaiting });
    expect(await storage.runs.get(id)).toMatchObject({ name: 'Monday' });
    expect(onWaiting).not.toHaveBeenCalled();
  });

  it('notice when the database is deleted under them', async () => {
    const name = freshName();
    const onClosed = vi.fn();
    const storage = await openStorage({ name, onClosed });
    await deleteDB(name);
    expect(onClosed).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('site data was cleared'));
    await expect(storage.settings.set('a', 1)).rejects.toThrow('reload this page');
  });
});

describe('no storage', () => {
  it('is said plainly', async () => {
    vi.stubGlobal('indexedDB', undefined);
    await expect(openStorage(freshName())).rejects.toThrow('this browser gives the page no storage (IndexedDB)');
    vi.unstubAllGlobals();
  });
});
