// One batch of one policy through forward, objective and backward – or forward and scores only. Batches too large for the adapter are
// cut into micro-batches of whole groups; their gradients add up, and each token's weight is that of the whole batch.
// One read-back, at the end. Reports are summed on the processor, in f64, from what the objective kernel wrote per token.
import { check } from '../../basics/check';
import { Buffers, bucketOf } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { KernelShelf, View } from '../gpu/kernel';
import { readBack } from '../gpu/readback';
import { Recorder } from '../gpu/recorder';
import { type Sizes, Submitter } from '../gpu/recording';
import { overChunk, overPredictions, overRows } from '../kernels/counts';
import { embedBackward } from '../kernels/embed/embed';
import { matmul } from '../kernels/matmul/matmul';
import { type Objective, objective, objectiveBlock } from '../kernels/objective/objective';
import { rmsNorm, rmsNormBackward } from '../kernels/rms-norm/rms-norm';
import { gather, scatter } from '../kernels/rows/rows';
import { columnSum, type Partial, reduceChunks, weightGradient } from '../kernels/weight-gradient/weight-gradient';
import { keptFloats, layerOf, makeActivations, widestRow } from './activations';
import { backward, type Gradients, partialFloats, type Slopes } from './backward';
import { queryWidth } from './config';
import { forward, headForward, logitsRows, logitsWidth } from './forward';
import { endSection, headView, type Network } from './network';
import { type PackedTraining, packTraining, rowsOfGroup, type TrainGroup } from './rows';
import type { Turns } from './turns';

/** What one policy brings to a batch. */
export interface Trained {
  /** Names the recording: same key, same weights, adapters and gradients. */
  readonly key: string;
  readonly network: Omit<Network, 'recorder'>;
  /** The adapter's place in quads, or NONE. */
  readonly adapter: number;
  readonly gradients: Gradients | undefined;
}

/** Structurally learning's ObjectiveReport. */
export interface ObjectiveReport {
  readonly tokens: number;
  readonly loss: number;
  readonly clippedShare: number;
  readonly ratioLow: number;
  readonly ratioHigh: number;
  readonly kl: number;
  readonly entropy: number;
  readonly mismatch: number;
}

/** Per completion token, in the batch's order: [g][k][t]. */
export interface TokenScores {
  readonly logp: number;
  readonly entropy: number;
  readonly loss: number;
  readonly ratio: number;
  readonly clipped: number;
  readonly k3: number;
}

const resultWords = 8;
const chunkRows = 128;
/** Gradients' partial sums take at most this much. */
const partialBytes = 48 * 2 ** 20;

interface Plan {
  readonly generation: number;
  readonly forward: Recorder;
  readonly backward: Recorder | undefined;
}

export class Training {
  private readonly buffers: Buffers;
  private readonly plans = new Map<string, Plan>();
  /** Operations and dispatches of the last call, for the benchmark. */
  last = { operations: 0, dispatches: 0 };
  constructor(
    private readonly engine: EngineDevice,
    private readonly tools: { shelf: KernelShelf; nothing: View; turns: Turns; workLimit: number; memory: number },
  ) {
    this.buffers = new Buffers(engine.device);
  }

  /** Scores of every completion token of the groups; with `settings`, gradients are added to the policy's too. */
  async run(
    policy: Trained,
    groups: readonly TrainGroup[],
    { settings, weight_GK, train }: { settings: Objective; weight_GK: readonly (readonly number[])[]; train: boolean },
  ): Promise<TokenScores[][][]> {
    const { device } = this.engine;
    const { config } = policy.network;
    const scores: TokenScores[][][] = groups.map(({ completions }) => completions.map(() => []));
    const submitter = new Submitter(device, this.tools.workLimit);
    const batches = this.microBatches(policy, groups);
    const packed = batches.map(({ first, count }) =>
      packTraining(groups.slice(first, first + count), {
        weight_GK: weight_GK.slice(first, first + count),
        adapter: policy.adapter,
        vocabulary: config.vocabulary,
      }),
    );
    const reads: { buffer: GPUBuffer; size: number }[] = [];
    for (const batch of packed) {
      if (batch.places.length === 0) continue;
      const size = batch.places.length * resultWords * 4;
      const keep = device.createBuffer({ label: 'scores', size, usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
      const results = this.play(policy, batch, { settings, train, submitter });
      submitter.copy(results, { buffer: keep }, size);
      submitter.submit();
      reads.push({ buffer: keep, size });
    }
    this.last = { operations: submitter.total, dispatches: submitter.dispatched };
    const bytes = await readBack(this.engine, submitter, reads);
    for (const { buffer } of reads) buffer.destroy();
    let read = 0;
    for (const [index, batch] of packed.entries()) {
      if (batch.places.length === 0) continue;
      const words = new Float32Array(bytes[read++] ?? new ArrayBuffer(0));
      const firstGroup = batches[index]?.first ?? 0;
      for (const [t, place] of batch.places.entries()) {
        const [logp = 0, entropy = 0, loss = 0, , ratio = 0, clipped = 0, k3 = 0] = words.subarray(
          t * resultWords,
          (t + 1) * resultWords,
        );
        const row = scores[firstGroup + place.group]?.[place.completion];
        check(row, 'a score has a place');
        row[place.token] = { logp, entropy, loss, ratio, clipped, k3 };
      }
    }
    return scores;
  }

  destroy(): void {
    for (const plan of this.plans.values()) drop(plan);
    this.plans.clear();
    this.buffers.destroy();
  }

  private microBatches({ network }: Trained, groups: readonly TrainGroup[]): { first: number; count: number }[] {
    const { config, adapters } = network;
    const perRow = (keptFloats(config, adapters?.rank ?? 0) * config.layers + 6 * config.hidden + 4 * config.intermediate) * 4;
    const limit = Math.min(this.engine.device.limits.maxStorageBufferBindingSize, this.engine.device.limits.maxBufferSize);
    const rowLimit = Math.max(1, Math.min(this.tools.memory / perRow, (limit / 4 / widestRow(config)) * 0.66, 8 * 65_535));
    const batches: { first: number; count: number }[] = [];
    let rows = 0;
    for (const [index, group] of groups.entries()) {
      const own = rowsOfGroup(group);
      const last = batches.at(-1);
      if (!last || rows + own > rowLimit) {
        batches.push({ first: index, count: 1 });
        rows = own;
      } else {
        last.count++;
        rows += own;
      }
    }
    return batches;
  }

  private play(
    policy: Trained,
    batch: PackedTraining,
    { settings, train, submitter }: { settings: Objective; train: boolean; submitter: Submitter },
  ): View {
    const { device } = this.engine;
    const { config } = policy.network;
    const turns = this.tools.turns.upTo(batch.longest);
    const predictions = bucketOf(batch.predictions.length);
    const headRows = logitsRows(config.vocabulary, predictions);
    const partial = this.partialPlan(policy, batch);
    const views = this.views(policy, batch, { train, headRows, partialBytes: partial.bytes });
    const write = (view: View, words: Uint32Array) => device.queue.writeBuffer(view.buffer, 0, words as unknown as BufferSource);
    write(views.rows, batch.rows);
    write(views.tiles, batch.tiles);
    write(views.list, Uint32Array.from(batch.predictions));
    write(views.starts, batch.starts);
    write(views.targets, batch.targets);
    write(views.headTiles, headTilesOf(batch.predictions.length));
    write(views.tokenStarts, batch.readers.starts);
    write(views.readers, batch.readers.rows);
    const block = objectiveBlock(settings, { train, vocabulary: config.vocabulary, stride: logitsWidth(config.vocabulary) });
    const settingsView = this.buffers.uniform('settings', block);
    const span = (name: string, rows: number, chunk: number) =>
      this.buffers.uniform(name, Uint32Array.of(rows, chunk, 0, 0).buffer);
    const spans = {
      rows: span('span rows', batch.count, partial.rowChunk),
      predictions: span('span predictions', batch.predictions.length, Math.max(1, batch.predictions.length)),
      chunks: Array.from({ length: Math.ceil(predictions / headRows) }, (_, index) => {
        const rows = Math.max(0, Math.min(headRows, batch.predictions.length - index * headRows));
        return span(`span chunk ${index}`, rows, Math.max(1, rows));
      }),
    };
    const sizes: Sizes = {
      rows: batch.count,
      predictions: batch.predictions.length,
      branches: 0,
      ranges: 0,
      chunks: partial.chunks,
    };
    const key = `${policy.key} ${train ? 'train' : 'score'} ${predictions} ${headRows}`;
    const generation = this.buffers.generation + this.tools.turns.generation * 1e6;
    let plan = this.plans.get(key);
    if (!plan || plan.generation !== generation) {
      for (const [stale, old] of this.plans) {
        if (old.generation === generation) continue;
        drop(old);
        this.plans.delete(stale);
      }
      plan = this.record(policy, { views, spans, settings: settingsView, turns, train, predictions, headRows, generation });
      this.plans.set(key, plan);
    }
    submitter.run(plan.forward.recording, sizes);
    if (plan.backward) submitter.run(plan.backward.recording, sizes);
    return views.results;
  }

  /** How the row sums are cut: chunks of at least 128 rows, as many as memory for partial sums allows, at most 32. */
  private partialPlan(
    { network, gradients }: Trained,
    batch: PackedTraining,
  ): { chunks: number; rowChunk: number; bytes: number } {
    const bytes = partialFloats(network, gradients?.kind === 'all-weights') * 4;
    const most = Math.max(1, Math.min(32, Math.floor(partialBytes / bytes)));
    const wanted = Math.max(1, Math.min(most, Math.ceil(batch.count / chunkRows)));
    const rowChunk = Math.ceil(batch.count / wanted);
    return { chunks: Math.ceil(batch.count / rowChunk), rowChunk, bytes: most * bytes };
  }

  private views(
    { network, gradients }: Trained,
    batch: PackedTraining,
    { train, headRows, partialBytes: bytes }: { train: boolean; headRows: number; partialBytes: number },
  ) {
    const { config, adapters } = network;
    const { hidden, intermediate, heads, kvHeads, paddedHead, vocabulary } = config;
    const rank = adapters?.rank ?? 0;
    const all = gradients?.kind === 'all-weights';
    const rows = bucketOf(batch.count);
    const predictions = bucketOf(batch.predictions.length);
    const targets = bucketOf(batch.places.length);
    const make = (name: string, words: number): View => this.buffers.storage(name, Math.max(4, words) * 4);
    const slope = (name: string, words: number): View => (train ? make(name, words) : this.tools.nothing);
    return {
      ...makeActivations(this.buffers, config, { rows: batch.count, slots: batch.count, rank, keep: train }),
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
      partialHead: all ? slope('partial of head', vocabulary * hidden) : this.tools.nothing,
    };
  }

  private record(
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
      views: ReturnType<Training['views']>;
      spans: { rows: View; predictions: View; chunks: View[] };
      settings: View;
      turns: View;
      train: boolean;
      predictions: number;
      headRows: number;
      generation: number;
    },
  ): Plan {
    const { device } = this.engine;
    const recorder = new Recorder(device, this.tools.shelf, this.tools.nothing);
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

    const back = new Recorder(device, this.tools.shelf, this.tools.nothing);
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
}

function drop({ forward: one, backward: other }: Plan): void {
  one.destroy();
  other?.destroy();
}

/** Tiles of the predicting rows: no adapter, all alive. */
function headTilesOf(predictions: number): Uint32Array {
  const tiles = new Uint32Array(Math.max(1, Math.ceil(predictions / 32)) * 2);
  for (let tile = 0; tile * 2 < tiles.length; tile++) tiles.set([0xffffffff, predictions], tile * 2);
  return tiles;
}

/** Sums of the tokens' scores, as learning reports them. */
export function reportOf(
  settings: Objective,
  groups: readonly TrainGroup[],
  scores: readonly (readonly (readonly TokenScores[])[])[],
): ObjectiveReport {
  let tokens = 0;
  let loss = 0;
  let clipped = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  let kl = 0;
  let entropy = 0;
  let mismatch = 0;
  for (const [g, group] of groups.entries()) {
    for (const [k, completion] of group.completions.entries()) {
      for (const [t, score] of (scores[g]?.[k] ?? []).entries()) {
        tokens++;
        loss += score.loss;
        entropy += score.entropy;
        if (settings.kind === 'sft') continue;
        clipped += score.clipped;
        low = Math.min(low, score.ratio);
        high = Math.max(high, score.ratio);
        kl += score.k3;
        mismatch = Math.max(mismatch, Math.abs(score.logp - (completion.oldLogp_T[t] ?? 0)));
      }
    }
  }
  const count = Math.max(1, tokens);
  const ranged = Number.isFinite(low);
  return {
    tokens,
    loss,
    clippedShare: clipped / count,
    ratioLow: ranged ? low : 1,
    ratioHigh: ranged ? high : 1,
    kl: kl / count,
    entropy: entropy / count,
    mismatch,
  };
}
