// How a training batch is cut into micro-batches of whole groups, so that each fits the memory it may take. It counts
// the very table of buffers that will be made, on paper. A function of shapes, limits and the batch alone – never of
// what happened before – so that a run that was resumed is cut as one that was not.
import { check } from '../../basics/check';
import { BufferSizing, bindingLimit, bucketOf, onceEach } from '../gpu/buffers';
import { type BatchSize, type TrainingShape, trainingViews } from './training-plan';
import type { BindingLimits } from './weight-arena';

/** Rows that are worth a pass of their own: from here on more of them at once hardly speed a GPU up. */
const enoughRows = 512;

export interface TrainingRoom {
  readonly limits: BindingLimits;
  /** Bytes that the buffers of a micro-batch may take. */
  readonly bytes: number;
  /** Of a micro-batch of one group, where that is more. */
  readonly alone?: number;
}

/** What a group adds to a batch. */
export interface GroupSize extends BatchSize {
  /** Rows that it does not add behind the group before it, with which it shares a prefix. */
  readonly shared: number;
}

export interface TrainingCut {
  /** How the layers' activations are kept in every micro-batch. */
  readonly shape: TrainingShape;
  readonly batches: readonly { readonly first: number; readonly count: number; readonly size: BatchSize }[];
}

/** Buffers of a batch of this size, on paper. */
export function trainingSizing(shape: TrainingShape, size: BatchSize): BufferSizing {
  const sizing = new BufferSizing();
  trainingViews(sizing.make, undefined, shape, size);
  return sizing;
}

/**
 * Micro-batches of groups of these sizes. Activations are all kept where there is room for enough rows of them, else
 * computed again. Scoring is cut as training would be: then it needs no room of its own. Throws with numbers when a
 * group alone is too large.
 */
export function cutTraining(shape: TrainingShape, groups: readonly GroupSize[], room: TrainingRoom): TrainingCut {
  const scoring = shape.trains === 'nothing';
  const as = (checkpointing: 'everything' | 'inputs'): TrainingShape =>
    scoring ? { ...shape, trains: 'adapter', checkpointing } : { ...shape, checkpointing };
  const { bytes: together, alone = together } = room;
  const fitting = (measured: TrainingShape, bytes = together) =>
    onceEach(bucketsOf, (size: BatchSize) => {
      const sizing = trainingSizing(measured, size);
      return sizing.bytes <= bytes && sizing.largest <= bindingLimit(room.limits);
    });
  const plenty = { rows: enoughRows, predictions: enoughRows, targets: enoughRows, paths: 0 };
  const fitsAll = fitting(as('everything'));
  const roomy = fitsAll(plenty) && groups.every(fitsAll);
  const measured = as(roomy ? 'everything' : 'inputs');
  const fits = roomy ? fitsAll : fitting(measured);
  const fitsAlone = fitting(measured, alone);
  const batches: { first: number; count: number; size: BatchSize }[] = [];
  for (const [index, size] of groups.entries()) {
    const last = batches.at(-1);
    const both = last && sum(last.size, size);
    if (last && both && fits(both)) {
      last.count++;
      last.size = both;
      continue;
    }
    check(fitsAlone(size), () => refusal(size, trainingSizing(measured, size), { ...room, bytes: alone }));
    batches.push({ first: index, count: 1, size });
  }
  return { shape: scoring ? { ...shape, checkpointing: 'nothing' } : measured, batches };
}

/** Sizes with equal buckets have equal buffers. */
const bucketsOf = ({ rows, predictions, targets, paths }: BatchSize): string =>
  [rows, predictions, targets, paths].map((count) => count && bucketOf(count)).join();

const sum = (batch: BatchSize, { shared, ...group }: GroupSize): BatchSize => ({
  rows: batch.rows + group.rows - shared,
  predictions: batch.predictions + group.predictions,
  targets: batch.targets + group.targets,
  paths: batch.paths + group.paths,
});

function refusal({ rows, targets }: BatchSize, sizing: BufferSizing, { bytes, limits }: TrainingRoom): string {
  const what = `a group of ${rows} rows (its prompt and ${targets} tokens of answers)`;
  const todo = 'use fewer branches, shorter prompts or answers, or a smaller model';
  return sizing.bytes > bytes
    ? `training on ${what} needs ${mib(sizing.bytes)} MiB beside weights and adapters, there are ${mib(Math.max(0, bytes))} MiB: ${todo}`
    : `training on ${what} needs a buffer of ${mib(sizing.largest)} MiB, this adapter binds at most ${mib(bindingLimit(limits))}: ${todo}`;
}

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0);
