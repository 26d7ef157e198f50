// The lab as a page sees it: one GPU, one run store of runs, at most one run that trains, an inference session for
// teams that play beside it. Everything it needs from its surroundings – GPU, storage, files, threads, a clock – is
// handed in. It does not know comlink or workers.
import { check, ExpectationError, present } from '../basics/check';
import { once } from '../basics/once';
import { writeTable } from '../basics/table';
import type { CardFit } from '../contract/card-fit';
import type { SelfTestReport } from '../contract/report';
import type { Rooms } from '../engine/model/memory-plan';
import type { Precision } from '../engine/model/stored-sections';
import { evaluateSearch, evaluateTeam, referencesOf } from '../evaluation/team-evaluation';
import { toldOfFile } from '../export/brought-file';
import { checkBase, storedRun } from '../export/export';
import { exportRun } from '../export/export-formats';
import { resultsTable } from '../export/results';
import { openBundle } from '../export/run-bundle';
import { blobSource, bytesSource } from '../files/formats/byte-source';
import { checkFile } from '../files/formats/format-error';
import type { ProgramRunner } from '../learning/agents/program-runner';
import type { Definitions } from '../learning/catalogue';
import { checkRun } from '../learning/config/check-run';
import type { RunConfig } from '../learning/config/run-config';
import { completed } from '../learning/config/stored';
import type { Player } from '../learning/rollouts/together';
import { underCurriculum } from '../learning/training/curriculum';
import { playOne } from '../learning/training/evaluate';
import type { BaseModel, BaseOutline } from '../models/base-model';
import { basePrecisionOf } from '../models/base-precision';
import { lastModel } from '../models/last-model';
import { forkedFrom, forksOf } from './fork';
import { inferenceSession } from './inference-session';
import { worldOfLevels } from './levels';
import { loadSnapshots, loadTeam } from './load-team';
import type { OpenLearner } from './open-learner';
import { policyStart, startsOf } from './policy-starts';
import { type CatalogueParts, catalogueFrom, catalogueOfRun, definitionsOf } from './run-catalogue';
import type { RunMemory, RunPlan } from './run-memory';
import type { TrainerRunStore } from './run-store';
import { type PlanParts, planOf, resumeSession, startSession } from './session';
import type { SessionParts } from './session-parts';
import { stageGate } from './stage-gate';
import { stepTimer } from './step-time';
import { stoppable } from './stoppable-sampler';
import type { AdapterReport, MemoryAnswer, TrainerApi, TrainerEvent } from './trainer-api';
import { playWhatIf, weightsNear } from './what-if';
import { askingFeatures, type Busy, formatsOf, knownWith, type OfferedFeature } from './worker-feature';

export interface TrainerParts extends CatalogueParts {
  readonly engine: LabEngine;
  readonly openRunStore: (onClosed: (message: string) => void) => Promise<TrainerRunStore>;
  readonly readBase: (model: string) => Promise<BaseModel>;
  /** All of a model but its weights. */
  readonly readOutline: (model: string) => Promise<BaseOutline>;
  /** Where training worlds are played; here, when absent. */
  readonly playerFor?: (base: BaseModel, definitions: Definitions) => Player;
  /** Runs what agents write; without it only teams can play in which nobody writes programs. */
  readonly runner?: ProgramRunner;
  /** Takes a run for this trainer alone; resolves with how to let go, or undefined when another has it. */
  readonly claim?: (runId: string) => Promise<(() => void) | undefined>;
  /** What is beside the main job, and may be absent. */
  readonly features?: readonly OfferedFeature[];
  /** Milliseconds of a clock. */
  readonly now: () => number;
  /** After so long without a game the learner of the inference session is closed. */
  readonly idleMs?: number;
}

export interface LabEngine {
  probe(): Promise<AdapterReport>;
  /** The share of time that the GPU may be busy, of whatever works on it: from 0.05 to 1. */
  setGpuShare(share: number): void;
  /** Bytes of the GPU's memory that may be taken, of what is opened from now on; undefined: as much as is usual. */
  setGpuMemory(bytes: number | undefined): void;
  /** Tests the GPU with the head shape of a model, or a usual one. */
  selfTest(model?: BaseOutline['config']): Promise<SelfTestReport>;
  /** What a run takes of the GPU's memory; rejects with the numbers when that is more than there is. */
  planFor(base: Pick<BaseOutline, 'config'>, precision: Precision, run: RunMemory, rooms?: Rooms): Promise<RunPlan>;
  /** The base is f32 unless said otherwise; `rooms`: where sampling and training are to take less than there is. What
   *  is to train is tested first, where that was not done. */
  open(base: BaseModel, precision?: Precision, rooms?: Rooms, purpose?: 'to play' | 'to train'): Promise<OpenLearner>;
  /** One line on the memory that training a model of this configuration takes; throws an ExpectationError when that is
   *  too much. */
  memoryFor(config: Readonly<Record<string, unknown>>): Promise<string>;
  /** What cards of 4, 8 and 16 GiB have room for when such a model is trained, on an adapter with these limits;
   *  undefined of one that has none. */
  fitsOnCards(config: Readonly<Record<string, unknown>>): Promise<readonly (CardFit | undefined)[]>;
}

export function createTrainer(parts: TrainerParts): TrainerApi {
  let listener: ((event: TrainerEvent) => void) | undefined;
  let session: Busy | undefined;
  let selfTest: SelfTestReport | undefined;
  let evaluating: AbortController | undefined;
  let replaying: AbortController | undefined;
  const announce = (event: TrainerEvent) => listener?.(event);
  const gate = stageGate(parts.now);

  const running = parts.runner ? { runner: parts.runner } : {};
  const runStore = once(() => parts.openRunStore((message) => announce({ kind: 'storage', message })));
  const bases = lastModel(parts.readBase);
  const { of: base } = bases;
  const outlines = lastModel(parts.readOutline); // planning loads no base model, so none has to be released

  const sessionParts = async (config: RunConfig): Promise<SessionParts> => {
    basePrecisionOf(config); // one that cannot be had is refused before anything is kept
    const read = await base(config.model);
    const definitions = await definitionsOf(config, parts);
    return {
      runStore: await runStore(),
      base: read,
      planMemory: (...wishes) => parts.engine.planFor(read, ...wishes),
      openLearner: async (precision, rooms) => {
        const opened = await parts.engine.open(read, precision, rooms, 'to train');
        if (opened.selfTest) announce({ kind: 'self-test', report: opened.selfTest });
        return opened;
      },
      player: parts.playerFor?.(read, definitions),
      catalogue: await catalogueFrom(definitions, parts),
      ...running,
      now: parts.now,
      announce,
    };
  };
  const timer = stepTimer(sessionParts);
  const begin = async <Work extends Busy>(open: () => Promise<Work>): Promise<Work> => {
    check(session === undefined, 'a run is training already: pause it first');
    timer.stop();
    inference.close(); // the run needs their memory
    const placeholder: Busy = { rested: new Promise(() => {}), pause: () => placeholder.rested };
    session = placeholder;
    try {
      const opened = await open();
      session = opened;
      void opened.rested.then(() => {
        if (session === opened) session = undefined;
      });
      return opened;
    } catch (error) {
      session = undefined;
      throw error;
    }
  };

  const planMemory = async (config: RunConfig): Promise<MemoryAnswer> => {
    const outline = await outlines.of(config.model);
    const catalogue = await catalogueOfRun(config, parts);
    const planning: PlanParts = {
      base: outline,
      catalogue,
      planMemory: (...wishes) => parts.engine.planFor(outline, ...wishes),
    };
    try {
      checkRun(config, catalogue);
      const { sentence: words, tokens } = present(await planOf(planning, config), 'nothing plans here');
      return { kind: 'fits', words, tokens };
    } catch (error) {
      if (error instanceof ExpectationError) return { kind: 'refused', words: error.message };
      throw error;
    }
  };

  /** What a team plays with. */
  const playing = async (config: RunConfig) => {
    const { tokenizer } = await base(config.model);
    return { tokenizer, catalogue: await catalogueOfRun(config, parts), ...running };
  };
  const inference = inferenceSession({
    open: async (model, precision) => parts.engine.open(await base(model), precision),
    idleMs: parts.idleMs,
    onPlay: timer.stop,
  });

  const features = parts.features ?? [];
  const exporting: TrainerApi['exportRun'] = async (runId, request) => {
    const formats = formatsOf(features);
    const now = new Date(parts.now());
    return exportRun({ ...parts, runStore: await runStore(), readBase: base, now, formats }, runId, request);
  };
  const known = knownWith(features);
  const ask = askingFeatures(features, (feature) => ({
    runStore,
    sessionParts,
    exportRun: exporting,
    announce: (news) => announce({ kind: 'feature', feature, news }),
    now: parts.now,
    begin: async (open) => void (await begin(open)),
    claim: parts.claim,
    infer: (config, work) => inference.play(config, async (open) => work({ ...open, base: await base(config.model) })),
    catalogue: (config) => catalogueOfRun(config, parts),
    forgetModel: (name) => {
      bases.forget(name);
      outlines.forget(name);
    },
    memoryFor: parts.engine.memoryFor,
    fitsOnCards: parts.engine.fitsOnCards,
  }));

  return {
    probe: () => parts.engine.probe(),
    selfTest: async (model) => {
      // not here: the usual shape
      const outline = model === undefined ? undefined : await outlines.of(model).catch(() => undefined);
      selfTest = await parts.engine.selfTest(outline?.config);
      return selfTest;
    },
    listen: async (given) => {
      listener = given;
    },
    planMemory,
    timeStep: async (config) => {
      check(session === undefined && !inference.busy(), 'nothing else is at work while steps are timed');
      return timer.time(config);
    },
    stopTiming: async () => timer.stop(),
    start: async (config, name, extent) => {
      const { runId } = await begin(async () => {
        const session = { ...(await sessionParts(config)), gate };
        const forked = await forkedFrom(runStore, config);
        const starts = forked ? {} : await startsOf(runStore, config);
        const tested = selfTest ? { selfTest } : {};
        const started = await startSession(session, {
          config,
          name: name ?? config.preset,
          starts,
          forked,
          extent,
          ...tested,
        });
        const letGo = await parts.claim?.(started.runId);
        void started.rested.then(() => letGo?.());
        return started;
      });
      return runId;
    },
    forks: async (runId) => forksOf(await runStore(), runId),
    policyStart: async (runId, policy) => policyStart(await runStore(), runId, policy),
    exportResults: async (runIds, format) => {
      const kept = await runStore();
      const runs = await Promise.all(
        runIds.map(async (id) => ({ run: await storedRun(kept, id), reports: await kept.metrics.list(id) })),
      );
      const text = writeTable(resultsTable(runs), format);
      return { fileName: `results.${format === 'csv' ? 'csv' : 'md'}`, bytes: new TextEncoder().encode(text) };
    },
    resume: async (runId, extent) => {
      await begin(async () => {
        const { config } = await storedRun(await runStore(), runId);
        const session = { ...(await sessionParts(config)), gate };
        const letGo = parts.claim ? await parts.claim(runId) : () => {};
        check(letGo, 'this run is training in another tab: pause it there first');
        const resumed = await resumeSession(session, runId, extent).catch((error: unknown) => {
          letGo();
          throw error;
        });
        void resumed.rested.then(letGo);
        return resumed;
      });
    },
    pause: async () => {
      await session?.pause();
    },
    setMotion: async (motion) => gate.setMotion(motion),
    nextStage: async () => gate.open(),
    play: ({ team, config, seed, levels, instead }) =>
      inference.play(config, async ({ learner, names }) => {
        const loading = {
          learner,
          base: await base(config.model),
          runStore: await runStore(),
          team,
          config,
          added: names,
        };
        const policies = await loadTeam(loading);
        const on = levels === undefined ? {} : { environment: worldOfLevels(levels) };
        return playOne({ ...(await playing(config)), ...on, config, sampler: learner, policies }, seed, instead);
      }),
    evaluate: async ({ team, config, n, swap, alone, search, references = true }) => {
      check(evaluating === undefined, 'an evaluation is going on already: wait for it, or cancel it');
      check(!swap || team.kind === 'run', 'swapping exchanges what roles have learned: name a run');
      const cancelling = new AbortController();
      const { signal } = cancelling;
      evaluating = cancelling;
      const evaluated = inference.play(config, async ({ learner, names }) => {
        signal.throwIfAborted();
        const runId = team.kind === 'run' ? team.runId : '';
        const loading = {
          learner,
          base: await base(config.model),
          runStore: await runStore(),
          team,
          config,
          swap,
          added: names,
        };
        const policies = await loadTeam(loading);
        const onProgress = (done: number, total: number) =>
          announce({ kind: 'stage', runId, step: 0, stage: 'evaluate', done, total });
        const task = {
          ...(await playing(config)),
          config,
          split: 'test',
          n,
          sampler: stoppable(learner, signal),
          now: parts.now,
          onProgress,
          ...(alone === undefined ? {} : { alone }),
        } as const;
        const evaluation = await (search
          ? evaluateSearch({ ...task, policies }, search)
          : evaluateTeam({ ...task, policies }));
        return references ? { ...evaluation, references: await referencesOf(task) } : evaluation;
      });
      return evaluated.finally(() => {
        evaluating = undefined;
      });
    },
    cancelEvaluation: async () => evaluating?.abort(new Error('the evaluation was cancelled')),
    whatIf: async (request) => {
      check(replaying === undefined, 'a game is being played on already: wait for it, or cancel it');
      const cancelling = new AbortController();
      replaying = cancelling;
      const answer = async () => {
        const kept = await runStore();
        const run = await storedRun(kept, request.runId);
        const { config } = run;
        return inference.play(config, async ({ learner, names: added }) => {
          cancelling.signal.throwIfAborted();
          checkBase(run, await base(config.model));
          const { step: weightsOf, policies } = await weightsNear(kept, run, request.step - 1);
          const tree = await kept.trees.get(run.id, request.step);
          const parts = {
            ...(await playing(config)),
            config: underCurriculum(config, await kept.metrics.list(run.id), request.step),
            learner: stoppable(learner, cancelling.signal),
            policies: await loadSnapshots({ learner, config, added }, policies),
            record: tree?.worlds[request.world],
            onProgress: (done: number, total: number) => announce({ kind: 'what-if', done, total }),
          };
          return { ...(await playWhatIf(parts, request)), weightsOf };
        });
      };
      return answer().finally(() => {
        replaying = undefined;
      });
    },
    cancelWhatIf: async () => replaying?.abort(new Error('it was cancelled')),
    exportRun: exporting,
    tellFile: (file) => toldOfFile(blobSource(file, file.name), known),
    openRun: async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const told = await toldOfFile(bytesSource(bytes, file.name), known);
      checkFile(told === undefined, file.name, told?.told ?? '');
      const { trees, ...opened } = await openBundle(bytes, file.name);
      const packed = trees.map(({ step, gzip }) => ({ step, bytes: gzip.buffer, compressed: true }));
      const { kind, run } = await (await runStore()).importRun({ ...opened, trees: packed }, completed);
      return { kind, id: run.id, idInFile: opened.run.id, name: run.name };
    },
    tree: async (runId, step) => (await runStore()).trees.get(runId, step),
    setGpuShare: async (share) => parts.engine.setGpuShare(share),
    setGpuMemory: async (bytes) => parts.engine.setGpuMemory(bytes),
    setTreeBudget: async (bytes) => (await runStore()).setTreeBudget(bytes),
    ask,
  };
}
