// The buffers of a sampling batch, and how groups are cut into batches whose buffers fit the memory they may take –
// counted on paper from the same table. Every branch draws from its own seed, so the cut changes no answer.
import { check } from '../../basics/check';
import type { PromptGroup } from '../../contract/learner';
import type { ModelConfig } from '../../contract/model-config';
import { BufferSizing, bindingLimit, bucketOf, type Make, onceEach } from '../gpu/buffers';
import { branchLayout, drawLayout, rowLayout, stateLayout } from '../kernels/shared/layouts';
import { makeActivations } from './activations';
import { logitsRows } from './forward';
import { queryWidth } from './parameters';
import { patchWidth } from './patches';
import type { PackedSampling } from './rows';
import { tileRows, tileWords } from './tile-table';
import type { BindingLimits } from './weight-arena';

/** What a batch's buffers depend on beside its size. */
export interface SamplingShape {
  readonly config: ModelConfig;
  readonly rank: number;
  /** Floats of a row of logits in the widest window of the vocabulary. */
  readonly logitsWidth: number;
  /** Whether keys and values of all layers lie in one buffer, for a kernel that decodes through all of them. */
  readonly together?: boolean;
  /** Whether prompts show pictures. */
  readonly pictures?: boolean;
  /** How many of the likeliest tokens are told beside each drawn one. */
  readonly likeliest?: number;
}

/** Counts of a batch that its buffers grow with. */
export interface SamplingSize {
  /** Rows of the prompts. */
  readonly rows: number;
  readonly predictions: number;
  readonly branches: number;
  /** Words of the table of ranges: two per policy. */
  readonly ranges: number;
  /** Places for keys and values: the prompts' and every branch's longest answer. */
  readonly slots: number;
  readonly maxTokens: number;
  /** Prompts' tokens where prompts share prefixes, otherwise none. */
  readonly paths: number;
}

export const samplingSize = (packed: PackedSampling): SamplingSize => ({
  rows: packed.count,
  predictions: packed.predictions.length,
  branches: packed.branchCount,
  ranges: packed.ranges.length,
  slots: packed.slots,
  maxTokens: packed.maxTokens,
  paths: packed.paths.length,
});

/** All buffers of a batch of this size. V as in activations.ts. */
export function samplingViews<V>(
  make: Make<V>,
  { config, rank, logitsWidth, together = false, pictures = false, likeliest = 0 }: SamplingShape,
  size: SamplingSize,
) {
  const branches = bucketOf(size.branches);
  const predictions = bucketOf(size.predictions);
  const prompts = bucketOf(size.rows);
  const stride = bucketOf(size.maxTokens);
  const named = (name: string, words: number): V => make(name, Math.max(4, words) * 4);
  const table = (name: string, words: number): V => make(name, Math.max(4, words) * 4, 'indices');
  return {
    ...makeActivations(make, config, {
      rows: Math.max(size.rows, size.branches),
      slots: size.slots,
      rank,
      checkpointing: together ? 'keys together' : 'keys',
    }),
    promptRows: make('prompt rows', prompts * rowLayout.words * 4, 'rows'),
    promptTiles: table('prompt tiles', tileWords(prompts)),
    stepRows: make('step rows', branches * rowLayout.words * 4, 'rows'),
    stepTiles: table('step tiles', tileWords(branches)),
    branches: table('branches', branches * branchLayout.words),
    ranges: table('ranges', bucketOf(size.ranges)),
    states: table('states', branches * stateLayout.words),
    lists: table('lists', branches * stride),
    draws: named('draws', branches * drawLayout.words),
    tokens: table('tokens', branches * stride * (1 + likeliest)),
    logps: named('logps', branches * (stride + 2 * likeliest)),
    paths: size.paths > 0 ? table('paths', bucketOf(size.paths)) : undefined,
    patches: pictures ? named('patches', prompts * patchWidth) : undefined,
    list: table('list', predictions),
    headTiles: table('head tiles', tileWords(predictions)),
    pickedX: named('picked x', predictions * config.hidden),
    pickedO: named('picked o', predictions * queryWidth(config)),
    headNormed: named('head normed', predictions * config.hidden),
    logits: named('logits', logitsRows(logitsWidth, Math.max(predictions, branches)) * logitsWidth),
  };
}

/** Buffers of a batch of this size, on paper. */
export function samplingSizing(shape: SamplingShape, size: SamplingSize): BufferSizing {
  const sizing = new BufferSizing();
  samplingViews(sizing.make, shape, size);
  return sizing;
}

/** Batches of whole groups, in order; `shared` as packSampling has it; `alone`: the bytes of a batch of one group,
 *  where these may be more. Throws with numbers when a group alone is too large. */
export function cutSampling(
  shape: SamplingShape,
  { groups, shared }: { readonly groups: readonly PromptGroup[]; readonly shared: readonly number[] },
  room: { readonly limits: BindingLimits; readonly bytes: number; readonly alone?: number },
): { first: number; count: number }[] {
  const { limits, bytes: together, alone = together } = room;
  const fitting = (bytes: number) =>
    onceEach(bucketsOf, (size: SamplingSize) => {
      const sizing = samplingSizing(shape, size);
      return sizing.bytes <= bytes && sizing.largest <= bindingLimit(limits);
    });
  const fits = fitting(together);
  const fitsAlone = fitting(alone);
  const isTree = shared.some((tokens) => tokens > 0);
  const sharing_G = groups.map((group, g) => ({
    ...{ ...group, paths: isTree ? group.prompt_P.length : 0 },
    shared: shared[g] ?? 0,
  }));
  // most batches fit whole: then no smaller one need be sized
  if (groups.length > 1 && fits(sizeOf(sharing_G.reduce(gather, none)))) return [{ first: 0, count: groups.length }];
  const batches: { first: number; count: number }[] = [];
  let gathered = none;
  for (const [index, group] of sharing_G.entries()) {
    const last = batches.at(-1);
    const both = gather(gathered, group);
    if (last && fits(sizeOf(both))) {
      last.count++;
      gathered = both;
      continue;
    }
    gathered = gather(none, { ...group, shared: 0 });
    const size = sizeOf(gathered);
    check(fitsAlone(size), () => refusal(group, samplingSizing(shape, size), { limits, bytes: alone }));
    batches.push({ first: index, count: 1 });
  }
  return batches;
}

/** A batch before it is packed: each policy's rows, branches and predictions begin at a whole tile. */
interface Gathered {
  readonly slots: number;
  readonly maxTokens: number;
  readonly paths: number;
  readonly policies: ReadonlyMap<string, { readonly groups: number; readonly rows: number; readonly branches: number }>;
}
const none: Gathered = { slots: 0, maxTokens: 0, paths: 0, policies: new Map() };

function gather(
  gathered: Gathered,
  { policy, prompt_P, seed_K, maxTokens, paths, shared }: PromptGroup & { paths: number; shared: number },
): Gathered {
  const { groups, rows, branches } = gathered.policies.get(policy) ?? { groups: 0, rows: 0, branches: 0 };
  const prompt = prompt_P.length - shared;
  const own = { groups: groups + 1, rows: rows + prompt, branches: branches + seed_K.length };
  return {
    slots: gathered.slots + prompt + seed_K.length * maxTokens,
    maxTokens: Math.max(gathered.maxTokens, maxTokens),
    paths: gathered.paths + paths,
    policies: new Map(gathered.policies).set(policy, own),
  };
}

function sizeOf({ slots, maxTokens, paths, policies }: Gathered): SamplingSize {
  const whole = (count: number) => Math.ceil(count / tileRows) * tileRows;
  const all = [...policies.values()];
  return {
    rows: all.reduce((sum, { rows }) => sum + whole(rows), 0),
    predictions: all.reduce((sum, { groups }) => sum + whole(groups), 0),
    branches: all.reduce((sum, { branches }) => sum + whole(branches), 0),
    ranges: policies.size * 2,
    slots,
    maxTokens,
    paths,
  };
}

/** Sizes with equal buckets have equal buffers. */
const bucketsOf = ({ rows, predictions, branches, ranges, slots, maxTokens, paths }: SamplingSize): string =>
  [rows, predictions, branches, ranges, slots, maxTokens, Math.max(rows, branches), paths]
    .map((count) => count && bucketOf(count))
    .join();

function refusal(
  { prompt_P, seed_K, maxTokens }: PromptGroup,
  sizing: BufferSizing,
  { limits, bytes }: { limits: BindingLimits; bytes: number },
): string {
  const what = `a group of ${seed_K.length} answers of up to ${maxTokens} tokens to a prompt of ${prompt_P.length}`;
  const todo = 'use fewer branches, shorter prompts or answers, or a smaller model';
  const mib = (count: number) => (count / 2 ** 20).toFixed(count < 10 * 2 ** 20 ? 1 : 0);
  return sizing.bytes > bytes
    ? `sampling ${what} needs ${mib(sizing.bytes)} MiB beside weights and adapters, there are ${mib(Math.max(0, bytes))} MiB: ${todo}`
    : `sampling ${what} needs a buffer of ${mib(sizing.largest)} MiB, this adapter binds at most ${mib(bindingLimit(limits))}: ${todo}`;
}
