import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { packCheckpoint, unpackCheckpoint } from './packing';
import { checkpointOf, freshName, policyOf, treeOf } from './samples.test-data';
import { openStorage } from './storage';

afterEach(() => vi.restoreAllMocks());

/** Lets the next `times` writes to `store` fail as they do when the browser's space is used up. */
function fillUp(store: string, times: number): void {
  for (const method of ['put', 'add'] as const) {
    const real = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
      key?: IDBValidKey,
    ) {
      if (this.name === store && times-- > 0) throw new DOMException('no room', 'QuotaExceededError');
      return key === undefined ? real.call(this, value) : real.call(this, value, key);
    });
  }
}

describe('checkpoints', () => {
  it('come back bit for bit: tensors, moments, counts', async () => {
    const { checkpoints } = await openStorage(freshName());
    await checkpoints.replace('a', checkpointOf(3));
    const loaded = await checkpoints.load('a');
    expect(loaded).toEqual(checkpointOf(3));
    // not the whole buffer it was cut from
    expect(loaded?.policies.plan?.tensors[0]?.data.buffer.byteLength).toBe(6 * 4);
    expect(await checkpoints.has('a')).toMatchObject({ step: 3, bytes: 2 * 3 * 8 * 4 });
  });

  it('replace each other, one per run and slot, and leave nothing behind', async () => {
    const name = freshName();
    const { checkpoints } = await openStorage(name);
    for (const step of [1, 2, 3]) await checkpoints.replace('a', checkpointOf(step));
    await checkpoints.replace('a', checkpointOf(2), 'best');
    await checkpoints.replace('b', checkpointOf(7));
    expect((await checkpoints.load('a'))?.step).toBe(3);
    expect((await checkpoints.load('a', 'best'))?.step).toBe(2);
    expect((await checkpoints.load('b'))?.step).toBe(7);
    expect(await checkpoints.load('b', 'best')).toBeUndefined();
    expect(await (await openDB(name)).count('checkpoints')).toBe(3);
  });

  it.each(['checkpoints', 'checkpointPointers'])('leave the old one whole when writing to %s fails', async (store) => {
    const name = freshName();
    const { checkpoints } = await openStorage(name);
    await checkpoints.replace('a', checkpointOf(1));
    fillUp(store, 1);
    await expect(checkpoints.replace('a', checkpointOf(2))).rejects.toThrow(
      'there is no room to store the checkpoint of step 2: delete runs',
    );
    expect(await checkpoints.load('a')).toEqual(checkpointOf(1));
    expect(await (await openDB(name)).count('checkpoints')).toBe(1);
  });

  it('with numbers that are not finite leave the old one whole', async () => {
    const name = freshName();
    const { checkpoints } = await openStorage(name);
    await checkpoints.replace('a', checkpointOf(1));
    for (const part of ['tensors', 'moment1', 'moment2'] as const) {
      const plan = policyOf(2);
      const numbers = part === 'tensors' ? plan.tensors[1]!.data : plan[part];
      numbers[1] = Number.NaN;
      const named = part === 'tensors' ? 'plan/b' : `plan/${part}`;
      const replacing = async () => checkpoints.replace('a', { step: 2, configHash: 'cd', policies: { plan } });
      await expect(replacing()).rejects.toThrow(`tensor "${named}" has 1 number that is not finite`);
    }
    expect(await checkpoints.load('a')).toEqual(checkpointOf(1));
    expect(await (await openDB(name)).count('checkpoints')).toBe(1);
  });

  it('that were stored with numbers that are not finite are refused by the tensor', () => {
    const packed = packCheckpoint(checkpointOf(1));
    new Float32Array(packed.policies['plan']!.numbers)[6] = Number.NEGATIVE_INFINITY;
    expect(() => unpackCheckpoint(packed)).toThrow(
      'stored tensor "plan/b" has 1 number that is not finite (the first is -Infinity',
    );
  });

  it('make room by dropping trees, then are tried once more', async () => {
    const { checkpoints, trees } = await openStorage(freshName());
    await checkpoints.replace('a', checkpointOf(1));
    for (let step = 1; step <= 10; step++) await trees.put('a', treeOf(step));
    fillUp('checkpoints', 1);
    await checkpoints.replace('a', checkpointOf(2));
    expect((await checkpoints.load('a'))?.step).toBe(2);
    expect(await trees.steps('a')).toEqual([1, 7, 8, 9, 10]);
  });

  it('give up with a StorageFullError when that was not enough', async () => {
    const { checkpoints, trees } = await openStorage(freshName());
    await checkpoints.replace('a', checkpointOf(1));
    for (const step of [1, 2, 3]) await trees.put('a', treeOf(step));
    fillUp('checkpoints', 2);
    await expect(checkpoints.replace('a', checkpointOf(2))).rejects.toMatchObject({ name: 'StorageFullError' });
    expect((await checkpoints.load('a'))?.step).toBe(1);
  });

  it('refuse moments that do not fit the tensors', () => {
    const policy = { ...policyOf(1), moment2: new Float32Array(3) };
    expect(() => packCheckpoint({ step: 1, configHash: '', policies: { plan: policy } })).toThrow(
      'policy "plan" has 8 weights',
    );
  });

  it('say so when the stored bytes are damaged', () => {
    const packed = packCheckpoint(checkpointOf(1));
    const plan = { ...packed.policies.plan!, numbers: new ArrayBuffer(8) };
    expect(() => unpackCheckpoint({ ...packed, policies: { plan } })).toThrow(
      'the stored policy "plan" is damaged: expected 24 numbers, got 2',
    );
  });
});

describe('a full disk', () => {
  it('loses neither the old tree nor the run', async () => {
    const storage = await openStorage(freshName());
    const run = await storage.runs.create({ name: 'x', preset: 'y', config: {}, baseHash: '' });
    await storage.trees.put(run.id, treeOf(1));
    fillUp('treeBytes', 9);
    await expect(storage.trees.put(run.id, treeOf(2))).rejects.toThrow('there is no room to store the tree of step 2');
    expect(await storage.trees.steps(run.id)).toEqual([1]);
    vi.restoreAllMocks();
    fillUp('runs', 9);
    await expect(storage.metrics.append(run.id, { step: 1 })).rejects.toMatchObject({ name: 'StorageFullError' });
    expect(await storage.metrics.list(run.id)).toEqual([]);
    expect((await storage.runs.get(run.id))?.step).toBe(0);
  });
});
