// Sampling: prompts once per group, then one row per live branch and token. Tokens, log-probabilities and stops stay on
// the GPU, and inside the token loop a card always has further steps to do; it ends when all branches have. Groups with
// the same prompt are one, and branches of a group that have said the same so far are one row, until they part.
import { check, present } from '../../basics/check';
import type { Completion, PromptGroup } from '../../contract/learner';
import { mostWordTokens } from '../../contract/likeliest';
import { Buffers, bucketOf } from '../gpu/buffers';
import type { EngineDevice } from '../gpu/device';
import type { GpuShare } from '../gpu/gpu-share';
import { hasten } from '../gpu/hasten';
import type { View } from '../gpu/kernel';
import { readBack } from '../gpu/readback';
import { Recorder } from '../gpu/recorder';
import { type Sizes, Submitter } from '../gpu/recording';
import type { SubmissionBudget } from '../gpu/submission-budget';
import { overChunk, overPredictions, overRows } from '../kernels/counts';
import { rmsNorm } from '../kernels/rms-norm/rms-norm';
import { compact, type Likeliest, mostLikeliest, sample } from '../kernels/sample/sample';
import { branchLayout, rangeLayout, stateLayout, stopLayout } from '../kernels/shared/layouts';
import { layerOf } from './activations';
import { answersOfAll, mergeEqualPrompts } from './equal-prompts';
import { forward, forwardPredicting, headForward, logitsRows, logitsWidth, logitsWindows } from './forward';
import { cutSampling, type SamplingShape, samplingSize, samplingSizing, samplingViews } from './generation-cut';
import type { Room } from './memory-plan';
import { endSection, type Network } from './network';
import { type PrefixTree, prefixTree } from './prefix-tree';
import type { RopeTable } from './rope-table';
import { type PackedSampling, packSampling } from './rows';
import { writeTiles } from './tile-table';
import { decodesWhole, decodeWhole } from './whole-decode';

/** What one batch samples with: one set of weights, adapters of one shape. */
export interface SamplingContext {
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

interface Decoding {
  readonly submitter: Submitter;
  readonly sizes: Sizes;
  readonly packed: PackedSampling;
  readonly states: View;
}

interface Asked {
  readonly groups: readonly PromptGroup[];
  /** Of the prompts' ids beyond the vocabulary. */
  readonly patches: readonly Float32Array[];
  readonly stopToken: number;
  readonly queued?: (() => void) | undefined;
}

export class Generation {
  private readonly buffers: Buffers;
  private readonly plans = new Map<string, Plan>();
  private before: Promise<unknown> = Promise.resolve();
  constructor(
    private readonly engine: EngineDevice,
    private readonly tools: {
      nothing: View;
      ropeTable: RopeTable;
      submissionBudget: SubmissionBudget;
      gpuShare: GpuShare;
      /** Whether groups that ask the same, and branches that have said the same, are computed once. */
      joined: boolean;
      /** Tokens from which on what prompts begin with is computed once. */
      sharedPrefix: number;
      /** Whether models that are small enough decode many tokens in one dispatch. */
      whole: boolean;
      /** Bytes that a batch's buffers may take. */
      room: () => Room;
      /** Kernels that were recorded are compiled. Throws when the engine was closed. */
      compiled: () => Promise<void>;
      /** Throws when the engine was closed. */
      checkOpen: (when?: string) => void;
    },
  ) {
    this.buffers = new Buffers(engine);
  }

  /** Bytes of all its buffers. */
  get bytes(): number {
    return this.buffers.bytes;
  }

  /**
   * answers[g][k]; every branch draws from its own seed, so the cut into batches changes nothing. Who asks while others
   * are being answered comes after them – they share all buffers –, once these have handed all their work to the GPU.
   * What is sampled from must not change until then; `queued` hears of it.
   */
  run(sampled: SamplingContext, { queued, ...asked }: Asked): Promise<Completion[][]> {
    const { before } = this;
    let next = () => {};
    this.before = new Promise((resolve) => {
      next = () => resolve(undefined);
    });
    const both = () => {
      next();
      queued?.();
    };
    return before.then(() => this.answer(sampled, { ...asked, queued: both })).finally(both);
  }

  private async answer(sampled: SamplingContext, asked: Asked): Promise<Completion[][]> {
    if (!this.tools.joined) return this.answerEach(sampled, asked);
    const merged = mergeEqualPrompts(asked.groups);
    return answersOfAll(asked.groups, merged, await this.answerEach(sampled, { ...asked, groups: merged.groups }));
  }

  private async answerEach(
    sampled: SamplingContext,
    { groups: asked, patches, stopToken, queued }: Asked,
  ): Promise<Completion[][]> {
    const { order, shared } = this.treeOf(asked);
    const groups = order.map((g) => present(asked[g], 'group'));
    const answers: Completion[][] = [];
    const { config, weights, adapters } = sampled.network;
    const together =
      this.tools.whole &&
      shared.every((tokens) => tokens === 0) &&
      decodesWhole(sampled.network, this.engine.device.limits);
    const pictures = patches.length > 0;
    const wished = Math.max(0, ...asked.map((group) => group.likeliest ?? 0));
    check(wished <= mostLikeliest, `at most ${mostLikeliest} likeliest tokens are told, ${wished} were asked for`);
    const likeliest = config.vocabulary <= mostWordTokens ? wished : 0;
    const rank = adapters?.rank ?? 0;
    const shape = { config, rank, logitsWidth: logitsWidth(weights, config), together, pictures, likeliest };
    const room = { limits: this.engine.device.limits, ...this.tools.room() };
    const batches = cutSampling(shape, { groups, shared }, room);
    for (const [index, { first, count }] of batches.entries()) {
      this.tools.checkOpen();
      const batch = { groups: groups.slice(first, first + count), patches, shared: shared.slice(first, first + count) };
      const last = index === batches.length - 1;
      const said = await this.play(sampled, { ...batch, shape, stopToken, queued: last ? queued : undefined });
      for (const [index, answer] of said.entries()) answers[order[first + index] ?? 0] = answer;
    }
    return answers;
  }

  /** The prompts' tree, whose root parts into the policies: keys of one are not another's. */
  private treeOf(groups: readonly PromptGroup[]): PrefixTree {
    const policies = [...new Set(groups.map(({ policy }) => policy))];
    const { order, shared } = prefixTree(
      groups.map(({ policy, prompt_P }) => [policies.indexOf(policy), ...prompt_P]),
      this.tools.sharedPrefix + 1,
    );
    return { order, shared: shared.map((tokens) => Math.max(0, tokens - 1)) };
  }

  destroy(): void {
    for (const plan of this.plans.values()) drop(plan);
    this.plans.clear();
    this.buffers.destroy();
  }

  private async play(
    sampled: SamplingContext,
    { groups, patches, shared, shape, stopToken, queued }: Asked & { shared: readonly number[]; shape: SamplingShape },
  ): Promise<Completion[][]> {
    const { config } = sampled.network;
    const packed = packSampling(groups, {
      ...{ adapterOf: sampled.adapterOf, vocabulary: config.vocabulary },
      ...{ shared, patches },
    });
    if (packed.branchCount === 0) return groups.map(() => []);
    const stride = bucketOf(packed.maxTokens);
    const ropeTable = this.tools.ropeTable.upTo(packed.longest);
    const size = samplingSize(packed);
    this.buffers.makeRoom(samplingSizing(shape, size), this.tools.room().bytes);
    const views = samplingViews(this.buffers.forBatch, shape, size);
    this.buffers.write(views.promptRows, packed.rows);
    writeTiles(this.buffers, views.promptTiles, packed.tiles);
    if (views.paths) this.buffers.write(views.paths, packed.paths);
    if (views.patches && packed.patches) this.buffers.write(views.patches, packed.patches);
    this.buffers.write(views.list, Uint32Array.from(packed.predictions));
    writeTiles(this.buffers, views.headTiles, packed.predictionTiles);
    this.buffers.write(views.branches, packed.branches);
    this.buffers.write(views.ranges, packed.ranges);
    writeTiles(this.buffers, views.stepTiles, packed.decodeTiles);
    this.buffers.write(views.states, new Uint32Array(packed.branchCount * stateLayout.words));
    const stop = this.buffers.uniform('stop', stopLayout.table([{ token: stopToken }]).buffer);
    const predictions = bucketOf(packed.predictions.length);
    const branches = bucketOf(packed.branchCount);
    const how = views.kv ? 'whole' : views.paths ? 'tree' : 'prompts';
    const shown = views.patches ? ' with pictures' : '';
    const most = shape.likeliest ?? 0;
    const likeliest = { most, at: branches * stride };
    const key = `${sampled.key} ${predictions} ${branches} ${stride} ${most} ${how}${shown}`;
    const generation = this.buffers.generation + this.tools.ropeTable.generation * 1e6;
    let plan = this.plans.get(key);
    if (!plan || plan.generation !== generation) {
      for (const [stale, old] of this.plans) {
        if (old.generation === generation) continue;
        drop(old);
        this.plans.delete(stale);
      }
      plan = this.record(sampled, { views, ropeTable, stop, stride, likeliest, predictions, branches, generation });
      this.plans.set(key, plan);
    }
    const sizes: Sizes = {
      rows: packed.count,
      predictions: packed.predictions.length,
      branches: packed.branchCount,
      ranges: rangeLayout.count(packed.ranges),
      chunks: 0,
      meanKeysPerRow: packed.longest,
    };
    const submitter = new Submitter(this.engine, this.tools.submissionBudget);
    if (this.tools.gpuShare.isPart) await this.rested();
    await this.tools.compiled();
    submitter.run(plan.prompts.recording, sizes);
    const { software } = this.engine.adapter;
    const decoding = { submitter, sizes, packed, states: views.states };
    const branchesShare = this.tools.joined && groups.some(({ seed_K }) => seed_K.length > 1);
    if (views.kv) await this.decodeAhead(plan.step, { ...decoding, tokens: tokensPerDispatch, each: tokensPerLook });
    else if (software && branchesShare) await this.decodeWaiting(plan.step, decoding);
    else await this.decodeAhead(plan.step, { ...decoding, tokens: 1, each: software ? 1 : stepsPerLook });
    const count = packed.branchCount;
    const reading = readBack(this.engine, submitter, [
      { ...views.states, size: count * stateLayout.words * 4 },
      { ...views.tokens, size: count * stride * 4 },
      { ...views.logps, size: count * stride * 4 },
      ...(most > 0 ? [besideTokens(views.tokens, likeliest, count * stride)] : []),
    ]);
    queued?.();
    const [states, tokens, logps, beside = new ArrayBuffer(0)] = await reading;
    check(states && tokens && logps, 'three read-backs');
    return answersOf(packed, {
      states: new Uint32Array(states),
      tokens: new Uint32Array(tokens),
      logps: new Float32Array(logps),
      likeliest: new Uint32Array(beside),
      most,
      stride,
      stopToken,
    });
  }

  /**
   * Step after step until all branches are finished, each with the rows that it has, which only a look tells: of 16
   * branches that say the same one is a row. For a processor, which takes longer to find that rows are not there than
   * to be asked.
   */
  private async decodeWaiting(step: Recorder, { submitter, sizes, packed, states }: Decoding): Promise<void> {
    for (let token = 1; token < packed.maxTokens; token++) {
      const now = await this.look({ submitter, packed, states });
      if (this.tools.gpuShare.isPart) await this.rested();
      this.tools.checkOpen('while it sampled');
      const rows = rowsNow(packed, now);
      if (rows === 0) return;
      submitter.run(step.recording, { ...sizes, rows });
    }
  }

  /**
   * Step after step until all branches are finished. How many are still live is asked every few steps and answered
   * while the next few are already under way, so that the GPU never waits; finished branches and empty steps change
   * nothing.
   */
  private async decodeAhead(
    step: Recorder,
    {
      submitter,
      sizes,
      packed,
      states,
      tokens,
      each,
    }: Decoding & {
      /** Of a step. */
      tokens: number;
      /** Tokens between two looks. */
      each: number;
    },
  ): Promise<void> {
    let rows = packed.branchCount;
    let asked: Promise<Uint32Array> | undefined;
    for (let token = 1; token < packed.maxTokens && rows > 0; token += each) {
      if (this.tools.gpuShare.isPart) {
        await this.rested();
        this.tools.checkOpen('while it sampled');
      }
      for (let next = token; next < Math.min(token + each, packed.maxTokens); next += tokens)
        submitter.run(step.recording, { ...sizes, rows });
      if (token + each >= packed.maxTokens) break; // nothing comes after it that a look could save
      const answer = asked;
      asked = this.look({ submitter, packed, states });
      asked.catch(() => undefined); // when an earlier answer fails, nobody waits for this one
      const before = await answer;
      this.tools.checkOpen('while it sampled');
      if (before) rows = rowsToCome(packed, before);
    }
  }

  /** The states of all branches when what is submitted is done. */
  private async look({ submitter, packed, states }: Omit<Decoding, 'sizes'>): Promise<Uint32Array> {
    const size = packed.branchCount * stateLayout.words * 4;
    const [bytes] = await readBack(this.engine, submitter, [{ ...states, size }]);
    return new Uint32Array(present(bytes, 'states'));
  }

  private rested(): Promise<void> {
    const { device } = this.engine;
    return this.tools.gpuShare.rested(() => hasten(device, device.queue.onSubmittedWorkDone()));
  }

  private record(
    { network: given }: SamplingContext,
    {
      views,
      ropeTable,
      stop,
      stride,
      likeliest,
      predictions,
      branches,
      generation,
    }: {
      views: ReturnType<typeof samplingViews<View>>;
      ropeTable: View;
      stop: View;
      stride: number;
      likeliest: Likeliest;
      predictions: number;
      branches: number;
      generation: number;
    },
  ): Plan {
    const { config, weights } = given;
    const { hidden, epsilon, vocabulary } = config;
    const width = logitsWidth(weights, config);
    const windows = logitsWindows(given);
    const gain = weights.view(endSection(config), 'norm');
    const make = (fewRows = false) => new Recorder(this.engine, this.tools.nothing, fewRows);
    const common = {
      branches: views.branches,
      states: views.states,
      stop,
      logits: views.logits,
      tokens: views.tokens,
      logps: views.logps,
      draws: views.draws,
      vocabulary,
      maxTokens: stride,
      likeliest,
    };
    const laying = {
      ranges: views.ranges,
      branches: views.branches,
      states: views.states,
      rows: views.stepRows,
      tiles: views.stepTiles,
      lists: views.lists,
      stride,
      joined: this.tools.joined,
    };

    const prompts = make();
    const first: Network = { ...given, recorder: prompts };
    forwardPredicting(
      first,
      {
        tables: {
          ...{ rows: views.promptRows, tiles: views.promptTiles, paths: views.paths, patches: views.patches },
          ropeTable,
        },
        layers: views.layers,
        shared: views.shared,
        over: overRows,
      },
      { list: views.list, tiles: views.headTiles, x: views.pickedX, o: views.pickedO },
    );
    rmsNorm(prompts, {
      tiles: views.headTiles,
      x: layerOf(views.layers, config.layers - 1).out,
      gain,
      y: views.headNormed,
      width: hidden,
      epsilon,
      over: overPredictions,
    });
    const promptChunk = logitsRows(width, predictions);
    for (let at = 0; at < predictions; at += promptChunk) {
      for (const window of windows) {
        headForward(first, {
          tiles: views.headTiles,
          normed: views.headNormed,
          logits: views.logits,
          window,
          first: at,
          over: overChunk(at, promptChunk),
        });
        sample(prompts, {
          ...common,
          first: true,
          window,
          chunkFirst: at,
          chunkRows: promptChunk,
          over: (sizes) => (sizes.predictions > at ? sizes.branches : 0),
        });
      }
    }
    const step = make(true);
    if (views.kv) {
      decodeWhole(
        { ...given, recorder: step },
        {
          ...{ steps: tokensPerDispatch, stride, likeliest, kvLayer: (layerOf(views.layers, 0).kv.size ?? 0) / 16 },
          ...{ stop, ropeTable, branches: views.branches, states: views.states },
          ...{ tokens: views.tokens, logps: views.logps, kv: views.kv },
        },
      );
      return { generation, prompts, step };
    }
    compact(prompts, laying);

    const next: Network = { ...given, recorder: step };
    const { stepRows: rows, stepTiles: tiles, paths } = views;
    const tables = { rows, tiles, paths, ropeTable, lists: { view: views.lists, stride } };
    forward(next, { tables, layers: views.layers, shared: views.shared, over: overRows });
    const x = layerOf(views.layers, config.layers - 1).out;
    rmsNorm(step, { tiles: views.stepTiles, x, gain, y: views.shared.normed, width: hidden, epsilon, over: overRows });
    const stepChunk = logitsRows(width, branches);
    for (let at = 0; at < branches; at += stepChunk) {
      const over = (sizes: Sizes) => Math.max(0, Math.min(stepChunk, sizes.rows - at));
      for (const window of windows) {
        const head = {
          tiles: views.stepTiles,
          normed: views.shared.normed,
          logits: views.logits,
          window,
          first: at,
          over,
        };
        headForward(next, head);
        sample(step, {
          ...common,
          first: false,
          window,
          chunkFirst: at,
          chunkRows: stepChunk,
          over: (sizes) => (sizes.rows > at ? sizes.branches : 0),
        });
      }
    }
    compact(step, laying);
    return { generation, prompts, step };
  }
}

/** Of a model that decodes whole: what one dispatch of a slow card takes some milliseconds for; and where nearly all
 *  answers have ended. */
const tokensPerDispatch = 8;
const tokensPerLook = 64;

/** Steps between two looks at a card: enough to keep it busy until the answer is there, few enough that little is
 *  computed after the last branch has ended. */
const stepsPerLook = 4;

/** Rows up to the last one that is live in the step after these states. */
function rowsNow(packed: PackedSampling, states: Uint32Array): number {
  let rows = 0;
  for (let branch = 0; branch < packed.branchCount; branch++)
    if (isLive(packed, states, branch)) rows = Math.max(rows, stateLayout.read(states, branch, 'row') + 1);
  return rows;
}

/** Rows up to the last one that can be live in any step after these states: branches that share a row may part. Rows of
 *  a range begin where it does, and are no more than its live branches. */
function rowsToCome(packed: PackedSampling, states: Uint32Array): number {
  const { ranges } = packed;
  let rows = 0;
  for (let range = 0; range < rangeLayout.count(ranges); range++) {
    const { first, count } = rangeLayout.row(ranges, range);
    let live = 0;
    for (let branch = first; branch < first + count; branch++) if (isLive(packed, states, branch)) live++;
    if (live > 0) rows = first + live;
  }
  return rows;
}

const isLive = ({ branches }: PackedSampling, states: Uint32Array, branch: number): boolean =>
  branchLayout.read(branches, branch, 'maxTokens') !== 0 && stateLayout.read(states, branch, 'finished') === 0;

function drop({ prompts, step }: Plan): void {
  prompts.destroy();
  step.destroy();
}

const besideTokens = ({ buffer, offset = 0 }: View, { most, at }: Likeliest, tokens: number) => ({
  buffer,
  offset: offset + at * 4,
  size: tokens * most * 4,
});

function answersOf(
  packed: PackedSampling,
  {
    states,
    tokens,
    logps,
    likeliest,
    most,
    stride,
    stopToken,
  }: {
    states: Uint32Array;
    tokens: Uint32Array;
    logps: Float32Array;
    /** [branches, stride, most] words. */
    likeliest: Uint32Array;
    most: number;
    stride: number;
    stopToken: number;
  },
): Completion[][] {
  return packed.branch_GK.map((branches) =>
    branches.map((branch) => {
      const count = stateLayout.read(states, branch, 'count');
      const from = branch * stride;
      const token_T = [...tokens.subarray(from, from + count)];
      return {
        token_T,
        logp_T: [...logps.subarray(from, from + count)],
        stop: token_T.at(-1) === stopToken ? 'end' : 'length',
        ...(most > 0 ? { likeliest: { most, words: likeliest.slice(from * most, (from + count) * most) } } : {}),
      };
    }),
  );
}
