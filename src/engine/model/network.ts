// What forward and backward are recorded over: the sizes, the weights in use, the adapters in use, the batch's row
// tables.

import { present } from '../../basics/check';
import type { ModelConfig } from '../../contract/model-config';
import type { View } from '../gpu/kernel';
import type { Recorder } from '../gpu/recorder';
import type { SlotLists } from '../kernels/attention/attention';
import type { LoraTerm } from '../kernels/matmul/matmul';
import { linearLayers, patchSectionIn, type Section } from './parameters';
import type { WeightArena } from './weight-arena';

/** Adapters of one rank and scale, several policies' under one another. */
export interface AdapterUse {
  readonly rank: number;
  readonly scale: number;
  readonly sections: readonly Section[];
  readonly buffer: View;
}

export interface RowTables {
  readonly rows: View; // [M, 8 words]
  readonly tiles: View; // [M/32, 2 words]
  readonly ropeTable: View; // [positions, D/2, 2]
  /** What rows show of pictures, where there are any. */
  readonly patches?: View | undefined; // [M, patchWidth]
  /** The slots of prompts' tokens, where prompts share prefixes. */
  readonly paths?: View | undefined; // [places]
  /** Of decoding rows, whose own slots lie scattered. */
  readonly lists?: SlotLists;
}

export interface Network {
  readonly config: ModelConfig;
  readonly weights: WeightArena;
  readonly adapters: AdapterUse | undefined;
  readonly recorder: Recorder;
}

export type LinearName = 'qkv' | 'o' | 'gu' | 'down';

/** Sections of the weights: 0 the embedding, 1 + layer, the last norm, the head (the embedding where tied). */
export const embeddingSection = 0;
export const layerSection = (layer: number): number => layer + 1;
export const endSection = (config: ModelConfig): number => config.layers + 1;
export const headSection = (config: ModelConfig): number => (config.tied ? embeddingSection : config.layers + 2);

/** First float of an adapter's section inside one adapter. */
export const adapterOffset = (sections: readonly Section[], layer: number): number =>
  sections.slice(0, layer).reduce((sum, { floats }) => sum + floats, 0);

/** The LoRA term beside one joined linear layer, or none. `h` is where x·A (or its gradient) lies. */
export function loraTerm(
  { config, adapters }: Network,
  layer: number,
  { name, h }: { name: LinearName; h: View },
): LoraTerm | undefined {
  if (!adapters) return undefined;
  const start = adapterOffset(adapters.sections, layer);
  const slots = present(adapters.sections[layer], 'adapter layer').slots;
  const { parts } = present(
    linearLayers(config).find((linear) => linear.name === name),
    name,
  );
  return {
    rank: adapters.rank,
    scale: adapters.scale,
    parts,
    aOffset: start + present(slots[`${name}.a`], 'A').offset,
    bOffset: start + present(slots[`${name}.b`], 'B').offset,
    h,
    adapters: adapters.buffer,
  };
}

/** First float of the patch encoder inside one adapter; undefined where it is not an adapter's. */
export function patchOffset({ adapters }: Pick<Network, 'adapters'>): number | undefined {
  const index = adapters ? patchSectionIn(adapters.sections) : -1;
  return adapters && index >= 0 ? adapterOffset(adapters.sections, index) : undefined;
}

/** Whether these weights can be shown a picture. */
export const hasPatchEncoder = (network: Pick<Network, 'adapters' | 'weights'>): boolean =>
  patchOffset(network) !== undefined || patchSectionIn(network.weights.plan.sections) >= 0;
