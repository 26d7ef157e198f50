// One batch of one policy through forward, objective and backward – or forward and scores only. Batches too large for
// the memory they may take are cut into micro-batches of whole groups; their gradients add up, and each token's weight
// is that of the whole batch. One read-back, at the end. Reports are summed on the processor, in f64, from what the
// objective kernel wrote per token.
import { check, present } from '../../basics/check';
import type { TrainingGroup } from '../../contract/learner';
import type { ObjectiveSettings } from '../../contract/objective';
import type { TokenScores } from '../../contract/report';
import { Buffers, bucketOf } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { GpuShare } from '../gpu/gpu-share';
import { hasten } from '../gpu/hasten';
import type { View } from '../gpu/kernel';
import { poison, poisonSums } from '../gpu/poison';
import { readBack } from '../gpu/readback';
import { type Sizes, Submitter } from '../gpu/recording';
import type { SubmissionBudget } from '../gpu/submission-budget';
import { objectiveBlock } from '../kernels/objective/objective';
import { resultLayout, spanLayout } from '../kernels/shared/layouts';
import { logitsRows } from './forward';
import type { Room } from './memory-plan';
import { prefixTree } from './prefix-tree';
import type { RopeTable } from './rope-table';
import { type PackedTraining, packTraining, sizeOfGroup } from './rows';
import { writeTiles } from './tile-table';
import { cutTraining, trainingSizing } from './training-cut';
import {
  dropPlan,
  movingSections,
  recordTraining,
  type TrainingContext,
  type TrainingPlan,
  type TrainingShape,
  trainingShape,
  trainingViews,
} from './training-plan';

/** Rows whose gradients are summed in one go. */
const chunkRows = 128;

export class Training {
  private readonly buffers: Buffers;
  private readonly plans = new Map<string, TrainingPlan>();
  constructor(
    private readonly engine: EngineDevice,
    private readonly tools: {
      nothing: View;
      ropeTable: RopeTable;
      submissionBudget: SubmissionBudget;
      gpuShare: GpuShare;
      /** Tokens from which on what prompts begin with is computed once. */
      sharedPrefix: number;
      /** Bytes that a micro-batch's buffers may take. */
      room: () => Room;
      /** Kernels that were recorded are compiled. Throws when the engine was closed. */
      compiled: () => Promise<void>;
      /** Throws when the engine was closed. */
      checkOpen: () => void;
    },
  ) {
    this.buffers = new Buffers(engine);
  }

  /** Bytes of all its buffers. */
  get bytes(): number {
    return this.buffers.bytes;
  }

  /** Scores of every completion token of the groups; with `train`, gradients are added to the policy's too. `queued`
   *  hears when all of it is with the GPU. */
  async run(
    policy: TrainingContext,
    given: readonly TrainingGroup[],
    {
      settings,
      weight_GK,
      train,
      patches,
      queued,
    }: {
      settings: ObjectiveSettings;
      weight_GK: readonly (readonly number[])[];
      train: boolean;
      /** Of the prompts' ids beyond the vocabulary. */
      patches: readonly Float32Array[];
      queued?: (() => void) | undefined;
    },
  ): Promise<TokenScores[][][]> {
    this.tools.checkOpen();
    const { device } = this.engine;
    const { config } = policy.network;
    const scores: TokenScores[][][] = given.map(({ completions }) => completions.map(() => []));
    const submitter = new Submitter(this.engine, this.tools.submissionBudget);
    const trains = train && policy.gradients ? policy.gradients.kind : 'nothing';
    const { order, shared } = prefixTree(
      given.map(({ prompt_P }) => prompt_P),
      this.tools.sharedPrefix,
    );
    const groups = order.map((g) => present(given[g], 'group'));
    const isTree = shared.some((tokens) => tokens > 0);
    const sizes = groups.map((group, index) => ({
      ...sizeOfGroup(group),
      paths: isTree ? group.prompt_P.length : 0,
      shared: shared[index] ?? 0,
    }));
    const { shape, batches } = cutTraining(
      trainingShape(policy.network, {
        ...{ moving: movingSections(policy), trains, checkpointing: 'everything' as const },
        pictures: patches.length > 0,
      }),
      sizes,
      { limits: device.limits, ...this.tools.room() },
    );
    const packed = batches.map(({ first, count }) =>
      packTraining(groups.slice(first, first + count), {
        weight_GK: order.slice(first, first + count).map((g) => weight_GK[g] ?? []),
        shared: shared.slice(first, first + count),
        adapter: policy.adapter,
        vocabulary: config.vocabulary,
        patches,
      }),
    );
    const reads: { buffer: GPUBuffer; size: number }[] = [];
    for (const batch of packed) {
      if (batch.places.length === 0) continue;
      if (this.tools.gpuShare.isPart)
        await this.tools.gpuShare.rested(() => hasten(device, device.queue.onSubmittedWorkDone()));
      const size = batch.places.length * resultLayout.words * 4;
      const keep = device.createBuffer({
        label: 'scores',
        size,
        usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
      });
      const results = await this.play(policy, batch, { settings, shape, submitter });
      submitter.copy(results, { buffer: keep }, size);
      submitter.submit();
      reads.push({ buffer: keep, size });
    }
    const reading = readBack(this.engine, submitter, reads);
    queued?.();
    const bytes = await reading;
    for (const { buffer } of reads) buffer.destroy();
    let read = 0;
    for (const [index, batch] of packed.entries()) {
      if (batch.places.length === 0) continue;
      const results = new Uint32Array(bytes[read++] ?? new ArrayBuffer(0));
      const firstGroup = batches[index]?.first ?? 0;
      for (const [t, place] of batch.places.entries()) {
        const { logp, entropy, loss, ratio, clipped, k3 } = resultLayout.row(results, t);
        const row = scores[order[firstGroup + place.group] ?? 0]?.[place.completion];
        check(row, 'a score has a place');
        row[place.token] = { logp, entropy, loss, ratio, clipped: clipped > 0, k3 };
      }
    }
    return scores;
  }

  destroy(): void {
    for (const plan of this.plans.values()) dropPlan(plan);
    this.plans.clear();
    this.buffers.destroy();
  }

  private async play(
    policy: TrainingContext,
    batch: PackedTraining,
    { settings, shape, submitter }: { settings: ObjectiveSettings; shape: TrainingShape; submitter: Submitter },
  ): Promise<View> {
    const { device } = this.engine;
    const ropeTable = this.tools.ropeTable.upTo(batch.longest);
    const predictions = bucketOf(batch.predictions.length);
    const headRows = logitsRows(shape.logitsWidth, predictions);
    const size = {
      rows: batch.count,
      predictions: batch.predictions.length,
      targets: batch.places.length,
      paths: batch.paths.length,
    };
    this.buffers.makeRoom(trainingSizing(shape, size), this.tools.room().bytes);
    const views = trainingViews(this.buffers.forBatch, this.tools.nothing, shape, size);
    this.buffers.write(views.rows, batch.rows);
    writeTiles(this.buffers, views.tiles, batch.tiles);
    if (views.paths) this.buffers.write(views.paths, batch.paths);
    if (views.patches && batch.patches) this.buffers.write(views.patches, batch.patches);
    this.buffers.write(views.list, Uint32Array.from(batch.predictions));
    this.buffers.write(views.starts, batch.starts);
    this.buffers.write(views.targets, batch.targets);
    writeTiles(this.buffers, views.headTiles, batch.predictionTiles);
    this.buffers.write(views.tokenStarts, batch.rowsByToken.starts);
    this.buffers.write(views.rowsByToken, batch.rowsByToken.rows);
    const settingsView = this.buffers.uniform('settings', objectiveBlock(settings).buffer);
    if (poison.on && shape.trains !== 'nothing')
      for (const { slots, floats } of movingSections(policy).slice(0, 1)) // of the layers, which are all alike
        poisonSums(device.queue, views.partial, { places: Object.values(slots), stride: floats, count: shape.chunks });
    const { chunks, rowChunk } = rowChunksOf(batch.count, shape.chunks);
    const span = (name: string, rows: number, chunk: number) =>
      this.buffers.uniform(name, spanLayout.table([{ rows, chunkRows: chunk }]).buffer);
    const spans = {
      rows: span('span rows', batch.count, rowChunk),
      predicting: span('span predicting', batch.predictions.length, Math.ceil(batch.predictions.length / chunks)),
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
      chunks,
      meanKeysPerRow: batch.meanKeysPerRow,
    };
    const key = `${policy.key} ${shape.trains} ${shape.checkpointing} ${predictions} ${views.paths ? 'tree' : 'groups'}${views.patches ? ' with pictures' : ''}`;
    const generation = this.buffers.generation + this.tools.ropeTable.generation * 1e6;
    let plan = this.plans.get(key);
    if (!plan || plan.generation !== generation) {
      for (const [stale, old] of this.plans) {
        if (old.generation === generation) continue;
        dropPlan(old);
        this.plans.delete(stale);
      }
      plan = recordTraining(this.engine, policy, {
        shape,
        views,
        spans,
        settings: settingsView,
        nothing: this.tools.nothing,
        ropeTable,
        predictions,
        generation,
      });
      this.plans.set(key, plan);
    }
    await this.tools.compiled();
    submitter.run(plan.forward.recording, sizes);
    if (plan.backward) submitter.run(plan.backward.recording, sizes);
    return views.results;
  }
}

/** How the row sums are cut: chunks of at least 128 rows, `most` of them at most. */
function rowChunksOf(rows: number, most: number): { chunks: number; rowChunk: number } {
  const wanted = Math.max(1, Math.min(most, Math.ceil(rows / chunkRows)));
  const rowChunk = Math.ceil(rows / wanted);
  return { chunks: Math.ceil(rows / rowChunk), rowChunk };
}
