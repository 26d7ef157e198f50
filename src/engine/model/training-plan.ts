// What a training batch is played from: its buffers, and the two recordings over them – top to bottom with scores, and
// bottom to top. Recorded once per policy and bucket of sizes; training.ts plays it. Nothing of one batch is in it.
import { present } from '../../basics/check';
import type { ModelConfig } from '../../contract/model-config';
import { bucketOf, type Make } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { View } from '../gpu/kernel';
import { Recorder } from '../gpu/recorder';
import { overChunk, overPredictions, overRows } from '../kernels/counts';
import { embedBackward } from '../kernels/embed/embed';
import { matmul } from '../kernels/matmul/matmul';
import { objective, objectiveGradient, softmaxWindow } from '../kernels/objective/objective';
import type { Matrix } from '../kernels/packed/packed';
import { rmsNorm, rmsNormBackward } from '../kernels/rms-norm/rms-norm';
import { resultLayout, rowLayout, softmaxLayout, targetLayout } from '../kernels/shared/layouts';
import { columnSum, type Partial, reduceChunks, weightGradient } from '../kernels/weight-gradient/weight-gradient';
import { type ActivationCheckpointing, layerOf, makeActivations } from './activations';
import { type ActivationGradients, backward, type Gradients, partialFloats } from './backward';
import { forwardPredicting, headForward, logitsRows, logitsWidth, logitsWindows } from './forward';
import { embeddingSection, endSection, headSection, layerSection, type Network } from './network';
import { queryWidth, type Section } from './parameters';
import { patchWidth } from './patches';
import { tileWords } from './tile-table';
import type { Windows } from './weight-arena';

/** What one policy brings to a batch. */
export interface TrainingContext {
  /** Names the recording: same key, same weights, adapters and gradients. */
  readonly key: string;
  readonly network: Omit<Network, 'recorder'>;
  /** The adapter's place in quads, or NONE. */
  readonly adapter: number;
  readonly gradients: Gradients | undefined;
}

/** What a batch's buffers depend on beside its size. */
export interface TrainingShape {
  readonly config: ModelConfig;
  readonly rank: number;
  readonly trains: 'adapter' | 'all-weights' | 'nothing';
  readonly checkpointing: ActivationCheckpointing;
  /** Whether its prompts show pictures. */
  readonly pictures: boolean;
  /** Floats of a row of logits in the vocabulary's widest window. */
  readonly logitsWidth: number;
  /** Chunks of rows whose gradients are summed apart, at most, and floats of a chunk's sums. */
  readonly chunks: number;
  readonly partialFloats: number;
}

/** Counts of a batch that its buffers grow with. */
export interface BatchSize {
  readonly rows: number;
  readonly predictions: number;
  /** Completion tokens. */
  readonly targets: number;
  /** Prompts' tokens where prompts share prefixes, otherwise none. */
  readonly paths: number;
}

/** Gradients' partial sums take at most this much. */
const partialBytes = 48 * 2 ** 20;

/** The shape of a network's batches; `moving`: the sections that are trained, layer by layer. */
export function trainingShape(
  {
    config,
    weights,
    adapters,
  }: { config: ModelConfig; weights: Windows; adapters: { readonly rank: number } | undefined },
  {
    moving,
    trains,
    checkpointing,
    pictures,
  }: {
    moving: readonly Section[];
    trains: TrainingShape['trains'];
    checkpointing: ActivationCheckpointing;
    pictures: boolean;
  },
): TrainingShape {
  const floats = partialFloats(config, moving);
  return {
    config,
    rank: adapters?.rank ?? 0,
    trains,
    checkpointing,
    pictures,
    logitsWidth: logitsWidth(weights, config),
    chunks: Math.max(1, Math.min(32, Math.floor(partialBytes / 4 / floats))),
    partialFloats: floats,
  };
}

/** The sections whose gradients a layer's way back sums: the adapter's, or the weights'. */
export function movingSections({
  network,
  gradients,
}: Pick<TrainingContext, 'network' | 'gradients'>): readonly Section[] {
  const { config, adapters } = network;
  if (gradients?.kind !== 'all-weights') return adapters?.sections ?? [];
  return gradients.arena.plan.sections.slice(layerSection(0), layerSection(config.layers));
}

export interface TrainingPlan {
  readonly generation: number;
  readonly forward: Recorder;
  readonly backward: Recorder | undefined;
}

/** All buffers of a batch of this size; gradients only where it trains (`nothing` elsewhere). V as in
 *  activations.ts. */
export function trainingViews<V>(make: Make<V>, nothing: V, shape: TrainingShape, { rows: count, ...size }: BatchSize) {
  const { config, rank, trains, checkpointing } = shape;
  const { hidden, intermediate, heads, kvHeads, paddedHead, vocabulary } = config;
  const rows = bucketOf(count);
  const predictions = bucketOf(size.predictions);
  const targets = bucketOf(size.targets);
  const headRows = logitsRows(shape.logitsWidth, predictions);
  const named = (name: string, words: number): V => make(name, Math.max(4, words) * 4);
  const table = (name: string, words: number): V => make(name, Math.max(4, words) * 4, 'indices');
  const gradient = (name: string, words: number): V => (trains === 'nothing' ? nothing : named(name, words));
  return {
    ...makeActivations(make, config, { rows: count, slots: count, rank, checkpointing }),
    rows: make('rows', rows * rowLayout.words * 4, 'rows'),
    tiles: table('tiles', tileWords(rows)),
    paths: size.paths > 0 ? table('paths', bucketOf(size.paths)) : undefined,
    list: table('list', predictions),
    headTiles: table('head tiles', tileWords(predictions)),
    starts: table('starts', predictions + 1),
    targets: table('targets', targets * targetLayout.words),
    softmax: named('softmax', predictions * softmaxLayout.words),
    results: named('results', targets * resultLayout.words),
    tokenStarts: table('token starts', vocabulary + 1),
    rowsByToken: table('rows by token', rows),
    pickedX: named('picked x', predictions * hidden),
    pickedO: named('picked o', predictions * queryWidth(config)),
    headNormed: named('head normed', predictions * hidden),
    dHeadNormed: gradient('d head normed', predictions * hidden),
    dPickedX: gradient('d picked x', predictions * hidden),
    dPickedO: gradient('d picked o', predictions * queryWidth(config)),
    logits: named('logits', headRows * shape.logitsWidth),
    dx: gradient('dx', rows * hidden),
    dnormed: gradient('dnormed', rows * hidden),
    dact: gradient('dact', rows * intermediate),
    dAttention: gradient('d attention', rows * queryWidth(config)),
    dkv: gradient('dkv', rows * 2 * kvHeads * paddedHead),
    dh: gradient('dh', rows * 3 * rank),
    terms: gradient('terms', rows * (config.normedHeads ? (heads + kvHeads) * paddedHead : 1)),
    // One per layout, never shared: the gaps between a section's tensors must stay zero, they are summed and stepped
    // like the rest.
    partial: gradient(
      trains === 'all-weights' ? 'partial of weights' : `partial of adapters ${rank}`,
      shape.chunks * shape.partialFloats,
    ),
    patches: shape.pictures ? named('patches', rows * patchWidth) : undefined,
    partialPatches: shape.pictures ? gradient('partial of patches', shape.chunks * patchWidth * hidden) : nothing,
    partialHead: trains === 'all-weights' ? named('partial of head', shape.logitsWidth * hidden) : nothing,
  };
}

/** The recordings over these buffers. */
export function recordTraining(
  engine: EngineDevice,
  policy: TrainingContext,
  batch: {
    shape: TrainingShape;
    views: ReturnType<typeof trainingViews<View>>;
    spans: { rows: View; predicting: View; predictions: View; chunks: View[] };
    settings: View;
    ropeTable: View;
    nothing: View;
    /** Bucket of predictions. */
    predictions: number;
    generation: number;
  },
): TrainingPlan {
  const { shape, views, spans, ropeTable, nothing, generation } = batch;
  const recorder = new Recorder(engine, nothing);
  const network: Network = { ...policy.network, recorder };
  const { config, weights } = network;
  const { hidden, epsilon } = config;
  const { rows, tiles, paths, patches } = views;
  const pass = {
    tables: { rows, tiles, paths, patches, ropeTable },
    layers: views.layers,
    shared: views.shared,
    over: overRows,
  };
  const end = endSection(config);
  const x = layerOf(views.layers, config.layers - 1).out;
  const head = { tiles: views.headTiles, x, width: hidden, epsilon, over: overPredictions };
  const predicting = { list: views.list, tiles: views.headTiles, x: views.pickedX, o: views.pickedO };
  forwardPredicting(network, pass, predicting);
  rmsNorm(recorder, { ...head, gain: weights.view(end, 'norm'), y: views.headNormed });
  for (const [chunk, span] of spans.chunks.entries())
    recordHead(network, { ...batch, chunk, span, gradients: policy.gradients });
  if (shape.trains === 'nothing' || !policy.gradients) return { generation, forward: recorder, backward: undefined };

  const back = new Recorder(engine, nothing);
  const mirrored: Network = { ...policy.network, recorder: back };
  const all = policy.gradients.kind === 'all-weights' ? policy.gradients.arena : undefined;
  rmsNormBackward(back, {
    ...head,
    gain: weights.view(end, 'norm'),
    dy: views.dHeadNormed,
    dx: views.dPickedX,
    accumulate: false,
  });
  if (all) {
    const partial: Partial = { view: views.partialHead, span: spans.predictions, stride: hidden, chunks: () => 1 };
    columnSum(back, { b: views.dHeadNormed, j: hidden, rowStride: hidden, offset: 0, partial });
    reduceChunks(back, { partial, gradient: all.view(end, 'norm'), floats: hidden });
  }
  const activationGradients: ActivationGradients = {
    ...views,
    partial: { view: views.partial, span: spans.rows, chunks: (sizes) => sizes.chunks },
  };
  backward(mirrored, {
    ...{ pass, predicting, activationGradients, gradients: policy.gradients, checkpointing: shape.checkpointing },
    predictingGradients: { dx: views.dPickedX, dAttention: views.dPickedO, span: spans.predicting },
  });
  const { tokenStarts: starts, rowsByToken, dx } = views;
  for (const gradient of all?.windows(embeddingSection) ?? [])
    embedBackward(back, { starts, rowsByToken, dx, gradient, width: hidden });
  return { generation, forward: recorder, backward: back };
}

/**
 * One chunk of the predicting rows: logits, scores, and the gradient of what the head read. Down the windows of the
 * vocabulary for the softmax, and back up for the gradient, where all but the last window's logits are computed again.
 */
function recordHead(
  network: Network,
  {
    shape,
    views,
    settings,
    predictions,
    chunk,
    span,
    gradients,
  }: {
    shape: TrainingShape;
    views: ReturnType<typeof trainingViews<View>>;
    settings: View;
    predictions: number;
    chunk: number;
    span: View;
    gradients: Gradients | undefined;
  },
): void {
  const { config, recorder } = network;
  const { hidden } = config;
  const { starts, targets, softmax, results, logits, headTiles: tiles, headNormed: normed } = views;
  const headRows = logitsRows(shape.logitsWidth, predictions);
  const first = chunk * headRows;
  const over = overChunk(first, headRows);
  const scored = { starts, targets, softmax, results, over };
  const windows = logitsWindows(network);
  const logitsOf = ({ first: token, count, stride }: (typeof windows)[number]) => ({
    first,
    token,
    count,
    stride,
    logits,
  });
  let table: Matrix | undefined;
  for (const window of windows) {
    table = headForward(network, { tiles, normed, logits, window, first, over });
    softmaxWindow(recorder, { ...scored, window: logitsOf(window) });
  }
  objective(recorder, { ...scored, settings, tiles, first });
  if (shape.trains === 'nothing') return;

  for (const window of [...windows].reverse()) {
    const last = window.index === windows.length - 1;
    if (!last || !table) table = headForward(network, { tiles, normed, logits, window, first, over });
    objectiveGradient(recorder, { ...scored, window: logitsOf(window) });
    const product = { tiles, x: logits, w: table, y: views.dHeadNormed, k: window.stride, n: hidden, first, over };
    matmul(recorder, { ...product, accumulate: !last });
    if (gradients?.kind !== 'all-weights') continue;
    const floats = window.count * hidden;
    const partial: Partial = {
      view: views.partialHead,
      span,
      stride: floats,
      chunks: (sizes) => (over(sizes) > 0 ? 1 : 0),
    };
    const rest = Math.min(headRows, predictions - first);
    const b = { buffer: normed.buffer, offset: first * hidden * 4, size: rest * hidden * 4 };
    weightGradient(recorder, {
      a: logits,
      b,
      i: window.count,
      j: hidden,
      aStride: window.stride,
      offset: 0,
      partial,
      over,
    });
    const gradient = present(gradients.arena.windows(headSection(config))[window.index], 'window').view;
    reduceChunks(recorder, { partial, gradient, floats });
  }
}

/** Frees what the recordings made; the buffers stay. */
export function dropPlan({ forward: one, backward: other }: TrainingPlan): void {
  one.destroy();
  other?.destroy();
}
