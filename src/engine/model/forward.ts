// The model from top to bottom; backward.ts is its mirror. Training, prompts and decoding all record this one list.

import type { View } from '../gpu/kernel';
import { attention } from '../kernels/attention/attention';
import type { Count } from '../kernels/counts';
import { embed } from '../kernels/embed/embed';
import { loraDown, matmul, matmulTransposed } from '../kernels/matmul/matmul';
import { rmsNorm } from '../kernels/rms-norm/rms-norm';
import { rope } from '../kernels/rope/rope';
import { swiglu } from '../kernels/swiglu/swiglu';
import { type LayerActivations, layerOf, type SharedActivations } from './activations';
import { joinedWidth, queryWidth } from './config';
import { headView, type LinearName, layerSection, loraTerm, type Network, type RowTables } from './network';

export interface Pass {
  readonly tables: RowTables;
  readonly layers: readonly LayerActivations[];
  readonly shared: SharedActivations;
  readonly over: Count;
}

/** Tokens → the last layer's output. */
export function forward(network: Network, pass: Pass): void {
  const { config, weights, recorder } = network;
  const { tables, layers, over } = pass;
  const { rows, tiles } = tables;
  embed(recorder, { tiles, rows, embedding: weights.view(0, 'embedding'), x: layerOf(layers, 0).x, width: config.hidden, over });
  for (const layer of layers.keys()) forwardLayer(network, pass, layer);
}

function forwardLayer(network: Network, pass: Pass, layer: number): void {
  const { config, weights, recorder } = network;
  const { hidden, intermediate, epsilon } = config;
  const { over, shared } = pass;
  const { rows, tiles, turns } = pass.tables;
  const { x, middle, qkv, q, kv, o, seen, gu, h, out } = layerOf(pass.layers, layer);
  const section = layerSection(layer);
  const w = (name: string): View => weights.view(section, name);
  const linear = (
    name: LinearName,
    { from, to, k, n, bias, residual }: { from: View; to: View; k: number; n: number; bias?: View | undefined; residual?: View },
  ) => {
    const lora = loraTerm(network, layer, { name, h: h[name] });
    if (lora) loraDown(recorder, { tiles, x: from, lora, k, over });
    matmul(recorder, { tiles, x: from, w: w(name), bias, lora, y: to, k, n, over, ...(residual ? { residual } : {}) });
  };

  rmsNorm(recorder, { tiles, x, gain: w('norm1'), y: shared.normed, width: hidden, epsilon, over });
  linear('qkv', { from: shared.normed, to: qkv, k: hidden, n: joinedWidth(config), bias: weights.maybe(section, 'bias') });
  rope(recorder, { tiles, rows, qkv, gains: weights.maybe(section, 'headNorm'), turns, q, kv, shape: config, over });
  attention(recorder, { tiles, rows, q, kv, o, seen, shape: config, over });
  linear('o', { from: o, to: middle, k: queryWidth(config), n: hidden, residual: x });
  rmsNorm(recorder, { tiles, x: middle, gain: w('norm2'), y: shared.normed, width: hidden, epsilon, over });
  linear('gu', { from: shared.normed, to: gu, k: hidden, n: 2 * intermediate });
  swiglu(recorder, { tiles, gu, act: shared.act, width: intermediate, over });
  linear('down', { from: shared.act, to: out, k: intermediate, n: hidden, residual: middle });
}

/** Logits of normed rows `first` … of a chunk, written from the chunk's own row 0 on. */
export function headForward(
  network: Network,
  { tiles, normed, logits, first, over }: { tiles: View; normed: View; logits: View; first: number; over: Count },
): void {
  const { config, recorder } = network;
  matmulTransposed(recorder, {
    tiles,
    dy: normed,
    w: headView(network),
    dx: logits,
    k: config.vocabulary,
    n: config.hidden,
    first,
    over,
  });
}

/** Floats of a row of logits: the vocabulary rounded up to quads. */
export const logitsWidth = (vocabulary: number): number => Math.ceil(vocabulary / 4) * 4;

/** Rows of logits kept at once: under 64 MiB, whole tiles, so that no [tokens × vocabulary] buffer is ever needed. */
export const logitsRows = (vocabulary: number, wanted: number): number =>
  Math.max(64, Math.min(Math.ceil(wanted / 64) * 64, Math.floor(2 ** 24 / logitsWidth(vocabulary) / 64) * 64));
