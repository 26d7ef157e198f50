// One batch of one policy through forward, objective and backward – or forward and scores only. Batches too large for the adapter are
// cut into micro-batches of whole groups; their gradients add up, and each token's weight is that of the whole batch.
// One read-back, at the end. Reports are summed on the processor, in f64, from what the objective kernel wrote per token.
import { check } from '../../basics/check';
import { Buffers, bucketOf } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { KernelShelf, View } from '../gpu/kernel';
import { readBack } from '../gpu/readback';
import { type Sizes, Submitter } from '../gpu/recording';
import { type Objective, objectiveBlock } from '../kernels/objective/objective';
import { keptFloats, widestRow } from './activations';
import { partialFloats } from './backward';
import { logitsRows, logitsWidth } from './forward';
import type { TokenScores } from './report';
import { type PackedTraining, packTraining, rowsOfGroup, type TrainGroup } from './rows';
import { dropPlan, recordTraining, resultWords, type Trained, type TrainingPlan, trainingViews } from './training-plan';
import type { Turns } from './turns';

const chunkRows = 128;
/** Gradients' partial sums take at most this much. */
const partialBytes = 48 * 2 ** 20;

export class Training {
  private readonly buffers: Buffers;
  private readonly plans = new Map<string, TrainingPlan>();
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
    for (const plan of this.plans.values()) dropPlan(plan);
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
    const views = trainingViews({ buffers: this.buffers, nothing: this.tools.nothing }, policy, {
      batch,
      train,
      headRows,
      partialBytes: partial.bytes,
    });
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
        dropPlan(old);
        this.plans.delete(stale);
      }
      plan = recordTraining({ device, ...this.tools }, policy, {
        views,
        spans,
        settings: settingsView,
        turns,
        train,
        predictions,
        headRows,
        generation,
      });
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
}

/** Tiles of the predicting rows: no adapter, all alive. */
function headTilesOf(predictions: number): Uint32Array {
  const tiles = new Uint32Array(Math.max(1, Math.ceil(predictions / 32)) * 2);
  for (let tile = 0; tile * 2 < tiles.length; tile++) tiles.set([0xffffffff, predictions], tile * 2);
  return tiles;
}
