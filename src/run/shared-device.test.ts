// One device for all, on a GPU that only pretends: who gets which device after a complaint, a loss, a tuning that
// fails.
import { expect, test } from 'vitest';
import { sharedDevice } from './shared-device';

/** A GPU whose devices complain and go away when they are told to. */
function pretendedGpu() {
  const devices: ReturnType<typeof pretendedDevice>[] = [];
  const adapter = {
    limits: {},
    info: { vendor: 'test', architecture: '', device: '', description: 'a card' },
    features: new Set<string>(),
    requestDevice: async () => {
      const made = pretendedDevice();
      devices.push(made);
      return made.device;
    },
  };
  return { gpu: { requestAdapter: async () => adapter } as unknown as GPU, devices };
}

function pretendedDevice() {
  let lose = (_info: { reason: string; message: string }) => {};
  const events = new EventTarget();
  const device = Object.assign(events, {
    lost: new Promise((resolve) => {
      lose = resolve;
    }),
    destroy: () => lose({ reason: 'destroyed', message: '' }),
  });
  return {
    device: device as unknown as GPUDevice,
    complain: (message: string) =>
      events.dispatchEvent(Object.assign(new Event('uncapturederror'), { error: { message } })),
  };
}

const bench = { now: () => 0 };

test('all share one device', async () => {
  const { gpu, devices } = pretendedGpu();
  const shared = sharedDevice(() => gpu);
  const all = await Promise.all([shared.plain(), shared.plain(), shared.tuned()]);
  expect(new Set(all).size).toBe(1);
  expect(devices.length).toBe(1);
});

test('after a complaint all get another one, and who is still on the first sees it lost', async () => {
  const { gpu, devices } = pretendedGpu();
  const shared = sharedDevice(() => gpu);
  const first = await shared.plain();
  devices[0]!.complain('out of memory');
  const [one, other] = await Promise.all([shared.plain(), shared.tuned()]);
  expect(one).not.toBe(first);
  expect(other).toBe(one);
  expect(one.fault()).toBeUndefined();
  await expect(first.lost).rejects.toThrow('the GPU device was lost (destroyed)');
  expect(await shared.plain()).toBe(one);
  expect(devices.length).toBe(2);
});

test('after a loss another one is there as soon as the loss is known', async () => {
  const { gpu } = pretendedGpu();
  const shared = sharedDevice(() => gpu);
  const first = await shared.plain();
  const waiting = first.unlessLost(new Promise(() => {}));
  first.device.destroy();
  await expect(waiting).rejects.toThrow('was lost');
  expect(await shared.plain()).not.toBe(first);
});

test('a GPU that could not be opened is tried again', async () => {
  const { gpu } = pretendedGpu();
  let there: GPU | undefined;
  const shared = sharedDevice(() => there);
  await expect(shared.plain()).rejects.toThrow('there is no WebGPU here');
  there = gpu;
  expect((await shared.plain()).adapter.name).toBe('a card');
});

test('a device is tuned once, and only for those who ask for it', async () => {
  const { gpu, devices } = pretendedGpu();
  let tunings = 0;
  const shared = sharedDevice(
    () => gpu,
    bench,
    async (device) => {
      tunings++;
      return { ...device, variants: { product: 'fast' } };
    },
  );
  expect((await shared.plain()).variants).toBeUndefined();
  expect(tunings).toBe(0);
  const [one, other] = await Promise.all([shared.tuned(), shared.tuned()]);
  expect(one.variants).toEqual({ product: 'fast' });
  expect(other).toBe(one);
  devices[0]!.complain('invalid');
  expect((await shared.tuned()).variants).toEqual({ product: 'fast' });
  expect(tunings).toBe(2);
});

test('where tuning fails work goes on with plain kernels on a device that it did not touch, and it is not tried again', async () => {
  const { gpu, devices } = pretendedGpu();
  let tunings = 0;
  const shared = sharedDevice(
    () => gpu,
    bench,
    async () => {
      tunings++;
      throw new Error('the driver crashed');
    },
  );
  const before = await shared.plain();
  const [one, other] = await Promise.all([shared.tuned(), shared.tuned()]);
  expect(one).not.toBe(before);
  expect(one.variants).toBeUndefined();
  expect(other).toBe(one);
  devices.at(-1)!.complain('invalid');
  expect(await shared.tuned()).not.toBe(one);
  expect(tunings).toBe(1);
});

test('closing destroys what is open, and nothing where nothing is', async () => {
  const { gpu } = pretendedGpu();
  await sharedDevice(() => gpu).close();
  await sharedDevice(() => undefined).close();
  const shared = sharedDevice(() => gpu);
  const { lost } = await shared.plain();
  await shared.close();
  await expect(lost).rejects.toThrow('destroyed');
});
