// The table of a batch's activations: name, width, and which of them each layer keeps for itself.
// M rows; widths in floats. `kv` has one row per slot. V is what a buffer is: a View, or nothing where the table is
// only added up.
import { present } from '../../basics/check';
import type { ModelConfig } from '../../contract/model-config';
import { bucketOf, type Make, partOf } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import { joinedWidth, linearLayers, queryWidth } from './parameters';

/**
 * What every layer keeps of its own; the rest lies in one set that all layers use in turn.
 * everything: training with room · inputs: training without, layers are computed again on the way back · keys: sampling
 * · keys together: sampling where one kernel reads those of all layers · nothing: scoring.
 */
export type ActivationCheckpointing = 'everything' | 'inputs' | 'keys' | 'keys together' | 'nothing';

export interface LayerActivations<V = View> {
  /** What the layer was given, and what lies between its two halves. */
  readonly x: V; // [M, C]
  readonly middle: V; // [M, C]
  readonly qkv: V; // [M, H + 2·KV, P]
  readonly q: V; // [M, H, P]
  readonly kv: V; // [slots, 2, KV, P]
  readonly o: V; // [M, H, P]
  readonly stats: V; // [M, H, 2] of attention: logSumExp, dODotO
  readonly gu: V; // [M, 2, F]
  /** x·A of each joined linear layer. */
  readonly h: Readonly<Record<'qkv' | 'o' | 'gu' | 'down', V>>; // [M, parts·R]
  /** The next layer's x. */
  readonly out: V; // [M, C]
}

export interface SharedActivations<V = View> {
  readonly normed: V; // [M, C]
  readonly act: V; // [M, F]
}

/** Buffers for `rows` rows. The shared set goes by the names of layer 0, so that scoring needs nothing beside what
 *  training has. */
export function makeActivations<V>(
  make: Make<V>,
  config: ModelConfig,
  {
    rows,
    slots,
    rank,
    checkpointing,
  }: { rows: number; slots: number; rank: number; checkpointing: ActivationCheckpointing },
): { layers: LayerActivations<V>[]; shared: SharedActivations<V>; kv: V | undefined } {
  const count = bucketOf(rows);
  const { hidden, intermediate, kvHeads, paddedHead, heads } = config;
  const named = (name: string, width: number, height = count): V => make(name, Math.max(1, width) * height * 4);
  const inputs = checkpointing === 'everything' || checkpointing === 'inputs';
  const kvWidth = 2 * kvHeads * paddedHead;
  const together = checkpointing === 'keys together';
  const kv = together ? named('kv', config.layers * kvWidth, bucketOf(slots)) : undefined;
  const layers: LayerActivations<V>[] = [];
  let x = named('x 0', hidden);
  for (let layer = 0; layer < config.layers; layer++) {
    const own = checkpointing === 'everything' ? layer : 0;
    const h = Object.fromEntries(
      linearLayers(config).map(({ name, parts }) => [name, named(`h ${name} ${own}`, parts.length * rank)]),
    );
    const out = inputs ? named(`x ${layer + 1}`, hidden) : x;
    layers.push({
      x,
      middle: named(`middle ${own}`, hidden),
      qkv: named(`qkv ${own}`, joinedWidth(config)),
      q: named(`q ${own}`, queryWidth(config)),
      kv: together
        ? partOf(kv as V, layer, config.layers)
        : named(`kv ${checkpointing === 'keys' ? layer : own}`, kvWidth, bucketOf(slots)),
      o: named(`o ${own}`, queryWidth(config)),
      stats: named(`stats ${own}`, 2 * heads),
      gu: named(`gu ${own}`, 2 * intermediate),
      h: h as LayerActivations<V>['h'],
      out,
    });
    x = out;
  }
  return { layers, kv, shared: { normed: named('normed', hidden), act: named('act', intermediate) } };
}

export const layerOf = <V>(layers: readonly LayerActivations<V>[], index: number): LayerActivations<V> =>
  present(layers[index], `layer ${index}`);
