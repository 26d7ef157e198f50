// What a complaint of a real GPU (a software one will do) leaves behind in the lab: nothing. And which kernels the
// self-test speaks of.
import { expect, test, vi } from 'vitest';
import { findGpu } from '../../../headless/open-gpu';
import type { BaseModel } from '../../../models/base-model';
import { engineIn } from '../../../run/engine-learner';
import { runBenchmark } from './run-benchmark';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: faults of a GPU were not tried: ${found.reason}`);

/** The GPU with all devices it has given, which may say that it is a card. */
function watchedGpu(kind: 'as it is' | 'a card' = 'as it is') {
  const devices: GPUDevice[] = [];
  const requestAdapter = async () => {
    const adapter = (await (found as { gpu: GPU }).gpu.requestAdapter()) as GPUAdapter;
    const { limits, features } = adapter;
    const card = { vendor: 'test', architecture: '', device: '', description: 'a card' };
    const requestDevice = async (wanted: GPUDeviceDescriptor) => {
      const device = await adapter.requestDevice(wanted);
      devices.push(device);
      return device;
    };
    return { limits, features, info: kind === 'a card' ? card : adapter.info, requestDevice };
  };
  return { gpu: { requestAdapter } as unknown as GPU, devices };
}

/** What no device accepts. */
const offend = (device: GPUDevice | undefined) =>
  device?.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });

test.skipIf(found.kind === 'none')(
  'after a complaint the next self-test runs on another device, and passes',
  async () => {
    const { gpu, devices } = watchedGpu();
    const engine = engineIn(() => gpu);
    await engine.probe();
    offend(devices[0]);
    await devices[0]!.queue.onSubmittedWorkDone();
    expect((await engine.selfTest()).passed).toBe(true);
    expect(devices.length).toBe(2);
    devices[1]!.destroy();
  },
);

test.skipIf(found.kind === 'none')('the self-test speaks of the kernels that train: the tuned ones', async () => {
  const { gpu, devices } = watchedGpu('a card');
  const variants = { 'matmul forward': 'staged 4×4 in 8×16' };
  const engine = engineIn(() => gpu, { now: () => 0, read: async () => variants });
  await engine.probe();
  const modules = vi.spyOn(devices[0]!, 'createShaderModule');
  expect((await engine.selfTest()).passed).toBe(true);
  const staged = modules.mock.calls.some(
    ([{ label, code }]) => label === 'matmul forward' && code.includes('var<workgroup>'),
  );
  expect(staged).toBe(true);
  devices[0]!.destroy();
});

test.skipIf(found.kind === 'none')('a row of the benchmark that the GPU refuses stops no other', async () => {
  const { gpu, devices } = watchedGpu();
  const product = (m: number) => ({ name: 'product-1024', kind: 'product', m, k: 16, n: 16 }) as const;
  const { rows } = await runBenchmark({
    gpu,
    base: { config: {}, tensors: [] } as unknown as BaseModel, // products need no model
    peers: [],
    wanted: [],
    cases: [product(16), product(32)],
    now: () => performance.now(),
    signal: new AbortController().signal,
    tell: (event) => {
      if (event.kind !== 'doing' || event.done > 0) return;
      const make = vi.spyOn(devices[0]!, 'createBuffer'); // in the middle of the first row
      make.mockImplementation((descriptor) => {
        make.mockRestore();
        offend(devices[0]);
        return devices[0]!.createBuffer(descriptor);
      });
    },
  });
  expect(rows[0]).toMatchObject({ ours: null, note: expect.stringContaining('failed: the GPU refused work') });
  expect(rows[1]!.ours).toBeGreaterThan(0);
  expect(devices.length).toBe(2);
});
