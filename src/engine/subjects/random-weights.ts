// Weights drawn from a seed, by a model's own names: what the benchmark and tests compute with where no trained weights
// are wanted.
import { rngFrom, seedFrom } from '../../basics/rng';
import { readConfig } from '../../contract/model-config';
import type { NamedTensor } from '../../contract/weights';
import { adapterSections, type Section, weightSections } from '../model/parameters';

/** Normal weights of one deviation; gains around 1. */
export function randomTensors(config: Readonly<Record<string, unknown>>, seed: number, spread = 0.08): NamedTensor[] {
  const rng = rngFrom('random weights', seed);
  return piecesOf(weightSections(readConfig(config))).map(({ name, shape }) => {
    const data = new Float32Array(floatsOf(shape));
    const gain = name.includes('norm');
    for (let index = 0; index < data.length; index++) data[index] = (gain ? 1 : 0) + spread * rng.normal();
    return { name, shape, data };
  });
}

/** Uniform weights of a size that keeps a deep model lively: linear layers answer with about the size of what they are
 *  asked, and tokens begin small beside it, so that a tied head does not merely repeat them. Made one tensor at a time:
 *  a hundred million floats in a second. */
export function* livelyTensors(config: Readonly<Record<string, unknown>>, seed: number): Generator<NamedTensor> {
  for (const { name, shape } of piecesOf(weightSections(readConfig(config)))) {
    const data = new Float32Array(floatsOf(shape));
    if (name.includes('norm')) data.fill(1);
    else fill(data, seedFrom('lively', seed, name), name.includes('embed') ? 0.02 : 1 / Math.sqrt(shape[1] ?? 1));
    yield { name, shape, data };
  }
}

/** An adapter in the middle of its training: A as a fresh one has it, B no longer zero, so that both have gradients. */
export function livelyAdapter(config: Readonly<Record<string, unknown>>, rank: number, seed: number): NamedTensor[] {
  return piecesOf(adapterSections(readConfig(config), rank)).map(({ name, shape }) => {
    const data = new Float32Array(floatsOf(shape));
    fill(data, seedFrom('adapter', seed, name), name.endsWith('lora_A.weight') ? 0.5 / Math.sqrt(shape[1] ?? 1) : 0.02);
    return { name, shape, data };
  });
}

const floatsOf = (shape: readonly number[]): number => shape.reduce((product, side) => product * side, 1);

const piecesOf = (sections: readonly Section[]): { readonly name: string; readonly shape: readonly number[] }[] =>
  sections.flatMap((section) => Object.values(section.slots).flatMap((slot) => slot.pieces));

/** Uniform numbers of this deviation (Marsaglia's xorshift32: the seeded generator of `basics` is too slow for so
 *  many). */
function fill(data: Float32Array, seed: number, deviation: number): void {
  const scale = (deviation * Math.sqrt(12)) / 2 ** 32;
  let state = seed || 1;
  for (let index = 0; index < data.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[index] = state * scale; // state is a signed 32-bit number
  }
}
