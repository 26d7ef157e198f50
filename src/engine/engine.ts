// The engine's public face: policies over one base model that sample, score, learn and are saved. Its verbs are those
// of the learning code's `Learner` one to one; run/engine-learner.ts makes it one. It never hears of rewards, roles or
// worlds.
import { check, present } from '../basics/check';
import {
  basePolicy,
  type Completion,
  type GpuWork,
  type NewPolicy,
  type ObjectiveReport,
  type PolicySnapshot,
  type PromptGroup,
  type TrainingGroup,
  type UpdateKnobs,
  type UpdateReport,
} from '../contract/learner';
import { type ModelConfig, readConfig } from '../contract/model-config';
import { likelihood, type ObjectiveSettings } from '../contract/objective';
import { reportOf, weightsOf } from '../contract/report';
import type { NamedTensor } from '../contract/weights';
import { emptyBuffer } from './gpu/buffers';
import type { EngineDevice } from './gpu/device';
import { GpuShare } from './gpu/gpu-share';
import { PipelineCache, type View } from './gpu/kernel';
import { readBack } from './gpu/readback';
import { Submitter } from './gpu/recording';
import { budgetFor, type SubmissionBudget } from './gpu/submission-budget';
import { AdapterPool } from './model/adapter-pool';
import { mergeEqual, scoresOfAll } from './model/equal-completions';
import { Generation, type SamplingContext } from './model/generation';
import { freshAdapter } from './model/lora';
import { type PlannedPolicy, policyBytes, type Rooms, roomsOf, sharesOf, usualBudget } from './model/memory-plan';
import { hasPatchEncoder, type Network } from './model/network';
import { Optimizer } from './model/optimizer';
import {
  adapterSections,
  checkFinite,
  layOut,
  layOutSection,
  ownSections,
  patchSection,
  patchSectionIn,
  takeOut,
  weightSections,
} from './model/parameters';
import { type WithPatches, withPatches } from './model/patches';
import {
  adapterPolicy,
  allWeightsPolicy,
  destroyPolicy,
  floatsOf,
  gradientsOf,
  type Policy,
  readableGradients,
  readableOf,
  sectionsOf,
} from './model/policy';
import { leastSharedInSampling, leastSharedTokens } from './model/prefix-tree';
import { RopeTable } from './model/rope-table';
import { NONE } from './model/rows';
import type { Precision } from './model/stored-sections';
import { Training } from './model/training';
import type { TrainingContext } from './model/training-plan';
import { arenaBytes, planArena, WeightArena } from './model/weight-arena';

/** It is asked for one thing at a time: for the next when what was asked is done, or when `queued` says that all of it
 *  is with the GPU, which takes everything in order. */
export class Engine {
  readonly config: ModelConfig;
  private readonly policies = new Map<string, Policy>();
  private readonly pools = new Map<string, AdapterPool>();
  private readonly weights: WeightArena;
  private readonly nothing: View;
  private readonly ropeTable: RopeTable;
  private readonly generation: Generation;
  private readonly training: Training;
  private readonly optimizer: Optimizer;

  /** `config` is a parsed config.json, `tensors` the model's weights by their Hugging Face names, `stopToken` ends an
   *  answer. */
  constructor(
    private readonly gpu: EngineDevice,
    {
      config,
      tensors,
      stopToken,
      precision = 'f32',
      memory = usualBudget(gpu.device.limits, gpu.adapter.software),
      rooms,
      tableRows,
      equalBranches = 'once',
      equalAnswers = 'once',
      sharedPrefix,
      decode = gpu.adapter.software ? 'by token' : 'whole',
      now = () => performance.now(),
      gpuShare = new GpuShare(),
      submissionBudget = budgetFor(gpu.adapter, now, (ms) => gpuShare.worked(ms)),
    }: {
      config: Readonly<Record<string, unknown>>;
      tensors: Iterable<NamedTensor>;
      stopToken: number;
      /** How the frozen base lies on the GPU, packed as it comes; below f32 it takes less memory and is trained by
       *  adapters only. */
      precision?: Precision;
      /** Bytes of GPU memory that all of it may take; batches are cut so that they fit. */
      memory?: number | undefined;
      /** Where batches are to take less than that leaves. */
      rooms?: Rooms | undefined;
      /** The most tokens of a window of the vocabulary, where that is not left to what the adapter binds: a whole
       *  number of 64. */
      tableRows?: number;
      /** Branches of a group that have said the same so far are computed once, or each by itself: answers are the
       *  same. */
      equalBranches?: 'once' | 'each';
      /** Equal prompts of a training batch, and equal answers to them, are computed once, or every group as it comes:
       *  gradients are the same but for rounding. */
      equalAnswers?: 'once' | 'each';
      /** Tokens from which on what prompts of a batch begin with is computed once, where that is not left to
       *  the model's size; Infinity: never. */
      sharedPrefix?: number;
      /** Whether a model that is small enough decodes many tokens in one dispatch, or token by token: answers are the
       *  same. */
      decode?: 'whole' | 'by token';
      /** Milliseconds of a clock, for the size of submissions alone. */
      now?: () => number;
      /** The share of time that the GPU may be busy, told when a submission is done by the budget that goes with it. */
      gpuShare?: GpuShare | undefined;
      /** How much goes into one submission, where that is not left to the adapter's speed. */
      submissionBudget?: SubmissionBudget | undefined;
    },
  ) {
    const { device } = gpu;
    this.config = readConfig(config);
    this.stopToken = stopToken;
    this.memory = memory;
    this.wishedRooms = rooms;
    const sections = weightSections(this.config);
    this.weights = new WeightArena(device, planArena(device.limits, sections, precision, tableRows), 'base weights');
    const byName = new Map([...tensors].map((tensor) => [tensor.name, tensor]));
    checkFinite(byName.values());
    for (const [index, section] of sections.entries()) this.weights.write(index, layOutSection(section, byName));
    this.baseBytes = arenaBytes(this.weights.plan);
    this.nothing = { buffer: emptyBuffer(device, 'nothing', 256) };
    this.ropeTable = new RopeTable(gpu, this.config);
    this.submissionBudget = submissionBudget;
    const tools = {
      nothing: this.nothing,
      ropeTable: this.ropeTable,
      submissionBudget: this.submissionBudget,
      gpuShare,
      compiled: async () => {
        await gpu.unlessLost(new PipelineCache(gpu).compiled());
        this.checkOpen('while its kernels were compiled');
      },
      checkOpen: (when?: string) => this.checkOpen(when),
    };
    this.generation = new Generation(gpu, {
      ...tools,
      joined: equalBranches === 'once',
      sharedPrefix: sharedPrefix ?? leastSharedInSampling(this.config, gpu.adapter.software),
      whole: decode === 'whole',
      room: () => this.rooms.sampling,
    });
    this.training = new Training(gpu, {
      ...tools,
      sharedPrefix: sharedPrefix ?? leastSharedTokens(this.config),
      room: () => this.rooms.training,
    });
    this.merges = equalAnswers === 'once';
    this.optimizer = new Optimizer(gpu, tools);
  }

  readonly stopToken: number;
  private readonly merges: boolean;
  private readonly memory: number;
  private readonly wishedRooms: Rooms | undefined;
  private readonly baseBytes: number;
  private planned: readonly PlannedPolicy[] = [];
  private policyBytes = 0;
  private closed = false;
  private readonly submissionBudget: SubmissionBudget;

  /** The longest submission so far, in milliseconds of the clock. */
  get longestSubmissionMs(): number {
    return this.submissionBudget.longestMs;
  }

  /** Forgets the longest submission so far: the first ones wait for kernels to be compiled. */
  forgetSubmissions(): void {
    this.submissionBudget.forgetLongest();
  }

  /** Bytes of GPU memory in use: weights, policies, and the buffers of the batches met so far. */
  get bytes(): { weights: number; policies: number; sampling: number; training: number } {
    const { baseBytes: weights, policyBytes: policies, generation, training } = this;
    return { weights, policies, sampling: generation.bytes, training: training.bytes };
  }

  /** What its device was asked for so far. */
  get work(): GpuWork {
    return this.gpu.work.sum;
  }

  /** Adds a policy that starts at the base model. Throws when the name is taken, or, with the numbers, when it does not
   *  fit. */
  addPolicy(name: string, { kind, rank, alpha, seed, noise = 0, pictures = false }: NewPolicy): void {
    this.checkOpen();
    check(name !== basePolicy && !this.policies.has(name), `there is already a policy "${name}"`);
    const { device } = this.gpu;
    const policies = [...this.planned, { kind, rank, pictures }];
    const bytes = policyBytes(this.config, device.limits, policies);
    checkRoom(this.memory, this.baseBytes + bytes, name);
    if (kind === 'all-weights') {
      const { precision } = this.weights.plan;
      check(
        precision === 'f32',
        `a base stored as ${precision} is trained by adapters only: open it as f32 to train all weights`,
      );
      const plan = pictures ? planArena(device.limits, ownSections(this.config, pictures)) : undefined;
      const policy = allWeightsPolicy(device, name, this.weights, plan);
      const encoder = pictures ? patchSectionIn(sectionsOf(policy)) : -1;
      if (policy.kind === 'all-weights' && encoder >= 0) {
        const section = patchSection(this.config);
        policy.weights.write(encoder, layOutSection(section, freshAdapter([section], seed)));
      }
      this.policies.set(name, policy);
    } else {
      const key = `${rank}:${alpha}:${pictures}`;
      const sections = adapterSections(this.config, rank, pictures);
      const pool = this.pools.get(key) ?? new AdapterPool(device, rank, alpha, sections);
      this.pools.set(key, pool);
      const policy = adapterPolicy(device, name, pool);
      if (policy.kind === 'adapter')
        pool.write(policy.index, layOut(pool.sections, freshAdapter(pool.sections, seed, noise)));
      this.policies.set(name, policy);
    }
    this.planned = policies;
    this.policyBytes = bytes;
  }

  /** answers[g][k] to groups[g]; groups of several policies may be mixed. `queued` hears when all of it is with the
   *  GPU: what is asked afterwards comes after it. */
  async sample(groups: readonly PromptGroup[], queued?: () => void): Promise<Completion[][]> {
    const answers: Completion[][] = groups.map(() => []);
    const batches = new Map<string, { sampled: SamplingContext; places: number[] }>();
    for (const [g, group] of groups.entries()) {
      const sampled = this.sampledBy(group.policy);
      const batch = batches.get(sampled.key) ?? { sampled, places: [] };
      batch.places.push(g);
      batches.set(sampled.key, batch);
    }
    const last = [...batches.values()].at(-1);
    for (const batch of batches.values()) {
      const { sampled, places } = batch;
      const asked = places.map((g) => present(groups[g], 'group'));
      const own = await this.generation.run(sampled, {
        ...this.shown(asked, sampled.network, present(asked[0], 'group').policy),
        stopToken: this.stopToken,
        queued: batch === last ? queued : undefined,
      });
      for (const [index, g] of places.entries()) answers[g] = own[index] ?? [];
    }
    return answers;
  }

  /** Adds the objective's gradients over the batch to the policy's. */
  async accumulate(
    policy: string,
    given: readonly TrainingGroup[],
    settings: ObjectiveSettings,
    queued?: () => void,
  ): Promise<ObjectiveReport> {
    check(
      settings.kind === 'sft' ||
        settings.kl === 0 ||
        given.every((group) => group.completions.every((one) => one.refLogp_T)),
      'a kl weight needs refLogp_T of every completion: score the batch under "base" first',
    );
    const trained = this.trainedAs(policy);
    const { groups, patches } = this.shown(given, trained.network, policy);
    const weight_GK = weightsOf(settings, groups);
    const merged = this.merges ? mergeEqual(groups, weight_GK) : undefined;
    const scores = await this.training.run(trained, merged?.groups ?? groups, {
      settings,
      weight_GK: merged?.weight_GK ?? weight_GK,
      train: true,
      patches,
      queued,
    });
    return reportOf(settings, groups, merged ? scoresOfAll(merged, scores) : scores);
  }

  /** One AdamW step over what was accumulated; gradients are then zero. */
  update(policy: string, knobs: UpdateKnobs, queued?: () => void): Promise<UpdateReport> {
    return this.optimizer.step(this.policy(policy), knobs, queued);
  }

  /** logps[g][k][t] of given completions. */
  async logprobs(policy: string, groups: readonly TrainingGroup[]): Promise<number[][][]> {
    return (await this.scores(policy, groups)).map((group) =>
      group.map((completion) => completion.map(({ logp }) => logp)),
    );
  }

  /** Log-probability and entropy of every token of given completions. */
  async scores(policy: string, given: readonly TrainingGroup[]): Promise<{ logp: number; entropy: number }[][][]> {
    const bare =
      policy === basePolicy
        ? { key: 'base', network: this.network(undefined), adapter: NONE, gradients: undefined }
        : this.trainedAs(policy);
    const { groups, patches } = this.shown(given, bare.network, policy);
    return this.training.run(bare, groups, {
      settings: likelihood,
      weight_GK: groups.map((group) => group.completions.map(() => 0)),
      train: false,
      patches,
    });
  }

  async save(name: string): Promise<PolicySnapshot> {
    const policy = this.policy(name);
    const sections = sectionsOf(policy);
    const read = await readBack(this.gpu, new Submitter(this.gpu, 1), readableOf(policy));
    const [tensors = [], moment1 = [], moment2 = []] = floatsOf(policy, read).map((floats) =>
      takeOut(sections, floats),
    );
    return { kind: policy.kind, tensors, moment1: joined(moment1), moment2: joined(moment2), updates: policy.updates };
  }

  /** The gradients accumulated so far, by tensor: for tests and for looking. */
  async gradients(name: string): Promise<NamedTensor[]> {
    const policy = this.policy(name);
    const read = await readBack(this.gpu, new Submitter(this.gpu, 1), readableGradients(policy));
    return floatsOf(policy, read).flatMap((floats) => takeOut(sectionsOf(policy), floats));
  }

  /** Puts a snapshot in place of the policy's tensors, moments and count; accumulated gradients stay. Throws, naming
   *  the tensor, when names or shapes differ or a number is not finite: nothing is put in place then. */
  load(name: string, snapshot: PolicySnapshot): void {
    const policy = this.policy(name);
    check(
      policy.kind === snapshot.kind,
      `policy "${name}" is of kind ${policy.kind}, the snapshot of kind ${snapshot.kind}`,
    );
    const sections = sectionsOf(policy);
    const { moment1: means, moment2: squares } = snapshot;
    checkFinite([...snapshot.tensors, { name: 'moment1', data: means }, { name: 'moment2', data: squares }]);
    const named = (tensors: readonly NamedTensor[]) =>
      layOut(sections, new Map(tensors.map((tensor) => [tensor.name, tensor])));
    const weights = named(snapshot.tensors);
    const moments = [means, squares].map((flat) => named(split(snapshot.tensors, flat)));
    const [first = [], second = []] = moments;
    const { device } = this.gpu;
    if (policy.kind === 'all-weights') {
      const { weights: arena, moment1, moment2 } = policy;
      for (const [index, floats] of weights.entries()) arena.write(index, floats);
      for (const [index, floats] of first.entries()) moment1.write(index, floats);
      for (const [index, floats] of second.entries()) moment2.write(index, floats);
    } else {
      policy.pool.write(policy.index, weights);
      writeInOrder(device, policy.moment1, first);
      writeInOrder(device, policy.moment2, second);
    }
    policy.updates = snapshot.updates;
  }

  /** Frees everything it holds, the device not. */
  close(): void {
    this.closed = true;
    for (const policy of this.policies.values()) destroyPolicy(policy);
    for (const pool of this.pools.values()) pool.destroy();
    this.policies.clear();
    this.weights.destroy();
    this.generation.destroy();
    this.training.destroy();
    this.optimizer.destroy();
    this.ropeTable.destroy();
    this.nothing.buffer.destroy();
  }

  private get rooms() {
    return roomsOf(sharesOf(this.memory, this.baseBytes + this.policyBytes), this.wishedRooms);
  }

  /** Throws once it was closed: what is on the GPU is gone, and nobody would free what is made now. */
  private checkOpen(when?: string): void {
    check(!this.closed, `the engine was closed${when ? ` ${when}` : ''}`);
  }

  private policy(name: string): Policy {
    this.checkOpen();
    return present(
      this.policies.get(name),
      () => `there is no policy "${name}": known are ${[...this.policies.keys()].join(', ') || 'none'}`,
    );
  }

  private network(policy: Policy | undefined) {
    if (!policy) return { config: this.config, weights: this.weights, adapters: undefined };
    if (policy.kind === 'all-weights') return { config: this.config, weights: policy.weights, adapters: undefined };
    const { pool } = policy;
    return {
      config: this.config,
      weights: this.weights,
      adapters: { rank: pool.rank, scale: pool.alpha / pool.rank, sections: pool.sections, buffer: pool.view },
    };
  }

  /** The groups with their pictures as ids. The bare base is blind: it reads its stop token for every patch. Throws
   *  where another policy cannot be shown any. */
  private shown<Group extends { readonly prompt_P: readonly number[] }>(
    groups: readonly Group[],
    network: Omit<Network, 'recorder'>,
    name: string,
  ): WithPatches<Group> {
    const { vocabulary } = this.config;
    const shown = withPatches(groups, vocabulary);
    if (name === basePolicy && shown.patches.length > 0) {
      const read = (id: number) => (id < vocabulary ? id : this.stopToken);
      return { groups: shown.groups.map((group) => ({ ...group, prompt_P: group.prompt_P.map(read) })), patches: [] };
    }
    check(
      shown.patches.length === 0 || hasPatchEncoder(network),
      `the policy "${name}" has no patch encoder: it cannot be shown pictures`,
    );
    return shown;
  }

  private trainedAs(name: string): TrainingContext {
    const policy = this.policy(name);
    const generation = policy.kind === 'adapter' ? policy.pool.generation : 0;
    return {
      key: `${name} ${generation}`,
      network: this.network(policy),
      adapter: policy.kind === 'adapter' ? policy.pool.quadsTo(policy.index) : NONE,
      gradients: gradientsOf(policy),
    };
  }

  private sampledBy(name: string): SamplingContext {
    const none = () => NONE;
    if (name === basePolicy) return { key: 'base', network: this.network(undefined), adapterOf: none };
    const policy = this.policy(name);
    if (policy.kind === 'all-weights')
      return { key: `weights of ${name}`, network: this.network(policy), adapterOf: none };
    const { pool } = policy;
    const adapterOf = (other: string) => {
      const one = this.policy(other);
      return one.kind === 'adapter' ? one.pool.quadsTo(one.index) : NONE;
    };
    const network = this.network(policy);
    const pictures = hasPatchEncoder(network);
    return { key: `adapters ${pool.rank}:${pool.alpha}:${pictures} ${pool.generation}`, network, adapterOf };
  }
}

function checkRoom(memory: number, needed: number, name: string): void {
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  check(
    needed < memory,
    () =>
      `with policy "${name}" weights and policies need ${mib(needed)} MiB, there are ${mib(memory)} MiB for everything: ` +
      'use fewer policies, a lower rank, or a smaller model',
  );
}

/** The numbers of all of them, one tensor behind the other. */
export function joined(tensors: readonly NamedTensor[]): Float32Array {
  const whole = new Float32Array(tensors.reduce((sum, { data }) => sum + data.length, 0));
  let at = 0;
  for (const { data } of tensors) {
    whole.set(data, at);
    at += data.length;
  }
  return whole;
}

/** Flat moments cut by the tensors they belong to. */
function split(tensors: readonly NamedTensor[], flat: Float32Array): NamedTensor[] {
  const total = tensors.reduce((sum, { data }) => sum + data.length, 0);
  check(flat.length === total, `moments have as many floats as the tensors (${total}), got ${flat.length}`);
  let at = 0;
  return tensors.map(({ name, shape, data }) => {
    at += data.length;
    return { name, shape, data: flat.subarray(at - data.length, at) };
  });
}

function writeInOrder(device: GPUDevice, buffer: GPUBuffer, floats: readonly Float32Array[]): void {
  let at = 0;
  for (const part of floats) {
    device.queue.writeBuffer(buffer, at, part as unknown as BufferSource);
    at += part.byteLength;
  }
}
