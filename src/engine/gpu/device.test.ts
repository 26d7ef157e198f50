// A device that only pretends: in which order it complains and goes away, and what whoever waits for a result hears of
// it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceLostError } from '../../contract/learner';
import { cardOf, isOutOfMemory, OutOfMemoryError, watched } from './device';
import { readBack } from './readback';
import { Submitter } from './recording';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('GPUBufferUsage', { MAP_READ: 1, COPY_DST: 8 });
  vi.stubGlobal('GPUMapMode', { READ: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** `map` is how a read-back's mapping ends. */
function scripted(map: () => Promise<void> = async () => {}) {
  let lose = (_info: { reason: string; message: string }) => {};
  const events = new EventTarget();
  const encoder = { copyBufferToBuffer: () => {}, finish: () => ({}) };
  const device = Object.assign(events, {
    lost: new Promise((resolve) => {
      lose = resolve;
    }),
    queue: { submit: () => {} },
    createCommandEncoder: () => encoder,
    createBuffer: () => ({ mapAsync: map, getMappedRange: () => new ArrayBuffer(4), destroy: () => {} }),
  }) as unknown as GPUDevice;
  const complain = (error: { message: string }) =>
    events.dispatchEvent(Object.assign(new Event('uncapturederror'), { error }));
  const engine = watched(device, { vendor: '', name: '', software: true, features: [] });
  engine.lost.catch(() => {});
  let heard: unknown;
  const read = () => {
    heard = 'nothing yet';
    const view = { buffer: {} as GPUBuffer, size: 4 };
    readBack(engine, new Submitter(engine, 1), [view]).then(
      () => {
        heard = 'bytes';
      },
      (error: unknown) => {
        heard = error;
      },
    );
  };
  return { engine, read, complain, lose: () => lose({ reason: 'unknown', message: 'unplugged' }), heard: () => heard };
}

const invalid = { message: 'Buffer is invalid' };

test('without a complaint a read-back waits for nothing', async () => {
  const { read, heard } = scripted();
  read();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard()).toBe('bytes');
});

test.each(['mapping works', 'mapping fails'])('a complaint and then a loss is a loss (%s)', async (mapping) => {
  const { read, complain, lose, heard } = scripted(async () => {
    if (mapping === 'mapping fails') throw new Error('the buffer cannot be mapped');
  });
  complain(invalid);
  read();
  await vi.advanceTimersByTimeAsync(90);
  expect(heard()).toBe('nothing yet');
  lose();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard()).toBeInstanceOf(DeviceLostError);
  expect((heard() as Error).message).toContain('unplugged');
});

test('a loss and then a complaint is a loss, at once', async () => {
  const { read, complain, lose, heard } = scripted();
  lose();
  complain(invalid);
  read();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard()).toBeInstanceOf(DeviceLostError);
});

test('a mapping that fails before anything is said waits for the loss too', async () => {
  const { read, lose, heard } = scripted(() => Promise.reject(new Error('the buffer cannot be mapped')));
  read();
  await vi.advanceTimersByTimeAsync(50);
  expect(heard()).toBe('nothing yet');
  lose();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard()).toBeInstanceOf(DeviceLostError);
});

test('a complaint that no loss follows is said after a moment, and from then on at once', async () => {
  const { engine, read, complain, heard } = scripted();
  complain(invalid);
  complain({ message: 'and again' });
  read();
  await vi.advanceTimersByTimeAsync(110);
  expect(heard()).toMatchObject({ name: 'Error', message: 'the GPU refused work: Buffer is invalid' });
  expect(engine.fault()).toBe(heard());
  read();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard()).toBe(engine.fault());
});

class GPUOutOfMemoryError {
  constructor(readonly message: string) {}
}

test.each([
  ['by its kind', new GPUOutOfMemoryError('cannot allocate')],
  ['by its words', { message: 'Not enough memory left' }],
])('that the GPU ran out of memory is told apart (%s)', async (_, error) => {
  const { read, complain, heard } = scripted();
  complain(error);
  read();
  await vi.advanceTimersByTimeAsync(110);
  expect(heard()).toBeInstanceOf(OutOfMemoryError);
  expect(isOutOfMemory(heard())).toBe(true);
});

test('a device that goes for want of memory ran out of memory, another one did not', () => {
  const gone = (message: string) => isOutOfMemory(new DeviceLostError(`the GPU device was lost (unknown): ${message}`));
  expect(gone('vkQueueSubmit failed with VK_ERROR_OUT_OF_DEVICE_MEMORY')).toBe(true);
  expect(gone('CreateCommittedResource: E_OUTOFMEMORY (0x8007000E)')).toBe(true);
  expect(gone('the driver was updated')).toBe(false);
  expect(isOutOfMemory(new Error('out of memory'))).toBe(false);
});

test('a mapping that fails for reasons of its own says them', async () => {
  const { read, heard } = scripted(() => Promise.reject(new Error('the buffer cannot be mapped')));
  read();
  await vi.advanceTimersByTimeAsync(110);
  expect(heard()).toMatchObject({ message: 'the buffer cannot be mapped' });
});

describe('the card of an adapter', () => {
  const silent = { vendor: '', architecture: '', device: '', description: '' };
  const named = (info: object, adapter = {}) => {
    const { name, software } = cardOf({
      info: { ...silent, ...info },
      features: new Set(),
      ...adapter,
    } as unknown as GPUAdapter);
    return [name, software];
  };

  test('has the longest name that the browser gives', () => {
    expect(named({ vendor: 'nvidia', architecture: 'ampere' })).toEqual(['nvidia ampere', false]);
    expect(named({ vendor: 'nvidia', architecture: 'ampere', device: 'RTX 4070' })).toEqual(['RTX 4070', false]);
    expect(named({ architecture: 'ampere' })).toEqual(['ampere', false]);
    expect(named({})).toEqual(['a GPU that the browser does not name', false]);
  });

  test('says of a processor that it is one: by its name, or by the browser’s word', () => {
    expect(named({ description: 'llvmpipe (LLVM 15)' })).toEqual(['llvmpipe (LLVM 15)', true]);
    expect(named({ vendor: 'google', architecture: 'swiftshader' })).toEqual(['google swiftshader', true]);
    expect(named({ isFallbackAdapter: true })).toEqual(['a processor in place of a GPU', true]);
    expect(named({}, { isFallbackAdapter: true })).toEqual(['a processor in place of a GPU', true]); // before it was of the info
  });
});
