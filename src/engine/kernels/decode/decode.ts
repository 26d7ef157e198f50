// Launcher of decoding many tokens in one dispatch, and for which models there is room for it.
import type { ModelConfig } from '../../../contract/model-config';
import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import type { Likeliest } from '../sample/sample';
import source from './forward.wgsl?raw';

/** Where a model's tensors lie in its one buffer, in quads. */
export interface WeightPlaces {
  readonly embedding: number;
  /** The first layer, and from one to the next; the rest from a layer's beginning. */
  readonly layer: number;
  readonly layerStep: number;
  readonly norm1: number;
  readonly qkv: number;
  readonly bias?: number | undefined;
  readonly headNorm?: number | undefined;
  readonly o: number;
  readonly norm2: number;
  readonly gu: number;
  readonly down: number;
  readonly endNorm: number;
  readonly head: number;
}

/** Where an adapter's pieces lie, in quads from a layer's beginning; and from one layer to the next. */
export interface AdapterPlaces {
  readonly rank: number;
  readonly step: number;
  readonly a: Readonly<Record<'qkv' | 'o' | 'gu' | 'down', number>>;
  readonly b: Readonly<Record<'qkv' | 'o' | 'gu' | 'down', number>>;
}

/** Branches of a workgroup, and threads of each. */
const teams = 4;
const threadsOfBranch = 64;

/** Where things lie in the memory that a branch has in its workgroup, and how much that is, in quads. */
function lanesOf({ hidden, intermediate, heads, kvHeads, paddedHead, vocabulary }: ModelConfig, rank: number) {
  const widest = Math.max((heads + 2 * kvHeads) * paddedHead, intermediate, vocabulary);
  const query = 2 * (hidden / 4);
  const wide = query + (heads * paddedHead) / 4;
  const low = wide + Math.ceil(widest / 4);
  return { normed: hidden / 4, query, wide, low, own: low + (3 * rank) / 4 };
}

/** Bytes of a workgroup's memory that it takes: what branches keep there, and what draws are reduced in. */
export const decodeMemory = (config: ModelConfig, rank: number): number =>
  4 * teams * (4 * lanesOf(config, rank).own + threadsOfBranch * (3 + 1) + 1);

/** Whether it is written for heads and widths like these: whole quads, the halves of a head too. */
export const decodes = ({ headSize, hidden, intermediate }: ModelConfig): boolean =>
  headSize % 8 === 0 && hidden % 4 === 0 && intermediate % 4 === 0;

/** Decodes every branch until it ends, or `steps` tokens further. */
export function decode(
  recorder: Recorder,
  {
    config,
    places,
    lora,
    steps,
    stride,
    likeliest,
    kvLayer,
    ropeTable,
    ...views
  }: {
    config: ModelConfig;
    places: WeightPlaces;
    lora: (AdapterPlaces & { readonly scale: number; readonly adapters: View }) | undefined;
    steps: number;
    /** Tokens from one branch's answer to the next. */
    stride: number;
    likeliest: Likeliest;
    /** Quads from one layer's keys and values to the next. */
    kvLayer: number;
    stop: View;
    weights: View;
    ropeTable: View;
    branches: View;
    states: View;
    tokens: View;
    logps: View;
    kv: View;
  },
): void {
  const { hidden, intermediate, heads, kvHeads, headSize, paddedHead, vocabulary, layers, epsilon } = config;
  const rank = lora?.rank ?? 0;
  const { a, b } = lora ?? {};
  const { normed, query, wide, low, own } = lanesOf(config, rank);
  const constants = {
    ...{ TEAMS: teams, ALL: teams * threadsOfBranch, LANES: teams * own, NORMED: normed, QUERY: query, WIDE: wide },
    ...{ LOW: low, OWN: own, H: heads, KV: kvHeads, P: paddedHead / 4 },
    ...{ EMBEDDING: places.embedding, LAYER: places.layer, LAYER_STEP: places.layerStep, HEAD: places.head },
    ...{ NORM1: places.norm1, QKV: places.qkv, O: places.o, NORM2: places.norm2, GU: places.gu, DOWN: places.down },
    ...{
      BIAS: places.bias ?? 0,
      HEAD_NORM: places.headNorm ?? 0,
      END_NORM: places.endNorm,
      LORA_STEP: lora?.step ?? 0,
    },
    ...{ QKV_A: a?.qkv ?? 0, O_A: a?.o ?? 0, GU_A: a?.gu ?? 0, DOWN_A: a?.down ?? 0 },
    ...{ QKV_B: b?.qkv ?? 0, O_B: b?.o ?? 0, GU_B: b?.gu ?? 0, DOWN_B: b?.down ?? 0 },
  };
  const weightsOfLayer = hidden * ((heads + 2 * kvHeads) * paddedHead + heads * paddedHead + 3 * intermediate);
  const perToken = 2 * (layers * weightsOfLayer + hidden * vocabulary);
  recorder.dispatch(
    { name: 'decode', source, constants },
    {
      shape: {
        ...{ steps, stride, kvLayer, scale: 1 / Math.sqrt(headSize), loraScale: lora?.scale ?? 0, epsilon },
        ...{ hidden: hidden / 4, intermediate: intermediate / 4, query: (heads * paddedHead) / 4, rank: rank / 4 },
        ...{ joined: ((heads + 2 * kvHeads) * paddedHead) / 4, layers, vocabulary, halfHead: headSize / 8 },
        ...{ most: likeliest.most, beside: likeliest.at },
      },
      adapters: lora?.adapters ?? recorder.nothing,
      rope_table: ropeTable,
      ...views,
    },
    {
      grid: (sizes) => [Math.ceil(sizes.branches / teams)],
      // how soon answers end is not known; most are shorter than they may be
      work: (sizes) => (sizes.branches * perToken * steps) / 2,
    },
  );
}
