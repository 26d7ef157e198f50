// Checkpoints and trees as the bytes that are stored. A Float32Array that looks into a larger buffer would be stored
// with the whole buffer, so the numbers are copied together first.
import { check } from '../../basics/check';
import { unfiniteFault } from '../../basics/finite';
import type { PolicySnapshot } from '../../contract/learner';
import { checkWritable } from '../formats/finite-tensor';
import type { Checkpoint, PackedCheckpoint, PackedPolicy } from './schema';

export function packCheckpoint({ step, configHash, policies }: Checkpoint): PackedCheckpoint {
  const packed = Object.entries(policies).map(([name, policy]) => [name, packPolicy(name, policy)]);
  return { step, configHash, policies: Object.fromEntries(packed) };
}

export function unpackCheckpoint({ step, configHash, policies }: PackedCheckpoint): Checkpoint {
  const unpacked = Object.entries(policies).map(([name, policy]) => [name, unpackPolicy(name, policy)]);
  return { step, configHash, policies: Object.fromEntries(unpacked) };
}

/** Bytes of the numbers; names and shapes are not counted. */
export function bytesOf(checkpoint: PackedCheckpoint): number {
  return Object.values(checkpoint.policies).reduce((sum, policy) => sum + policy.numbers.byteLength, 0);
}

function packPolicy(name: string, { kind, tensors, moment1, moment2, updates }: PolicySnapshot): PackedPolicy {
  const parts = [...tensors.map((tensor) => tensor.data), moment1, moment2];
  const weights = tensors.reduce((sum, tensor) => sum + tensor.data.length, 0);
  for (const { name: tensor, shape, data } of tensors) {
    check(
      sizeOf(shape) === data.length,
      `policy "${name}": "${tensor}" of shape [${shape}] has ${sizeOf(shape)} numbers, got ${data.length}`,
    );
  }
  check(
    moment1.length === weights && moment2.length === weights,
    `policy "${name}" has ${weights} weights: its moments need as many numbers, got ${moment1.length} and ${moment2.length}`,
  );
  for (const [part, data] of [
    ...tensors.map(({ name, data }) => [name, data] as const),
    ['moment1', moment1],
    ['moment2', moment2],
  ] as const)
    checkWritable({ name: `${name}/${part}`, data });
  const numbers = new Float32Array(3 * weights);
  let at = 0;
  for (const part of parts) {
    numbers.set(part, at);
    at += part.length;
  }
  return {
    kind,
    updates,
    tensors: tensors.map(({ name, shape }) => ({ name, shape: [...shape] })),
    numbers: numbers.buffer,
  };
}

function unpackPolicy(name: string, { kind, tensors, updates, numbers }: PackedPolicy): PolicySnapshot {
  const all = new Float32Array(numbers);
  const weights = tensors.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  check(
    all.length === 3 * weights,
    `the stored policy "${name}" is damaged: expected ${3 * weights} numbers, got ${all.length}`,
  );
  let at = 0;
  const next = (part: string, count: number) => {
    at += count;
    const data = all.slice(at - count, at);
    const fault = unfiniteFault(`${name}/${part}`, data);
    check(fault === undefined, () => `stored ${fault}: the run went wrong, or its storage is damaged. Start a new run`);
    return data;
  };
  return {
    kind,
    updates,
    tensors: tensors.map(({ name, shape }) => ({ name, shape, data: next(name, sizeOf(shape)) })),
    moment1: next('moment1', weights),
    moment2: next('moment2', weights),
  };
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1);
}

export interface PackedJson {
  readonly bytes: ArrayBuffer;
  readonly compressed: boolean;
}

/** A JSON value as bytes, gzipped where the browser can. */
export async function packJson(value: unknown): Promise<PackedJson> {
  const json = new Blob([JSON.stringify(value)]);
  if (typeof CompressionStream === 'undefined') return { bytes: await json.arrayBuffer(), compressed: false };
  const zipped = json.stream().pipeThrough(new CompressionStream('gzip'));
  return { bytes: await new Response(zipped).arrayBuffer(), compressed: true };
}

export async function unpackJson({ bytes, compressed }: PackedJson): Promise<unknown> {
  const stored = new Blob([bytes]);
  return JSON.parse(
    compressed
      ? await new Response(stored.stream().pipeThrough(new DecompressionStream('gzip'))).text()
      : await stored.text(),
  );
}
