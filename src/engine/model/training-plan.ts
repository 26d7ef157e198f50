// What a training batch is played from: its buffers, and the two recordings over them – top to bottom with scores, and bottom to top.
// Recorded once per policy and bucket of sizes; training.ts plays it. Nothing of one batch is in it.
import { type Buffers, bucketOf } from '../gpu/buffers';
import type { KernelShelf, View } from '../gpu/kernel';
import { Recorder } from '../gpu/recorder';
import { overChunk, overPredictions, overRows } from '../kernels/counts';
import { embedBackward } from '../kernels/embed/embed';
import { matmul } from '../kernels/matmul/matmul';
import { objective } from '../kernels/objective/objective';
import { rmsNorm, rmsNormBackward } from '../kernels/rms-norm/rms-norm';
import { gather, scatter } from '../kernels/rows/rows';
import { columnSum, type Partial, reduceChunks, weightGradient } from '../kernels/weight-gradient/weight-gradient';
import { layerOf, makeActivations } from './activations';
import { backward, type Gradients, type Slopes } from './backward';
import { queryWidth } from './config';
import { forward, headForward, logitsWidth } from './forward';
import { endSection, headView, type Network } from './network';
import type { PackedTraining } from './rows';

/** What one policy brings to a batch. */
export interface Trained {
  /** Names the recording: same key, same weights, adapters and gradients. */
  readonly key: string;
  readonly network: Omit<Network, 'recorder'>;
  /** The adapter's place in quads, or NONE. */
  readonly adapter: number;
  readonly gradients: Gradients | undefined;
}

export interface TrainingPlan {
  readonly generation: number;
  readonly forward: Recorder;
  readonly backward: Recorder | undefined;
}

/** Words of a target's result in the objective kernel. */
export const resultWords = 8;

/** All buffers of a batch of this size; gradients' only where it trains. */
export function trainingViews(
  { buffers, nothing }: { buffers: Buffers; nothing: View },
  { network, gradients }: Trained,
  {
    batch,
    train,
    headRows,
    partialBytes: bytes,
  }: { batch: PackedTraining; train: boolean; headRows: number; partialBytes: number },
) {
  const { config, adapters } = network;
  const { hidden, intermediate, heads, kvHeads, paddedHead, vocabulary } = config;
  const rank = adapters?.rank ?? 0;
  const all = gradients?.kind === 'all-weights';
  const rows = bucketOf(batch.count);
  const predictions = bucketOf(batch.predictions.length);
  const targets = bucketOf(batch.places.length);
  const make = (name: string, words: number): View => buffers.storage(name, Math.max(4, words) * 4);
  const slope = (name: string, words: number): View => (train ? make(name, words) : nothing);
  return {
    ...makeActivations(buffers, config, { rows: batch.count, slots: batch.count, rank, keep: train }),
    rows: make('rows', rows * 8),
    tiles: make('tiles', Math.ceil(rows / 32) * 2),
    list: make('list', predictions),
    headTiles: make('head tiles', Math.ceil(predictions / 32) * 2),
    starts: make('starts', predictions + 1),
    targets: make('targets', targets * 8),
    results: make('results', targets * resultWords),
    tokenStarts: make('token starts', vocabulary + 1),
    readers: make('readers', rows),
    picked: make('picked', predictions * hidden),
    headNormed: make('head normed', predictions * hidden),
    dHeadNormed: slope('d head normed', predictions * hidden),
    dPicked: slope('d picked', predictions * hidden),
    logits: make('logits', headRows * logitsWidth(vocabulary)),
    dx: slope('dx', rows * hidden),
    dnormed: slope('dnormed', rows * hidden),
    dact: slope('dact', rows * intermediate),
    dAttention: slope('d attention', rows * queryWidth(config)),
    dkv: slope('dkv', rows * 2 * kvHeads * paddedHead),
    dh: slope('dh', rows * 3 * rank),
    terms: slope('terms', rows * (config.normedHeads ? (heads + kvHeads) * paddedHead : 1)),
    // One per layout, never shared: the gaps between a section's tensors must stay zero, they are summed and stepped like the rest.
    partial: slope(all ? 'partial of weights' : `partial of adapters ${rank}`, bytes / 4),
    partialHead: all ? slope('partial of head', vocabulary * hidden) : nothing,
  };
}

/** The recordings over these buffers. */
export function recordTraining(
  { device, shelf, nothing }: { device: GPUDevice; shelf: KernelShelf; nothing: View },
  policy: Trained,
  {
    views,
    spans,
    settings,
    turns,
    train,
    predictions,
    headRows,
    generation,
  }: {
    views: ReturnType<typeof trainingViews>;
    spans: { rows: View; predictions: View; chunks: View[] };
    settings: View;
    turns: View;
    train: boolean;
    predictions: number;
    headRows: number;
    generation: number;
  },
): TrainingPlan {
  const recorder = new Recorder(device, shelf, nothing);
  const network: Network = { ...policy.network, recorder };
  const { config, weights } = network;
  const { hidden, epsilon, vocabulary } = config;
  const pass = {
    tables: { rows: views.rows, tiles: views.tiles, turns },
    layers: views.layers,
    shared: views.shared,
    over: overRows,
  };
  forward(network, pass);
  const end = endSection(config);
  const gain = weights.view(end, 'norm');
  const tiles = views.headTiles;
  gather(recorder, {
    tiles,
    list: views.list,
    x: layerOf(views.layers, config.layers - 1).out,
    y: views.picked,
    width: hidden,
  });
  rmsNorm(recorder, { tiles, x: views.picked, gain, y: views.headNormed, width: hidden, epsilon, over: overPredictions });
  const stride = logitsWidth(vocabulary);
  const all = policy.gradients?.kind === 'all-weights' ? policy.gradients.slabs : undefined;
  const headGradient = all && (config.tied ? all.view(0, 'embedding') : all.view(end, 'head'));
  for (const [index, span] of spans.chunks.entries()) {
    const first = index * headRows;
    const over = overChunk(first, headRows);
    headForward(network, { tiles, normed: views.headNormed, logits: views.logits, first, over });
    objective(recorder, {
      settings,
      first,
      starts: views.starts,
      targets: views.targets,
      logits: views.logits,
      results: views.results,
      over,
    });
    if (!train) continue;
    matmul(recorder, { tiles, x: views.logits, w: headView(network), y: views.dHeadNormed, k: stride, n: hidden, first, over });
    if (headGradient) {
      const partial: Partial = {
        view: views.partialHead,
        span,
        stride: vocabulary * hidden,
        chunks: (sizes) => (over(sizes) > 0 ? 1 : 0),
      };
      const rest = Math.min(headRows, predictions - first);
      const normed = { buffer: views.headNormed.buffer, offset: first * hidden * 4, size: rest * hidden * 4 };
      weightGradient(recorder, {
        a: views.logits,
        b: normed,
        i: vocabulary,
        j: hidden,
        aStride: stride,
        offset: 0,
        partial,
        over,
      });
      reduceChunks(recorder, { partial, gradient: headGradient, floats: vocabulary * hidden });
    }
  }
  if (!train || !policy.gradients) return { generation, forward: recorder, backward: undefined };

  const back = new Recorder(device, shelf, nothing);
  const mirrored: Network = { ...policy.network, recorder: back };
  rmsNormBackward(back, {
    tiles,
    x: views.picked,
    gain,
    dy: views.dHeadNormed,
    dx: views.dPicked,
    width: hidden,
    epsilon,
    accumulate: false,
    over: overPredictions,
  });
  if (all) {
    const partial: Partial = { view: views.partialHead, span: spans.predictions, stride: hidden, chunks: () => 1 };
    columnSum(back, { b: views.dHeadNormed, j: hidden, rowStride: hidden, offset: 0, partial });
    reduceChunks(back, { partial, gradient: all.view(end, 'norm'), floats: hidden });
  }
  scatter(back, { tiles: views.tiles, rows: views.rows, y: views.dPicked, x: views.dx, width: hidden });
  const slopes: Slopes = { ...views, partial: { view: views.partial, span: spans.rows, chunks: (sizes) => sizes.chunks } };
  backward(mirrored, pass, slopes, policy.gradients);
  if (all)
    embedBackward(back, {
      starts: views.tokenStarts,
      readers: views.readers,
      dx: views.dx,
      gradient: all.view(0, 'embedding'),
      width: hidden,
      vocabulary,
    });
  return { generation, forward: recorder, backward: back };
}

export function dropPlan({ forward: one, backward: other }: TrainingPlan): void {
  one.destroy();
  other?.destroy();
}
