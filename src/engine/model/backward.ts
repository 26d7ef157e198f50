// The model from bottom to top: forward.ts read backwards. `dx` is the gradient of the residual stream and is added to
// in place; an activation that is no longer needed leaves as its own gradient (gu, o → dq, qkv). Cheap activations
// (norms, act) are made again; where layers kept their inputs only, all of a layer is. Gradients are sums over row
// chunks into `partial`, one stretch per layer, which is then added to the layer's gradients.

import { present } from '../../basics/check';
import type { ModelConfig } from '../../contract/model-config';
import type { View } from '../gpu/kernel';
import { attentionBackward } from '../kernels/attention/attention';
import { loraUpTransposed, matmulTransposed } from '../kernels/matmul/matmul';
import { rmsNorm, rmsNormBackward } from '../kernels/rms-norm/rms-norm';
import { ropeBackward } from '../kernels/rope/rope';
import { scatter } from '../kernels/rows/rows';
import { swiglu, swigluBackward } from '../kernels/swiglu/swiglu';
import { columnSum, type Partial, reduceChunks, weightGradient } from '../kernels/weight-gradient/weight-gradient';
import { type ActivationCheckpointing, layerOf } from './activations';
import { forwardLayer, type Pass, type Predicting, passOfPredicting } from './forward';
import { adapterOffset, type LinearName, layerSection, loraTerm, type Network } from './network';
import { joinedWidth, patchSectionIn, queryWidth, type Section } from './parameters';
import { patchWidth } from './patches';
import type { WeightArena } from './weight-arena';

export interface ActivationGradients {
  readonly dx: View; // [M, C]
  readonly dnormed: View; // [M, C]
  readonly dact: View; // [M, F]
  readonly dAttention: View; // [M, H, P]
  readonly dkv: View; // [M, 2, KV, P]
  readonly dh: View; // [M, 3·R]
  readonly terms: View; // [M, H + KV, P]
  /** Chunked sums; its stride is set per layer. */
  readonly partial: Omit<Partial, 'stride'>;
  /** The same for the patch encoder. */
  readonly partialPatches: View;
}

/** Where gradients go: an adapter's flat stretch, or an arena like the weights'. */
export type Gradients =
  | { readonly kind: 'adapter'; readonly flat: GPUBuffer }
  | { readonly kind: 'all-weights'; readonly arena: WeightArena };

/** Gradients where only predicting rows have any: of the last layer's second half. */
export interface PredictingGradients {
  readonly dx: View; // [predictions, C]
  readonly dAttention: View; // [predictions, H, P]
  /** How the predicting rows' sums are cut: into as many chunks as all rows'. */
  readonly span: View;
}

interface WayBack {
  readonly pass: Pass;
  readonly activationGradients: ActivationGradients;
  readonly gradients: Gradients;
}

/** Gradient of what the last layer's predicting rows are (in `predictingGradients.dx`) → gradients, and for all weights
 *  and pictures that of the embedding's output (in dx). */
export function backward(
  network: Network,
  {
    predicting,
    predictingGradients: { span, ...ofPredicting },
    checkpointing,
    ...all
  }: WayBack & {
    predicting: Predicting;
    predictingGradients: PredictingGradients;
    checkpointing: ActivationCheckpointing;
  },
): void {
  const { pass, activationGradients } = all;
  const { hidden } = network.config;
  const last = pass.layers.length - 1;
  const { partial } = activationGradients;
  const picked = passOfPredicting(pass, predicting);
  const own = { ...activationGradients, ...ofPredicting, partial: { ...partial, span } };
  afterAttentionBackward(network, { ...all, pass: picked, activationGradients: own, layer: last });
  const { tiles, rows } = pass.tables;
  const back = { tiles, rows };
  const { dx, dAttention } = activationGradients;
  scatter(network.recorder, { ...back, y: ofPredicting.dx, x: dx, width: hidden });
  scatter(network.recorder, { ...back, y: ofPredicting.dAttention, x: dAttention, width: queryWidth(network.config) });
  attendBackward(network, { ...all, layer: last });
  for (let layer = last - 1; layer >= 0; layer--) {
    // the last layer's are still there
    if (checkpointing === 'inputs') forwardLayer(network, pass, layer);
    afterAttentionBackward(network, { ...all, layer });
    attendBackward(network, { ...all, layer });
  }
  if (pass.tables.patches) patchesBackward(network, all, pass.tables.patches);
}

/** dW of the patch encoder: patchᵀ · dx, in which words are zero. */
function patchesBackward(
  { config: { hidden }, adapters, recorder }: Network,
  { pass: { over }, activationGradients, gradients }: WayBack,
  patches: View,
): void {
  const floats = patchWidth * hidden;
  const partial: Partial = { ...activationGradients.partial, view: activationGradients.partialPatches, stride: floats };
  const product = { a: patches, b: activationGradients.dx, i: patchWidth, j: hidden, aStride: patchWidth, offset: 0 };
  weightGradient(recorder, { ...product, partial, over });
  const sections = gradients.kind === 'all-weights' ? gradients.arena.plan.sections : (adapters?.sections ?? []);
  const index = patchSectionIn(sections);
  const gradient =
    gradients.kind === 'all-weights'
      ? gradients.arena.section(index)
      : { buffer: gradients.flat, offset: adapterOffset(sections, index) * 4, size: floats * 4 };
  reduceChunks(recorder, { partial, gradient, floats });
}

/** What both halves of a layer's way back work with. */
function partsOf(network: Network, { pass, activationGradients, gradients, layer }: WayBack & { layer: number }) {
  const { weights, recorder, adapters } = network;
  const { over } = pass;
  const { tiles } = pass.tables;
  const { hidden } = network.config;
  const { h } = layerOf(pass.layers, layer);
  const { dh } = activationGradients;
  const section = layerSection(layer);
  const all = gradients.kind === 'all-weights';
  const own = present(
    gradients.kind === 'all-weights' ? gradients.arena.plan.sections[section] : adapters?.sections[layer],
    'section',
  );
  const partial: Partial = { ...activationGradients.partial, stride: own.floats };
  const at = (name: string): number => present(own.slots[name], `gradient ${name}`).offset;
  const gain = (name: 'norm1' | 'norm2', terms: View) => {
    if (all) columnSum(recorder, { b: terms, j: hidden, rowStride: hidden, offset: at(name), partial });
  };
  /** Gradients of a joined linear layer from its input x and its output's gradient dy, then the input's gradient. */
  const linear = (
    name: LinearName,
    { from, dy, to, k, n }: { from: View; dy: View; to: View | undefined; k: number; n: number },
  ) => {
    const term = loraTerm(network, layer, { name, h: dh });
    if (term) {
      const { rank, parts, scale } = term;
      const width = rank * parts.length;
      loraUpTransposed(recorder, { tiles, dy, lora: term, n, over });
      weightGradient(recorder, { a: from, b: dh, i: k, j: width, aStride: k, offset: at(`${name}.a`), partial, over });
      weightGradient(recorder, {
        a: h[name],
        b: dy,
        i: rank,
        j: n,
        aStride: width,
        offset: at(`${name}.b`),
        scale,
        partial,
        over,
        joined: { rank, parts },
      });
    }
    if (all) weightGradient(recorder, { a: from, b: dy, i: k, j: n, aStride: k, offset: at(name), partial, over });
    if (to) matmulTransposed(recorder, { tiles, dy, w: weights.view(section, name), lora: term, dx: to, k, n, over });
  };
  return { section, all, partial, at, gain, linear, floats: own.floats };
}

/** A layer's second half: gradient of its output in dx → of its middle in dx, of the attention's output in
 *  dAttention. */
function afterAttentionBackward(network: Network, way: WayBack & { layer: number }): void {
  const { config, weights, recorder } = network;
  const { hidden, intermediate, epsilon } = config;
  const { over, shared, layers, tables } = way.pass;
  const { tiles } = tables;
  const { middle, o, gu } = layerOf(layers, way.layer);
  const { dx, dnormed, dact, dAttention } = way.activationGradients;
  const { section, gain, linear } = partsOf(network, way);

  swiglu(recorder, { tiles, gu, act: shared.act, width: intermediate, over });
  linear('down', { from: shared.act, dy: dx, to: dact, k: intermediate, n: hidden });
  swigluBackward(recorder, { tiles, dact, gu, width: intermediate, over });
  rmsNorm(recorder, {
    tiles,
    x: middle,
    gain: weights.view(section, 'norm2'),
    y: shared.normed,
    width: hidden,
    epsilon,
    over,
  });
  linear('gu', { from: shared.normed, dy: gu, to: dnormed, k: hidden, n: 2 * intermediate });
  rmsNormBackward(recorder, {
    tiles,
    x: middle,
    gain: weights.view(section, 'norm2'),
    dy: dnormed,
    dx,
    width: hidden,
    epsilon,
    accumulate: true,
    over,
  });
  gain('norm2', dnormed);
  linear('o', { from: o, dy: dx, to: dAttention, k: queryWidth(config), n: hidden });
}

/** A layer's first half: gradient of the attention's output in dAttention, of the layer's middle in dx → of its input
 *  in dx. Then its sums are added to the gradients. */
function attendBackward(network: Network, way: WayBack & { layer: number }): void {
  const { config, weights, recorder } = network;
  const { hidden, epsilon, heads, kvHeads, paddedHead } = config;
  const { over, shared, layers, tables } = way.pass;
  const { rows, tiles, ropeTable, paths } = tables;
  const { x, qkv, q, kv, o, stats } = layerOf(layers, way.layer);
  const { dx, dnormed, dAttention, dkv, terms } = way.activationGradients;
  const { section, all, partial, at, gain, linear, floats } = partsOf(network, way);

  attentionBackward(recorder, { tiles, rows, q, kv, o, stats, paths, d_o: dAttention, dkv, shape: config, over });
  const gains = weights.maybe(section, 'headNorm');
  ropeBackward(recorder, { tiles, rows, qkv, gains, ropeTable, dq: o, dkv, terms, shape: config, over });
  if (all && gains) {
    const place = { b: terms, j: paddedHead, rowStride: (heads + kvHeads) * paddedHead, partial };
    columnSum(recorder, { ...place, inner: heads, offset: at('headNorm') });
    columnSum(recorder, { ...place, inner: kvHeads, first: heads * paddedHead, offset: at('headNorm') + paddedHead });
  }
  if (all && config.biased)
    columnSum(recorder, {
      b: qkv,
      j: joinedWidth(config),
      rowStride: joinedWidth(config),
      offset: at('bias'),
      partial,
    });
  rmsNorm(recorder, { tiles, x, gain: weights.view(section, 'norm1'), y: shared.normed, width: hidden, epsilon, over });
  const wanted = all || way.layer > 0 || tables.patches !== undefined; // else nothing learns below the lowest adapter
  linear('qkv', { from: shared.normed, dy: qkv, to: wanted ? dnormed : undefined, k: hidden, n: joinedWidth(config) });
  if (wanted) {
    rmsNormBackward(recorder, {
      tiles,
      x,
      gain: weights.view(section, 'norm1'),
      dy: dnormed,
      dx,
      width: hidden,
      epsilon,
      accumulate: true,
      over,
    });
    gain('norm1', dnormed);
  }
  reduceChunks(recorder, { partial, gradient: gradientOf(network, way.gradients, way.layer), floats });
}

function gradientOf({ adapters }: Network, gradients: Gradients, layer: number): View {
  if (gradients.kind === 'all-weights') return gradients.arena.section(layerSection(layer));
  const sections = present(adapters, 'an adapter to train').sections;
  const floats = present(sections[layer], 'adapter layer').floats;
  return { buffer: gradients.flat, offset: adapterOffset(sections, layer) * 4, size: floats * 4 };
}

/** Floats of the widest stretch of gradients that one chunk of rows sums: a layer's, of all weights or of an
 *  adapter. */
export const partialFloats = (config: ModelConfig, sections: readonly Section[]): number =>
  Math.max(config.hidden, ...sections.map(({ floats }) => floats));
