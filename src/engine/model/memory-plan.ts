// What a run will take of the GPU's memory, before it begins: weights, policies, sampling, training – counted on paper
// from the very tables that make the buffers (memory-plan.test.ts compares it with what is really made). It also shares
// the memory out: what weights and policies leave goes to sampling (a third) and to training (two thirds), which cut
// their batches to fit.
import { check } from '../../basics/check';
import type { ModelConfig } from '../../contract/model-config';
import { bucketOf } from '../gpu/buffers';
import type { ActivationCheckpointing } from './activations';
import { logitsWidth } from './forward';
import { cutSampling, samplingSizing } from './generation-cut';
import { layerSection } from './network';
import { adapterSections, ownSections, type Section, weightSections } from './parameters';
import type { Precision } from './stored-sections';
import { cutTraining, type GroupSize, trainingSizing } from './training-cut';
import { type TrainingShape, trainingShape } from './training-plan';
import { arenaBytes, type BindingLimits, planArena, type Windows, windowsIn } from './weight-arena';

export interface PlannedPolicy {
  readonly kind: 'adapter' | 'all-weights';
  readonly rank: number;
  /** Whether it is shown pictures. */
  readonly pictures?: boolean;
}

/** A step as it will be sampled and trained, in tokens: at most, for answers may be shorter. */
export interface PlannedBatch {
  /** Asked at once, and as many answers to each. */
  readonly groups: number;
  readonly branches: number;
  /** Groups of a training batch, where they are asked one after the other: all turns and roles of a policy. */
  readonly trained?: number;
  /** Games that are played at once where nothing is trained, one answer at a time. */
  readonly games?: number;
  readonly promptTokens: number;
  /** Of them those that all prompts begin with; they are computed once for all groups of a batch. */
  readonly sharedTokens?: number;
  readonly answerTokens: number;
  /** How many of the likeliest tokens are told beside each of a group's. */
  readonly likeliest?: number;
}

/** All in bytes. */
export interface MemoryPlan {
  readonly weights: number;
  readonly policies: number;
  readonly sampling: number;
  /** Of sampling: keys and values. */
  readonly cache: number;
  readonly training: number;
  readonly total: number;
  /** What may be taken altogether. */
  readonly budget: number;
  readonly samplingBatches: number;
  readonly microBatches: number;
  readonly checkpointing: ActivationCheckpointing;
  /** One line for a person. */
  readonly sentence: string;
}

/** Bytes that the buffers of a sampling batch and of a micro-batch may take. */
export interface Rooms {
  readonly sampling: number;
  readonly training: number;
}

/** Bytes for several groups, and for one alone that cannot do with less. */
export interface Room {
  readonly bytes: number;
  readonly alone: number;
}

const gib = 2 ** 30;

/** What else could be tried where a base of this precision is too large. */
const smaller = {
  f32: ', an f16, int8 or int4 base',
  f16: ', an int8 or int4 base',
  int8: ', an int4 base',
  int4: '',
} as const;

/**
 * Bytes that an engine takes when nobody says otherwise. WebGPU does not tell how much memory a GPU has; the largest
 * buffer it promises is the one hint there is. A processor that plays GPU has the computer's.
 */
export const usualBudget = (limits: Pick<GPUSupportedLimits, 'maxBufferSize'>, software: boolean): number =>
  software ? 2 * gib : Math.min(4 * gib, Math.max(gib, limits.maxBufferSize));

/** Of what weights and policies leave, the part for sampling and the part for training. */
export function sharesOf(budget: number, fixed: number): Rooms {
  const left = Math.max(0, budget - fixed);
  return { sampling: Math.floor(left / 3), training: Math.floor((left * 2) / 3) };
}

/** Each share, cut down where less is wished for. A group that needs more than is wished for still gets it, as long as
 *  the share has it. */
export function roomsOf(shares: Rooms, wished?: Rooms): Record<keyof Rooms, Room> {
  const room = (alone: number, bytes = alone) => ({ bytes: Math.min(bytes, alone), alone });
  return { sampling: room(shares.sampling, wished?.sampling), training: room(shares.training, wished?.training) };
}

/** Bytes of the base model's weights. */
export const weightBytes = (config: ModelConfig, limits: BindingLimits, precision: Precision): number =>
  arenaBytes(planArena(limits, weightSections(config), precision));

/** Bytes of policies: weights, gradients and two moments each. Adapters of a rank lie in one pool, which grows by
 *  doubling. */
export function policyBytes(config: ModelConfig, limits: BindingLimits, policies: readonly PlannedPolicy[]): number {
  const pools = new Map<string, PlannedPolicy & { readonly count: number }>();
  for (const policy of policies) {
    const key = `${policy.kind} ${policy.rank} ${policy.pictures ?? false}`;
    pools.set(key, { ...policy, count: 1 + (pools.get(key)?.count ?? 0) });
  }
  return [...pools.values()].reduce((bytes, { kind, rank, pictures, count }) => {
    if (kind === 'all-weights') return bytes + 4 * count * arenaBytes(planArena(limits, ownSections(config, pictures)));
    const own = adapterSections(config, rank, pictures).reduce((sum, { floats }) => sum + floats, 0) * 4;
    return bytes + own * (poolCapacity(count) + 3 * count);
  }, 0);
}

/** Adapters that a pool has room for when it holds `count`. */
function poolCapacity(count: number): number {
  let capacity = 2;
  while (capacity < count) capacity *= 2;
  return capacity;
}

export interface MemoryWishes {
  readonly config: ModelConfig;
  readonly limits: BindingLimits;
  readonly precision: Precision;
  readonly budget: number;
  readonly policies: readonly PlannedPolicy[];
  readonly batch: PlannedBatch;
  /** Where less is to be taken than there is. */
  readonly rooms?: Rooms | undefined;
}

/**
 * Half the room that a plan takes for sampling and for training, for a GPU that ran out of memory on it; batches are
 * then cut finer. Undefined where that saves nothing: every group is alone already.
 */
export function halvedRooms(wishes: MemoryWishes): Rooms | undefined {
  const plan = planMemory(wishes);
  const rooms = { sampling: Math.floor(plan.sampling / 2), training: Math.floor(plan.training / 2) };
  return planMemory({ ...wishes, rooms }).total < plan.total ? rooms : undefined;
}

/** The plan of a run. Throws with the numbers, and what to change, when not even the smallest micro-batch fits. */
export function planMemory({
  config,
  limits,
  precision,
  budget,
  policies,
  batch,
  rooms: wished,
}: MemoryWishes): MemoryPlan {
  const weights = weightBytes(config, limits, precision);
  const own = policyBytes(config, limits, policies);
  check(
    weights + own < budget,
    () =>
      `the model needs ${inGib(weights)} GiB and its ${policies.length} policies ${inGib(own)} GiB, there are ${inGib(budget)} GiB for everything: ` +
      `use a smaller model${smaller[precision]}, or adapters of lower rank`,
  );
  const rooms = roomsOf(sharesOf(budget, weights + own), wished);
  const shapes = policies.map((policy) => shapeOf(policy, { config, limits, precision }));
  const rank = Math.max(0, ...policies.map((policy) => (policy.kind === 'adapter' ? policy.rank : 0)));
  const {
    groups,
    branches,
    trained = groups,
    games = 0,
    promptTokens,
    sharedTokens = 0,
    answerTokens,
    likeliest = 0,
  } = batch;

  const windows = windowsOnPaper(weightSections(config), { limits, precision });
  const pictures = policies.some((policy) => policy.pictures);
  const askedAtOnce = (groups: number, branches: number, likeliest: number) => {
    const sampling = { config, rank, logitsWidth: logitsWidth(windows, config), pictures, likeliest };
    const asked = Array.from({ length: groups }, () => ({
      policy: '',
      prompt_P: new Array<number>(promptTokens).fill(0),
      seed_K: new Array<number>(branches).fill(0),
      maxTokens: answerTokens,
      temperature: 1,
    }));
    const shared = asked.map((_, g) => (g === 0 ? 0 : sharedTokens));
    const batches = cutSampling(sampling, { groups: asked, shared }, { limits, ...rooms.sampling });
    const first = batches[0]?.count ?? 0;
    const prompts = first * promptTokens - Math.max(0, first - 1) * sharedTokens;
    const slots = prompts + first * branches * answerTokens;
    const { bytes } = samplingSizing(sampling, {
      rows: Math.ceil(prompts / 32) * 32,
      predictions: Math.ceil(first / 32) * 32,
      branches: Math.ceil((first * branches) / 32) * 32,
      ranges: 2,
      slots,
      maxTokens: answerTokens,
      paths: sharedTokens > 0 ? first * promptTokens : 0,
    });
    return { batches: batches.length, slots, bytes };
  };
  const [rollouts, evaluation] = [askedAtOnce(groups, branches, likeliest), askedAtOnce(games, 1, 0)];
  const most = evaluation.bytes > rollouts.bytes ? evaluation : rollouts;

  const group: GroupSize = {
    rows: promptTokens + branches * (answerTokens - 1),
    predictions: 1 + branches * (answerTokens - 1),
    targets: branches * answerTokens,
    paths: sharedTokens > 0 ? promptTokens : 0,
    shared: sharedTokens,
  };
  const cuts = shapes.map((shape) =>
    cutTraining(shape, new Array<GroupSize>(trained).fill(group), { limits, ...rooms.training }),
  );
  const trainingBytes = Math.max(
    0,
    ...cuts.map(({ shape, batches }) => Math.max(...batches.map(({ size }) => trainingSizing(shape, size).bytes))),
  );
  const total = weights + own + most.bytes + trainingBytes;
  const microBatches = Math.max(0, ...cuts.map(({ batches }) => batches.length));
  const checkpointing = cuts.some(({ shape }) => shape.checkpointing === 'inputs') ? 'inputs' : 'everything';
  const cache = config.layers * 2 * config.kvHeads * config.paddedHead * bucketOf(most.slots) * 4;
  const numbers = { weights, policies: own, sampling: most.bytes, cache, training: trainingBytes, total, budget };
  const cut = { samplingBatches: most.batches, microBatches, checkpointing } as const;
  const what = `${inMillions(parametersOf(config))} parameters as ${precision}`;
  return { ...numbers, ...cut, sentence: sentenceOf(numbers, { ...cut, trained, what }) };
}

/** The shape of a policy's training batches, from configurations alone. */
function shapeOf(
  { kind, rank, pictures = false }: PlannedPolicy,
  { config, limits, precision }: { config: ModelConfig; limits: BindingLimits; precision: Precision },
): TrainingShape {
  const sections = weightSections(config);
  const weights = windowsOnPaper(sections, { limits, precision: kind === 'all-weights' ? 'f32' : precision });
  const moving =
    kind === 'all-weights'
      ? sections.slice(layerSection(0), layerSection(config.layers))
      : adapterSections(config, rank, pictures);
  const adapters = kind === 'adapter' ? { rank } : undefined;
  return trainingShape({ config, weights, adapters }, { moving, trains: kind, checkpointing: 'everything', pictures });
}

/** The vocabulary's windows as the weights will have them. */
function windowsOnPaper(
  sections: readonly Section[],
  { limits, precision }: { limits: BindingLimits; precision: Precision },
): Windows {
  const plan = planArena(limits, sections, precision);
  return { windows: (section) => windowsIn(plan, section) };
}

function sentenceOf(
  {
    weights,
    policies,
    sampling,
    cache,
    training,
    total,
    budget,
  }: Omit<MemoryPlan, 'sentence' | 'samplingBatches' | 'microBatches' | 'checkpointing'>,
  {
    samplingBatches,
    microBatches,
    checkpointing,
    trained,
    what,
  }: Pick<MemoryPlan, 'samplingBatches' | 'microBatches' | 'checkpointing'> & { trained: number; what: string },
): string {
  const times = (count: number, what: string) => (count <= 1 ? 'at once' : `in ${count} ${what}`);
  const again = checkpointing === 'inputs' ? ', layers computed twice to save room' : '';
  return (
    `needs up to ${inGib(total)} GiB, this device gives ${inGib(budget)} GiB: model ${inGib(weights)} (${what}), policies ${inGib(policies)}, ` +
    `sampling ${inGib(sampling)} (keys and values ${inGib(cache)}, ${times(samplingBatches, 'batches')}), ` +
    `training ${inGib(training)} (${trained} groups ${times(microBatches, 'micro-batches')}${again})`
  );
}

/** Numbers that a model of this configuration is made of. */
export const parametersOf = (config: ModelConfig): number =>
  weightSections(config)
    .flatMap(({ slots }) => Object.values(slots).flatMap(({ pieces }) => pieces))
    .reduce((sum, { shape }) => sum + shape.reduce((product, side) => product * side, 1), 0);

const inMillions = (count: number): string => `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} M`;

/** GiB, with two digits that mean something. */
const inGib = (bytes: number): string => {
  const value = bytes / gib;
  return value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(value >= 0.1 ? 2 : 3);
};
