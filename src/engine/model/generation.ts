// Sampling: prompts once per group, then one row per live branch and token. Tokens, log-probabilities and stops stay on the GPU;
// nothing is awaited inside the token loop, one read-back ends it.
import { check } from '../../basics/check';
import { Buffers, bucketOf } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { KernelShelf, View } from '../gpu/kernel';
import { readBack } from '../gpu/readback';
import { Recorder } from '../gpu/recorder';
import { type Sizes, Submitter } from '../gpu/recording';
import { overBranches, overChunk, overPredictions, overRows } from '../kernels/counts';
import { rmsNorm } from '../kernels/rms-norm/rms-norm';
import { gather } from '../kernels/rows/rows';
import { compact, sample } from '../kernels/sample/sample';
import { layerOf, makeActivations } from './activations';
import { forward, headForward, logitsRows, logitsWidth } from './forward';
import { endSection, type Network } from './network';
import { type PackedSampling, packSampling, type SampleGroup, tilesOf } from './rows';
import type { Turns } from './turns';

export interface Completion {
  readonly token_T: readonly number[];
  readonly logp_T: readonly number[];
  readonly stop: 'end' | 'length';
}

/** What one batch samples with: one set of weights, adapters of one shape. */
export interface Sampled {
  readonly key: string;
  readonly network: Omit<Network, 'recorder'>;
  /** Quads to a policy's adapter, or NONE. */
  readonly adapterOf: (policy: string) => number;
}

interface Plan {
  readonly generation: number;
  readonly prompts: Recorder;
  readonly step: Recorder;
}

const stateWords = 4;

export class Generation {
  private readonly buffers: Buffers;
  private readonly plans = new Map<string, Plan>();
  last = { operations: 0, dispatches: 0 };
  constructor(
    private readonly engine: EngineDevice,
    private readonly tools: { shelf: KernelShelf; nothing: View; turns: Turns; workLimit: number; memory: number },
  ) {
    this.buffers = new Buffers(engine.device);
  }

  /** answers[g][k]; every branch draws from its own seed, so the cut into batches changes nothing. */
  async run(sampled: Sampled, groups: readonly SampleGroup[], stopToken: number): Promise<Completion[][]> {
    const answers: Completion[][] = [];
    this.last = { operations: 0, dispatches: 0 };
    for (const batch of this.batches(sampled, groups)) answers.push(...(await this.play(sampled, batch, stopToken)));
    return answers;
  }

  destroy(): void {
    for (const plan of this.plans.values()) drop(plan);
    this.plans.clear();
    this.buffers.destroy();
  }

  private batches({ network }: Sampled, groups: readonly SampleGroup[]): SampleGroup[][] {
    const { config } = network;
    const limits = this.engine.device.limits;
    const slotFloats = 2 * config.kvHeads * config.paddedHead;
    const binding = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize) / 4;
    const slotLimit = (Math.min(binding / slotFloats, this.tools.memory / 4 / (slotFloats * config.layers)) * 2) / 3;
    const batches: SampleGroup[][] = [];
    let slots = 0;
    for (const group of groups) {
      const own = group.prompt_P.length + group.seed_K.length * group.maxTokens;
      const last = batches.at(-1);
      if (!last || slots + own > slotLimit) {
        batches.push([group]);
        slots = own;
      } else {
        last.push(group);
        slots += own;
      }
    }
    return batches;
  }

  private async play(sampled: Sampled, groups: readonly SampleGroup[], stopToken: number): Promise<Completion[][]> {
    const { device } = this.engine;
    const { config } = sampled.network;
    const packed = packSampling(groups, sampled.adapterOf, config.vocabulary);
    if (packed.branchCount === 0) return groups.map(() => []);
    const stride = bucketOf(packed.maxTokens);
    const turns = this.tools.turns.upTo(packed.longest);
    const views = this.views(sampled, packed, stride);
    const write = (view: View, words: Uint32Array) => device.queue.writeBuffer(view.buffer, 0, words as unknown as BufferSource);
    write(views.promptRows, packed.rows);
    write(views.promptTiles, packed.tiles);
    write(views.list, Uint32Array.from(packed.predictions));
    write(views.headTiles, tilesOf([{ first: 0, count: packed.predictions.length, adapter: 0xffffffff }]));
    write(views.branches, packed.branches);
    write(views.ranges, packed.ranges);
    write(views.stepTiles, packed.decodeTiles);
    write(views.states, new Uint32Array(packed.branchCount * stateWords));
    const stop = this.buffers.uniform('stop', Uint32Array.of(stopToken >>> 0, 0, 0, 0).buffer);
    const predictions = bucketOf(packed.predictions.length);
    const branches = bucketOf(packed.branchCount);
    const key = `${sampled.key} ${predictions} ${branches} ${stride}`;
    const generation = this.buffers.generation + this.tools.turns.generation * 1e6;
    let plan = this.plans.get(key);
    if (!plan || plan.generation !== generation) {
      for (const [stale, old] of this.plans) {
        if (old.generation === generation) continue;
        drop(old);
        this.plans.delete(stale);
      }
      plan = this.record(sampled, { views, turns, stop, stride, predictions, branches, generation });
      this.plans.set(key, plan);
    }
    const sizes: Sizes = {
      rows: packed.count,
      predictions: packed.predictions.length,
      branches: packed.branchCount,
      ranges: packed.ranges.length / 2,
      chunks: 0,
    };
    const submitter = new Submitter(device, this.tools.workLimit);
    submitter.run(plan.prompts.recording, sizes);
    for (let token = 1; token < packed.maxTokens; token++) submitter.run(plan.step.recording, sizes);
    const count = packed.branchCount;
    const [states, tokens, logps] = await readBack(this.engine, submitter, [
      { ...views.states, size: count * stateWords * 4 },
      { ...views.tokens, size: count * stride * 4 },
      { ...views.logps, size: count * stride * 4 },
    ]);
    this.last = { operations: this.last.operations + submitter.total, dispatches: this.last.dispatches + submitter.dispatched };
    check(states && tokens && logps, 'three read-backs');
    return answersOf(packed, {
      states: new Uint32Array(states),
      tokens: new Uint32Array(tokens),
      logps: new Float32Array(logps),
      stride,
      stopToken,
    });
  }

  private views({ network }: Sampled, packed: PackedSampling, stride: number) {
    const { config, adapters } = network;
    const branches = bucketOf(packed.branchCount);
    const rows = Math.max(packed.count, packed.branchCount);
    const predictions = bucketOf(packed.predictions.length);
    const make = (name: string, words: number): View => this.buffers.storage(name, Math.max(4, words) * 4);
    return {
      ...makeActivations(this.buffers, config, { rows, slots: packed.slots, rank: adapters?.rank ?? 0, keep: false }),
      promptRows: make('prompt rows', bucketOf(packed.count) * 8),
      promptTiles: make('prompt tiles', Math.ceil(bucketOf(packed.count) / 32) * 2),
      stepRows: make('step rows', branches * 8),
      stepTiles: make('step tiles', Math.ceil(branches / 32) * 2),
      branches: make('branches', branches * 8),
      ranges: make('ranges', bucketOf(packed.ranges.length)),
      states: make('states', branches * stateWords),
      tokens: make('tokens', branches * stride),
      logps: make('logps', branches * stride),
      list: make('list', predictions),
      headTiles: make('head tiles', Math.ceil(predictions / 32) * 2),
      picked: make('picked', predictions * config.hidden),
      headNormed: make('head normed', predictions * config.hidden),
      logits: make('logits', logitsRows(config.vocabulary, Math.max(predictions, branches)) * logitsWidth(config.vocabulary)),
    };
  }

  private record(
    { network: given }: Sampled,
    {
      views,
      turns,
      stop,
      stride,
      predictions,
      branches,
      generation,
    }: {
      views: ReturnType<Generation['views']>;
      turns: View;
      stop: View;
      stride: number;
      predictions: number;
      branches: number;
      generation: number;
    },
  ): Plan {
    const { device } = this.engine;
    const { config, weights } = given;
    const { hidden, epsilon, vocabulary } = config;
    const gain = weights.view(endSection(config), 'norm');
    const make = () => new Recorder(device, this.tools.shelf, this.tools.nothing);
    const common = {
      branches: views.branches,
      states: views.states,
      stop,
      logits: views.logits,
      tokens: views.tokens,
      logps: views.logps,
    };
    const drawing = { vocabulary, stride: logitsWidth(vocabulary), maxTokens: stride };
    const laying = {
      ranges: views.ranges,
      branches: views.branches,
      states: views.states,
      rows: views.stepRows,
      tiles: views.stepTiles,
    };

    const prompts = make();
    const first: Network = { ...given, recorder: prompts };
    forward(first, {
      tables: { rows: views.promptRows, tiles: views.promptTiles, turns },
      layers: views.layers,
      shared: views.shared,
      over: overRows,
    });
    gather(prompts, {
      tiles: views.headTiles,
      list: views.list,
      x: layerOf(views.layers, config.layers - 1).out,
      y: views.picked,
      width: hidden,
    });
    rmsNorm(prompts, {
      tiles: views.headTiles,
      x: views.picked,
      gain,
      y: views.headNormed,
      width: hidden,
      epsilon,
      over: overPredictions,
    });
    const promptChunk = logitsRows(vocabulary, predictions);
    for (let at = 0; at < predictions; at += promptChunk) {
      headForward(first, {
        tiles: views.headTiles,
        normed: views.headNormed,
        logits: views.logits,
        first: at,
        over: overChunk(at, promptChunk),
      });
      const over = (sizes: Sizes) => (sizes.predictions > at ? sizes.branches : 0);
      sample(prompts, {
        ...common,
        ...drawing,
        tiles: views.stepTiles,
        rows: views.stepRows,
        first: true,
        chunkFirst: at,
        chunkRows: promptChunk,
        over,
      });
    }
    compact(prompts, laying);

    const step = make();
    const next: Network = { ...given, recorder: step };
    const tables = { rows: views.stepRows, tiles: views.stepTiles, turns };
    forward(next, { tables, layers: views.layers, shared: views.shared, over: overBranches });
    const x = layerOf(views.layers, config.layers - 1).out;
    rmsNorm(step, { tiles: views.stepTiles, x, gain, y: views.shared.normed, width: hidden, epsilon, over: overBranches });
    const stepChunk = logitsRows(vocabulary, branches);
    for (let at = 0; at < branches; at += stepChunk) {
      const over = (sizes: Sizes) => Math.max(0, Math.min(stepChunk, sizes.branches - at));
      headForward(next, { tiles: views.stepTiles, normed: views.shared.normed, logits: views.logits, first: at, over });
      sample(step, {
        ...common,
        ...drawing,
        tiles: views.stepTiles,
        rows: views.stepRows,
        first: false,
        chunkFirst: at,
        chunkRows: stepChunk,
        over,
      });
    }
    compact(step, laying);
    return { generation, prompts, step };
  }
}

function drop({ prompts, step }: Plan): void {
  prompts.destroy();
  step.destroy();
}

function answersOf(
  packed: PackedSampling,
  {
    states,
    tokens,
    logps,
    stride,
    stopToken,
  }: { states: Uint32Array; tokens: Uint32Array; logps: Float32Array; stride: number; stopToken: number },
): Completion[][] {
  return packed.branch_GK.map((branches) =>
    branches.map((branch) => {
      const count = states[branch * stateWords] ?? 0;
      const from = branch * stride;
      const token_T = [...tokens.subarray(from, from + count)];
      return { token_T, logp_T: [...logps.subarray(from, from + count)], stop: token_T.at(-1) === stopToken ? 'end' : 'length' };
    }),
  );
}
