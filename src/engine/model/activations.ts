// The table of a batch's activations: name, width, whether each layer keeps its own (training) or all share one (sampling).
// M rows; widths in floats. `kv` has one row per slot.
import { present } from '../../basics/check';
import { type Buffers, bucketOf } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import { joinedWidth, type ModelConfig, queryWidth } from './config';
import { linearLayers } from './parameters';

export interface LayerActivations {
  /** What the layer was given, and what lies between its two halves. */
  readonly x: View; // [M, C]
  readonly middle: View; // [M, C]
  readonly qkv: View; // [M, H + 2·KV, P]
  readonly q: View; // [M, H, P]
  readonly kv: View; // [slots, 2, KV, P]
  readonly o: View; // [M, H, P]
  readonly seen: View; // [M, H, 2]
  readonly gu: View; // [M, 2, F]
  /** x·A of each joined linear layer. */
  readonly h: Readonly<Record<'qkv' | 'o' | 'gu' | 'down', View>>; // [M, parts·R]
  /** The next layer's x. */
  readonly out: View; // [M, C]
}

export interface SharedActivations {
  readonly normed: View; // [M, C]
  readonly act: View; // [M, F]
}

/** Floats per row of what a layer keeps for its backward pass. */
export function keptFloats(config: ModelConfig, rank: number): number {
  const lora = linearLayers(config).reduce((sum, { parts }) => sum + parts.length * rank, 0);
  const { hidden, intermediate, kvHeads, paddedHead, heads } = config;
  return (
    2 * hidden + joinedWidth(config) + 2 * queryWidth(config) + 2 * kvHeads * paddedHead + 2 * heads + 2 * intermediate + lora
  );
}

/** The widest row of any one activation: what a binding's limit divides. */
export const widestRow = (config: ModelConfig): number => Math.max(2 * config.intermediate, joinedWidth(config), config.hidden);

/** Buffers for `rows` rows; `keep`: one set per layer. In sampling only keys and values are kept per layer. */
export function makeActivations(
  buffers: Buffers,
  config: ModelConfig,
  { rows, slots, rank, keep }: { rows: number; slots: number; rank: number; keep: boolean },
): { layers: LayerActivations[]; shared: SharedActivations } {
  const count = bucketOf(rows);
  const { hidden, intermediate, kvHeads, paddedHead, heads } = config;
  const make = (name: string, width: number, height = count): View => buffers.storage(name, Math.max(1, width) * height * 4);
  const layers: LayerActivations[] = [];
  let x = make('x 0', hidden);
  for (let layer = 0; layer < config.layers; layer++) {
    const own = keep ? ` ${layer}` : '';
    const h = Object.fromEntries(
      linearLayers(config).map(({ name, parts }) => [name, make(`h ${name}${own}`, parts.length * rank)]),
    );
    const out = keep ? make(`x ${layer + 1}`, hidden) : x;
    layers.push({
      x,
      middle: make(`middle${own}`, hidden),
      qkv: make(`qkv${own}`, joinedWidth(config)),
      q: make(`q${own}`, queryWidth(config)),
      kv: make(`kv ${layer}`, 2 * kvHeads * paddedHead, bucketOf(slots)),
      o: make(`o${own}`, queryWidth(config)),
      seen: make(`seen${own}`, 2 * heads),
      gu: make(`gu${own}`, 2 * intermediate),
      h: h as LayerActivations['h'],
      out,
    });
    x = out;
  }
  return { layers, shared: { normed: make('normed', hidden), act: make('act', intermediate) } };
}

export const layerOf = (layers: readonly LayerActivations[], index: number): LayerActivations =>
  present(layers[index], `layer ${index}`);
