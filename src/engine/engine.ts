// The engine's public face: policies over one base model that sample, score, learn and are saved. Its verbs are those of the learning
// code's `Learner` one to one; lab/engine-learner.ts puts the coat on. It never hears of rewards, roles or worlds.
import { check, present } from '../basics/check';
import { emptyBuffer } from './gpu/buffers';
import type { EngineDevice } from './gpu/device';
import { KernelShelf, type View } from './gpu/kernel';
import { readBack } from './gpu/readback';
import { Submitter } from './gpu/recording';
import type { Objective } from './kernels/objective/objective';
import { AdapterPool } from './model/adapter-pool';
import { type ModelConfig, readConfig } from './model/config';
import { mergeEqual } from './model/equal-completions';
import { type Completion, Generation, type Sampled } from './model/generation';
import { freshAdapter } from './model/lora';
import { Optimizer, type UpdateKnobs, type UpdateReport } from './model/optimizer';
import { adapterSections, layOut, type NamedTensor, takeOut, weightSections } from './model/parameters';
import { adapterPolicy, allWeightsPolicy, destroyPolicy, gradientsOf, type Policy, readableOf, sectionsOf } from './model/policy';
import { type ObjectiveReport, reportOf, weightsOf } from './model/report';
import { NONE, type SampleGroup, type TrainGroup } from './model/rows';
import { planSlabs, Slabs } from './model/slabs';
import { Training } from './model/training';
import type { Trained } from './model/training-plan';
import { Turns } from './model/turns';

export interface PolicySnapshot {
  readonly kind: 'adapter' | 'all-weights';
  readonly tensors: readonly NamedTensor[];
  readonly moment1: Float32Array;
  readonly moment2: Float32Array;
  readonly updates: number;
}

/** The policy that is the base model itself. */
const base = 'base';
const scoring: Objective = { kind: 'sft', clipLow: 0, clipHigh: 0, kl: 0, entropy: 0, aggregation: 'token-mean', divisor: 1 };

export class Engine {
  readonly config: ModelConfig;
  private readonly policies = new Map<string, Policy>();
  private readonly pools = new Map<string, AdapterPool>();
  private readonly weights: Slabs;
  private readonly shelf: KernelShelf;
  private readonly nothing: View;
  private readonly turns: Turns;
  private readonly generation: Generation;
  private readonly training: Training;
  private readonly optimizer: Optimizer;

  /** `config` is a parsed config.json, `tensors` the model's weights by their Hugging Face names, `stopToken` ends an answer. */
  constructor(
    private readonly gpu: EngineDevice,
    {
      config,
      tensors,
      stopToken,
      memory = gpu.adapter.software ? 2 ** 29 : 2 ** 30,
    }: {
      config: Readonly<Record<string, unknown>>;
      tensors: Iterable<NamedTensor>;
      stopToken: number;
      /** Bytes that a batch's activations may take; larger batches are cut into micro-batches. */
      memory?: number;
    },
  ) {
    const { device, adapter } = gpu;
    this.config = readConfig(config);
    this.stopToken = stopToken;
    const sections = weightSections(this.config);
    this.weights = new Slabs(device, planSlabs(device, sections), 'base weights');
    this.weights.write(layOut(sections, new Map([...tensors].map((tensor) => [tensor.name, tensor]))));
    this.shelf = new KernelShelf(device);
    this.nothing = { buffer: emptyBuffer(device, 'nothing', 256) };
    this.turns = new Turns(device, this.config);
    const workLimit = adapter.software ? 4e8 : 2e10; // operations per submission: well under 150 ms
    const tools = { shelf: this.shelf, nothing: this.nothing, turns: this.turns, workLimit, memory };
    this.generation = new Generation(gpu, tools);
    this.training = new Training(gpu, tools);
    this.optimizer = new Optimizer(gpu, tools);
  }

  readonly stopToken: number;

  /** Operations and dispatches of the last sample and the last accumulate. */
  get work() {
    return { sample: this.generation.last, accumulate: this.training.last };
  }

  /** Adds a policy that starts at the base model. Throws when the name is taken. */
  addPolicy(
    name: string,
    { kind, rank, alpha, seed }: { kind: 'adapter' | 'all-weights'; rank: number; alpha: number; seed: number },
  ): void {
    check(name !== base && !this.policies.has(name), `there is already a policy "${name}"`);
    const { device } = this.gpu;
    if (kind === 'all-weights') {
      this.policies.set(name, allWeightsPolicy(device, name, this.weights));
      return;
    }
    const key = `${rank}:${alpha}`;
    const pool = this.pools.get(key) ?? new AdapterPool(device, rank, alpha, adapterSections(this.config, rank));
    this.pools.set(key, pool);
    const policy = adapterPolicy(device, name, pool);
    if (policy.kind === 'adapter') pool.write(policy.index, layOut(pool.sections, freshAdapter(pool.sections, seed)));
    this.policies.set(name, policy);
  }

  /** answers[g][k] to groups[g]; groups of several policies may be mixed. */
  async sample(groups: readonly SampleGroup[]): Promise<Completion[][]> {
    const answers: Completion[][] = groups.map(() => []);
    const batches = new Map<string, { sampled: Sampled; places: number[] }>();
    for (const [g, group] of groups.entries()) {
      const sampled = this.sampledBy(group.policy);
      const batch = batches.get(sampled.key) ?? { sampled, places: [] };
      batch.places.push(g);
      batches.set(sampled.key, batch);
    }
    for (const { sampled, places } of batches.values()) {
      const own = await this.generation.run(
        sampled,
        places.map((g) => present(groups[g], 'group')),
        this.stopToken,
      );
      for (const [index, g] of places.entries()) answers[g] = own[index] ?? [];
    }
    return answers;
  }

  /** Adds the objective's gradients over the batch to the policy's. */
  async accumulate(policy: string, groups: readonly TrainGroup[], settings: Objective): Promise<ObjectiveReport> {
    check(
      settings.kind === 'sft' || settings.kl === 0 || groups.every((group) => group.completions.every((one) => one.refLogp_T)),
      'a kl weight needs refLogp_T of every completion: score the batch under "base" first',
    );
    const trained = this.trainedAs(policy);
    const merged = mergeEqual(groups, weightsOf(settings, groups));
    const scores = await this.training.run(trained, merged.groups, { settings, weight_GK: merged.weight_GK, train: true });
    const everyone = merged.place_GK.map((place_K, g) => place_K.map((place) => present(scores[g]?.[place], 'scores')));
    return reportOf(settings, groups, everyone);
  }

  /** One AdamW step over what was accumulated; gradients are then zero. */
  update(policy: string, knobs: UpdateKnobs): Promise<UpdateReport> {
    return this.optimizer.step(this.policy(policy), knobs);
  }

  /** logps[g][k][t] of given completions. */
  async logprobs(policy: string, groups: readonly TrainGroup[]): Promise<number[][][]> {
    return (await this.scores(policy, groups)).map((group) => group.map((completion) => completion.map(({ logp }) => logp)));
  }

  /** Log-probability and entropy of every token of given completions. */
  async scores(policy: string, groups: readonly TrainGroup[]): Promise<{ logp: number; entropy: number }[][][]> {
    const bare =
      policy === base
        ? { key: 'base', network: this.network(undefined), adapter: NONE, gradients: undefined }
        : this.trainedAs(policy);
    return this.training.run(bare, groups, {
      settings: scoring,
      weight_GK: groups.map((group) => group.completions.map(() => 0)),
      train: false,
    });
  }

  async save(name: string): Promise<PolicySnapshot> {
    const policy = this.policy(name);
    const sections = sectionsOf(policy);
    const parts = (await readBack(this.gpu, new Submitter(this.gpu.device, 1), readableOf(policy))).map(
      (bytes) => new Float32Array(bytes),
    );
    const third = (index: number) => takeOut(sections, parts.slice(index * sections.length, (index + 1) * sections.length));
    return {
      kind: policy.kind,
      tensors: third(0),
      moment1: joined(third(1)),
      moment2: joined(third(2)),
      updates: policy.updates,
    };
  }

  /** The gradients accumulated so far, by tensor: for tests and for looking. */
  async gradients(name: string): Promise<NamedTensor[]> {
    const policy = this.policy(name);
    const sections = sectionsOf(policy);
    if (policy.kind === 'all-weights') {
      const read = await readBack(this.gpu, new Submitter(this.gpu.device, 1), policy.gradient.readable());
      return takeOut(
        sections,
        read.map((bytes) => new Float32Array(bytes)),
      );
    }
    const views = sections.map(({ floats }, index) => ({
      buffer: policy.gradient,
      offset: sections.slice(0, index).reduce((sum, one) => sum + one.floats, 0) * 4,
      size: floats * 4,
    }));
    const read = await readBack(this.gpu, new Submitter(this.gpu.device, 1), views);
    return takeOut(
      sections,
      read.map((bytes) => new Float32Array(bytes)),
    );
  }

  /** Puts a snapshot in place of the policy's tensors, moments and count; accumulated gradients stay. Throws when names or shapes differ. */
  load(name: string, snapshot: PolicySnapshot): void {
    const policy = this.policy(name);
    check(policy.kind === snapshot.kind, `policy "${name}" is of kind ${policy.kind}, the snapshot of kind ${snapshot.kind}`);
    const sections = sectionsOf(policy);
    const named = (tensors: readonly NamedTensor[]) => layOut(sections, new Map(tensors.map((tensor) => [tensor.name, tensor])));
    const weights = named(snapshot.tensors);
    const moments = [snapshot.moment1, snapshot.moment2].map((flat) => named(split(snapshot.tensors, flat)));
    const [first = [], second = []] = moments;
    const { device } = this.gpu;
    if (policy.kind === 'all-weights') {
      policy.weights.write(weights);
      policy.moment1.write(first);
      policy.moment2.write(second);
    } else {
      policy.pool.write(policy.index, weights);
      writeInOrder(device, policy.moment1, first);
      writeInOrder(device, policy.moment2, second);
    }
    policy.updates = snapshot.updates;
  }

  /** Frees everything it holds, the device not. */
  close(): void {
    for (const policy of this.policies.values()) destroyPolicy(policy);
    for (const pool of this.pools.values()) pool.destroy();
    this.policies.clear();
    this.weights.destroy();
    this.generation.destroy();
    this.training.destroy();
    this.optimizer.destroy();
    this.turns.destroy();
    this.nothing.buffer.destroy();
  }

  private policy(name: string): Policy {
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

  private trainedAs(name: string): Trained {
    const policy = this.policy(name);
    const generation = policy.kind === 'adapter' ? policy.pool.generation : 0;
    return {
      key: `${name} ${generation}`,
      network: this.network(policy),
      adapter: policy.kind === 'adapter' ? policy.pool.quadsTo(policy.index) : NONE,
      gradients: gradientsOf(policy),
    };
  }

  private sampledBy(name: string): Sampled {
    const none = () => NONE;
    if (name === base) return { key: 'base', network: this.network(undefined), adapterOf: none };
    const policy = this.policy(name);
    if (policy.kind === 'all-weights') return { key: `weights of ${name}`, network: this.network(policy), adapterOf: none };
    const { pool } = policy;
    const adapterOf = (other: string) => {
      const one = this.policy(other);
      return one.kind === 'adapter' ? one.pool.quadsTo(one.index) : NONE;
    };
    return { key: `adapters ${pool.rank}:${pool.alpha} ${pool.generation}`, network: this.network(policy), adapterOf };
  }
}

function joined(tensors: readonly NamedTensor[]): Float32Array {
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
