// The model from top to bottom; backward.ts is its mirror. Training, prompts and decoding all record this one list.

import { present } from '../../basics/check';
import type { ModelConfig } from '../../contract/model-config';
import type { View } from '../gpu/kernel';
import { attention } from '../kernels/attention/attention';
import { type Count, overPredictions } from '../kernels/counts';
import { embed } from '../kernels/embed/embed';
import { loraDown, matmul, matmulTransposed } from '../kernels/matmul/matmul';
import type { Matrix } from '../kernels/packed/packed';
import { rmsNorm } from '../kernels/rms-norm/rms-norm';
import { rope } from '../kernels/rope/rope';
import { gather } from '../kernels/rows/rows';
import { swiglu } from '../kernels/swiglu/swiglu';
import { type LayerActivations, layerOf, type SharedActivations } from './activations';
import {
  embeddingSection,
  headSection,
  type LinearName,
  layerSection,
  loraTerm,
  type Network,
  patchOffset,
  type RowTables,
} from './network';
import { joinedWidth, patchSectionIn, queryWidth } from './parameters';
import { patchWidth } from './patches';
import { tallestWorkgroup } from './tile-table';
import type { Windows } from './weight-arena';

export interface Pass {
  readonly tables: RowTables;
  readonly layers: readonly LayerActivations[];
  readonly shared: SharedActivations;
  readonly over: Count;
}

/** Tokens → the output of the last layer, or of the last of the first `until`. */
export function forward(network: Network, pass: Pass, until = pass.layers.length): void {
  const { config, weights, recorder } = network;
  const { tables, layers, over } = pass;
  const { rows, tiles } = tables;
  const x = layerOf(layers, 0).x;
  if (tables.patches) embedPatches(network, { tiles, patches: tables.patches, x, over });
  for (const table of weights.windows(embeddingSection))
    embed(recorder, { tiles, rows, table, x, width: config.hidden, over });
  for (let layer = 0; layer < until; layer++) {
    forwardLayer(network, pass, layer);
    finishLayer(network, pass, layer);
  }
}

/** Rows of pictures: patch · W. Those of words are made zero, and then looked up. */
function embedPatches(
  { config: { hidden }, weights, adapters, recorder }: Network,
  { tiles, patches, x, over }: { tiles: View; patches: View; x: View; over: Count },
): void {
  const aOffset = patchOffset({ adapters });
  if (adapters && aOffset !== undefined) {
    const lora = { rank: hidden, scale: 1, parts: [0], aOffset, bOffset: 0, h: x, adapters: adapters.buffer };
    loraDown(recorder, { tiles, x: patches, lora, k: patchWidth, over });
    return;
  }
  const w = weights.view(patchSectionIn(weights.plan.sections), 'patches');
  matmul(recorder, { tiles, x: patches, w, y: x, k: patchWidth, n: hidden, over });
}

/** The rows whose next token is wanted: where they are picked to, one under the other, and their own tiles. */
export interface Predicting {
  readonly list: View; // [predictions] rows
  readonly tiles: View; // [predictions/32, 2 words]
  readonly x: View; // [predictions, C]
  readonly o: View; // [predictions, H, P]
}

/** Tokens → the last layer's output for predicting rows alone, one under the other; every row's keys and values. What
 *  comes after the last attention is of no use to the others. */
export function forwardPredicting(network: Network, pass: Pass, predicting: Predicting): void {
  const { config, recorder } = network;
  const last = config.layers - 1;
  const { x, o } = layerOf(pass.layers, last);
  forward(network, pass, last);
  attend(network, pass, last);
  const { list, tiles } = predicting;
  gather(recorder, { tiles, list, x, y: predicting.x, width: config.hidden });
  gather(recorder, { tiles, list, x: o, y: predicting.o, width: queryWidth(config) });
  const picked = passOfPredicting(pass, predicting);
  afterAttention(network, picked, last);
  finishLayer(network, picked, last);
}

/** The pass of the last layer's second half over the predicting rows. */
export function passOfPredicting(pass: Pass, { tiles, x, o }: Predicting): Pass {
  const last = pass.layers.length - 1;
  const layers = pass.layers.with(last, { ...layerOf(pass.layers, last), x, o });
  return { ...pass, layers, tables: { ...pass.tables, tiles }, over: overPredictions };
}

/** Everything of a layer but its last product: what its way back needs, from its input alone. */
export function forwardLayer(network: Network, pass: Pass, layer: number): void {
  attend(network, pass, layer);
  afterAttention(network, pass, layer);
}

/** A layer's first half, to the attention's output. */
function attend(network: Network, pass: Pass, layer: number): void {
  const { config, weights, recorder } = network;
  const { hidden, epsilon } = config;
  const { over, shared } = pass;
  const { rows, tiles, ropeTable, paths, lists } = pass.tables;
  const { x, qkv, q, kv, o, stats } = layerOf(pass.layers, layer);
  const section = layerSection(layer);
  const gain = weights.view(section, 'norm1');

  rmsNorm(recorder, { tiles, x, gain, y: shared.normed, width: hidden, epsilon, over });
  loraInput(network, pass, { layer, name: 'qkv', from: shared.normed });
  product(network, pass, { layer, name: 'qkv', from: shared.normed, to: qkv, bias: weights.maybe(section, 'bias') });
  rope(recorder, {
    tiles,
    rows,
    qkv,
    gains: weights.maybe(section, 'headNorm'),
    ropeTable,
    q,
    kv,
    shape: config,
    over,
  });
  attention(recorder, { tiles, rows, q, kv, o, stats, paths, shape: config, over, lists });
}

/** A layer's second half, to the last product's input. */
function afterAttention(network: Network, pass: Pass, layer: number): void {
  const { config, weights, recorder } = network;
  const { hidden, intermediate, epsilon } = config;
  const { over, shared } = pass;
  const { tiles } = pass.tables;
  const { x, middle, o, gu } = layerOf(pass.layers, layer);
  const gain = weights.view(layerSection(layer), 'norm2');

  loraInput(network, pass, { layer, name: 'o', from: o });
  product(network, pass, { layer, name: 'o', from: o, to: middle, residual: x });
  rmsNorm(recorder, { tiles, x: middle, gain, y: shared.normed, width: hidden, epsilon, over });
  loraInput(network, pass, { layer, name: 'gu', from: shared.normed });
  product(network, pass, { layer, name: 'gu', from: shared.normed, to: gu });
  swiglu(recorder, { tiles, gu, act: shared.act, width: intermediate, over });
  loraInput(network, pass, { layer, name: 'down', from: shared.act });
}

/** The last product: the layer's output. */
function finishLayer(network: Network, pass: Pass, layer: number): void {
  const { middle, out } = layerOf(pass.layers, layer);
  product(network, pass, { layer, name: 'down', from: pass.shared.act, to: out, residual: middle });
}

/** h = x·A of a joined linear layer, where there are adapters. */
function loraInput(
  network: Network,
  { tables: { tiles }, layers, over }: Pass,
  { layer, name, from }: { layer: number; name: LinearName; from: View },
): void {
  const lora = loraTerm(network, layer, { name, h: layerOf(layers, layer).h[name] });
  if (lora) loraDown(network.recorder, { tiles, x: from, lora, k: widthsOf(network.config)[name].k, over });
}

/** A joined linear layer; its h is there already. */
function product(
  network: Network,
  { tables: { tiles }, layers, over }: Pass,
  {
    layer,
    name,
    from,
    to,
    ...others
  }: { layer: number; name: LinearName; from: View; to: View; bias?: View | undefined; residual?: View },
): void {
  const lora = loraTerm(network, layer, { name, h: layerOf(layers, layer).h[name] });
  const w = network.weights.view(layerSection(layer), name);
  matmul(network.recorder, { tiles, x: from, w, lora, y: to, ...widthsOf(network.config)[name], over, ...others });
}

const widthsOf = (config: ModelConfig): Readonly<Record<LinearName, { k: number; n: number }>> => {
  const { hidden, intermediate } = config;
  return {
    qkv: { k: hidden, n: joinedWidth(config) },
    o: { k: queryWidth(config), n: hidden },
    gu: { k: hidden, n: 2 * intermediate },
    down: { k: intermediate, n: hidden },
  };
};

/** A window of the vocabulary as its logits lie: `stride` floats a row, the window's tokens rounded up to quads. */
export interface LogitsWindow {
  readonly index: number;
  readonly first: number;
  readonly count: number;
  readonly stride: number;
}

/** The windows in which the head is walked, in order; one where the table fits a binding. */
export const logitsWindows = ({ weights, config }: Pick<Network, 'weights' | 'config'>): readonly LogitsWindow[] =>
  weights
    .windows(headSection(config))
    .map(({ first, count }, index) => ({ index, first, count, stride: quads(count) }));

/** Logits of normed rows `first` … of a chunk for a window, written from the chunk's own row 0 on. The window's rows of
 *  the table. */
export function headForward(
  { config, weights, recorder }: Network,
  {
    tiles,
    normed,
    logits,
    window,
    first,
    over,
  }: { tiles: View; normed: View; logits: View; window: LogitsWindow; first: number; over: Count },
): Matrix {
  const table = present(weights.windows(headSection(config))[window.index], 'window').view;
  matmulTransposed(recorder, {
    tiles,
    dy: normed,
    w: table,
    dx: logits,
    k: window.count,
    n: config.hidden,
    first,
    over,
  });
  return table;
}

const quads = (count: number): number => Math.ceil(count / 4) * 4;

/** Floats of a row of logits in the widest window. */
export const logitsWidth = (weights: Windows, config: ModelConfig): number =>
  Math.max(...weights.windows(headSection(config)).map(({ count }) => quads(count)));

/** Rows of logits kept at once: at most 64 MiB where the vocabulary allows, whole workgroups of the products, so that
 *  no [tokens × vocabulary] buffer is ever needed. */
export const logitsRows = (width: number, wanted: number): number =>
  Math.max(
    tallestWorkgroup,
    Math.min(
      Math.ceil(wanted / tallestWorkgroup) * tallestWorkgroup,
      Math.floor(2 ** 24 / width / tallestWorkgroup) * tallestWorkgroup,
    ),
  );
