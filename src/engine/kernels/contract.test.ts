// One contract over the list of kernels: on every case the GPU says what the twin says, and gradients are those of
// finite differences of the twin in f64. Errors are relative to the largest number compared.
import { describe, expect, test } from 'vitest';
import { findGpu } from '../../headless/open-gpu';
import { emptyBuffer, filledBuffer } from '../gpu/buffers';
import { requestEngineDevice } from '../gpu/device';
import { readBack } from '../gpu/readback';
import { Recorder } from '../gpu/recorder';
import { idle, Submitter } from '../gpu/recording';
import {
  type AnyKernel,
  type Case,
  differencesAt,
  type Given,
  type Numbers,
  PackedMatrix,
  Random,
  Uniform,
} from './kernel-contract';
import { kernels } from './list';
import { lanesFor } from './matmul/variants';
import type { Matrix } from './packed/packed';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the kernels' contract did not run: ${found.reason}`);
const gpu = found.kind === 'gpu' ? await requestEngineDevice(found.gpu) : undefined;
const device = gpu?.device as GPUDevice;

/** Each of a record's values, changed. */
const mapped = <V, R>(record: Readonly<Record<string, V>>, change: (value: V, name: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

function bufferOf(given: Given): Matrix {
  if (given instanceof PackedMatrix)
    return { buffer: filledBuffer(device, 'packed', given.words), packing: given.packing };
  if (given instanceof Uint32Array) return { buffer: filledBuffer(device, 'words', given) };
  if (!(given instanceof Uniform)) return { buffer: filledBuffer(device, 'numbers', Float32Array.from(given)) };
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const buffer = device.createBuffer({ label: 'block', size: Math.ceil(given.words.byteLength / 16) * 16, usage });
  device.queue.writeBuffer(buffer, 0, given.words as unknown as BufferSource);
  return { buffer };
}

const numbersOf = (given: Given): Numbers | Uint32Array =>
  given instanceof PackedMatrix ? given.numbers : given instanceof Uniform ? given.words : given;

/** The bytes of what a kernel writes on the GPU, when it is launched over what is given. */
async function play(
  kernel: AnyKernel,
  one: Case,
  given: Readonly<Record<string, Given>>,
): Promise<Record<string, ArrayBuffer>> {
  const views = mapped(given, bufferOf);
  const nothing = { buffer: emptyBuffer(device, 'nothing', 256) };
  const recorder = new Recorder({ ...gpu!, variants: one.variants ?? {} }, nothing, one.fewRows);
  kernel.launch(recorder, views, one);
  const submitter = new Submitter(gpu!, 1e9);
  submitter.run(recorder.recording, { ...idle, ...one.sizes });
  const sizeOf = (name: string) => numbersOf(given[name]!).length * 4;
  const bytes = await readBack(
    gpu!,
    submitter,
    kernel.writes.map((name) => ({ ...views[name]!, size: sizeOf(name) })),
  );
  return Object.fromEntries(kernel.writes.map((name, index) => [name, bytes[index]!]));
}

function errorOf(got: Numbers, wanted: ArrayLike<number>): number {
  expect(got.length).toBe(wanted.length);
  const numbers = Array.from(wanted);
  const scale = numbers.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-12);
  return numbers.reduce((largest, value, index) => {
    const error = Math.abs((got[index] as number) - value) / scale;
    return Math.max(largest, Number.isNaN(error) ? Number.POSITIVE_INFINITY : error);
  }, 0);
}

const all = ({ length }: Numbers): number[] => Array.from({ length }, (_, index) => index);
const at = (numbers: Numbers, places: readonly number[]): Numbers =>
  Float64Array.from(places, (index) => numbers[index]!);

/** The columns of each row that count. */
function columnsOf(numbers: Numbers, columns: { stride: number; count: number } | undefined): Numbers {
  return columns ? numbers.filter((_, index) => index % columns.stride < columns.count) : numbers;
}

/** Plays one case, and holds it to all that its contract says. */
async function hold(kernel: AnyKernel, one: Case): Promise<void> {
  const given = kernel.given(new Random(kernel.name, one.name), one);
  const written = await play(kernel, one, given);
  const values = mapped(given, numbersOf);
  const wanted = kernel.twin(values, one) as Record<string, Numbers | Uint32Array>;
  const floats = mapped(written, (bytes) => Float64Array.from(new Float32Array(bytes)));
  for (const [name, numbers] of Object.entries(wanted)) {
    const tolerance = typeof kernel.tolerance === 'number' ? kernel.tolerance : kernel.tolerance[name];
    const got = columnsOf(floats[name]!, kernel.columns?.(one)[name]);
    if (numbers instanceof Uint32Array) expect([...new Uint32Array(written[name]!)], name).toEqual([...numbers]);
    else if (tolerance === 0) expect([...got], name).toEqual([...numbers]);
    else expect(errorOf(got, numbers), name).toBeLessThan(tolerance!);
  }
  const seen = { given: values, gpu: floats, twin: wanted as Record<string, Numbers> };
  for (const { got, x, loss, places = all(x), within } of kernel.derivatives?.(seen, one) ?? [])
    expect(errorOf(at(got, places), differencesAt(places, x, loss))).toBeLessThan(within);
  for (const [what, holds] of Object.entries(kernel.holds?.(seen, one) ?? {})) expect(holds, what).toBe(true);
}

// Named in a loop: `each` would cut long names off, and mutants ask for tests by theirs.
for (const kernel of kernels)
  describe.skipIf(!gpu)(kernel.name, () => {
    for (const one of kernel.cases)
      test.skipIf(lanesFor(one.variants ?? {}) > (gpu?.lanes ?? 0))(one.name, () => hold(kernel, one));
  });
