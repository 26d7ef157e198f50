// onnxruntime-web beside our engine: it plays teams where there is no GPU, and checks our engine's numbers where there
// is one. Runtime, GPU, storage, models and files are handed in; it knows no page and no worker.
import { check, present } from '../../../basics/check';
import { basePolicy, type PolicyName } from '../../../contract/learner';
import { checkBase, checkWithoutPictures, reportedCheckpoint, storedRun } from '../../../export/export';
import { checkFile } from '../../../files/formats/format-error';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import type { RunConfig } from '../../../learning/config/run-config';
import { playOne, untrained } from '../../../learning/training/evaluate';
import type { BaseModel } from '../../../models/base-model';
import { worldOfLevels } from '../../../run/levels';
import { loadTeam } from '../../../run/load-team';
import { unlessLost } from '../../../run/open-learner';
import { type CatalogueParts, catalogueOfRun } from '../../../run/run-catalogue';
import { policiesOf } from '../../../run/run-policies';
import type { RunStore } from '../../../run/run-store';
import type { PlayedTeam, TeamPlayer } from '../../../run/team-player';
import type { LabEngine } from '../../../run/trainer';
import type { LoraAdapter, OnnxRuntime } from './onnx-model';
import { type OnnxSampler, onnxSampler } from './onnx-sampler';
import { readTeam, type TeamFile } from './team-file';
import { type Subject, type Verification, verifyPolicies } from './verify';

export interface OnnxEngine extends TeamPlayer {
  /** Compares our engine with onnxruntime-web on `worlds` test problems of the run. */
  verify(runId: string, worlds?: number, onProgress?: (done: number, total: number) => void): Promise<Verification>;
}

export interface OnnxEngineParts extends CatalogueParts {
  readonly loadRuntime: () => Promise<OnnxRuntime>;
  /** Opened for `verify` alone. */
  readonly engine: Pick<LabEngine, 'open'>;
  readonly openRunStore: () => Promise<RunStore>;
  readonly readBase: (model: string) => Promise<BaseModel>;
  /** Runs what agents write; without it only teams can play in which nobody writes programs. */
  readonly runner?: ProgramRunner;
  /** Milliseconds of a clock. */
  readonly now: () => number;
}

/** Of teams from files. One is shown at a time; a game of the one before may still be asked for. */
const mostOpened = 3;

export function createOnnxEngine(parts: OnnxEngineParts): OnnxEngine {
  const opened = new Map<number, TeamFile>();
  let nextId = 0;
  let speaking: { readonly model: string; readonly base: BaseModel; readonly sampler: OnnxSampler } | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** One call at a time: an onnxruntime session cannot run two at once. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const speaker = async (model: string) => {
    if (speaking?.model === model) return speaking;
    await speaking?.sampler.close();
    speaking = undefined;
    const base = await parts.readBase(model);
    const sampler = await onnxSampler(await parts.loadRuntime(), base, base.tokenizer);
    speaking = { model, base, sampler };
    return speaking;
  };
  /** σ of the team, its adapters given to the sampler. */
  const loaded = async (team: PlayedTeam, config: RunConfig): Promise<Record<string, PolicyName>> => {
    if (team.kind === 'untrained') return untrained(config);
    const { base, sampler } = await speaker(config.model);
    const from =
      team.kind === 'run' ? await runTeam(await parts.openRunStore(), team.runId, base) : opened.get(team.id);
    const { policies } = config;
    const { adapters } = present(from, 'this team is no longer open: open its file again');
    for (const [policy, adapter] of Object.entries(adapters)) sampler.setAdapter(loadedName(policy), adapter);
    return Object.fromEntries(
      Object.entries(policies).map(([role, policy]) => [role, policy in adapters ? loadedName(policy) : basePolicy]),
    );
  };
  return {
    play: ({ team, config, seed, levels, instead }) =>
      inTurn(async () => {
        const { base, sampler } = await speaker(config.model);
        const policies = await loaded(team, config);
        const on = levels === undefined ? {} : { environment: worldOfLevels(levels) };
        return playOne(
          { ...(await playedWith(config, parts)), ...on, config, sampler, tokenizer: base.tokenizer, policies },
          seed,
          instead,
        );
      }),
    openTeam: (files, otherwise) =>
      inTurn(async () => {
        const team = await readTeam(files, otherwise);
        const { name, config, adapters, baseHash, step, success } = team;
        const { base, sampler } = await speaker(config.model);
        checkFile(
          baseHash === undefined || baseHash === base.hash,
          name,
          `was trained on another model than the "${config.model}" that is here`,
        );
        // throws where it does not fit
        for (const [policy, adapter] of Object.entries(adapters)) sampler.setAdapter(loadedName(policy), adapter);
        const id = nextId++;
        opened.set(id, team);
        opened.delete(id - mostOpened);
        return { id, name, config, ...(step === undefined ? {} : { step }), ...(success ? { success } : {}) };
      }),
    verify: (runId, worlds, onProgress) => inTurn(() => verified(parts, runId, worlds ?? 3, onProgress)),
  };
}

/** The name of a policy in the sampler, whosever it is: every game loads its team anew. */
function loadedName(policy: PolicyName): PolicyName {
  return `loaded ${policy}`;
}

/** Where the config's names are looked up, and what runs programs. */
async function playedWith(config: RunConfig, parts: Pick<OnnxEngineParts, keyof CatalogueParts | 'runner'>) {
  return { catalogue: await catalogueOfRun(config, parts), ...(parts.runner ? { runner: parts.runner } : {}) };
}

async function runTeam(runStore: RunStore, runId: string, base: BaseModel): Promise<Pick<TeamFile, 'adapters'>> {
  const run = await storedRun(runStore, runId);
  const { config } = run;
  checkWithoutPictures(run, 'onnxruntime');
  check(
    config.trainable !== 'all-weights',
    'this team has weights of its own instead of adapters: it plays on a GPU only',
  );
  const checkpoint = await reportedCheckpoint(runStore, runId);
  checkBase(run, base);
  const { rank, loraAlpha: alpha } = config.settings;
  const adapters: Record<PolicyName, LoraAdapter> = {};
  for (const policy of policiesOf(config)) {
    const { tensors } = present(checkpoint.policies[policy], `the run's checkpoint has no policy "${policy}"`);
    adapters[policy] = { tensors, rank, alpha };
  }
  return { adapters };
}

async function verified(
  parts: OnnxEngineParts,
  runId: string,
  worlds: number,
  onProgress?: (done: number, total: number) => void,
): Promise<Verification> {
  const startMs = parts.now();
  const runStore = await parts.openRunStore();
  const run = await storedRun(runStore, runId);
  checkWithoutPictures(run, 'onnxruntime');
  const { config } = run;
  const base = await parts.readBase(config.model);
  const runtime = await parts.loadRuntime();
  const { policies } = await reportedCheckpoint(runStore, runId);
  const opened = await parts.engine.open(base);
  const { learner, gpu } = opened;
  try {
    const loaded = await loadTeam({ learner, base, runStore, team: { kind: 'run', runId }, config, added: new Set() });
    const { rank, loraAlpha: alpha } = config.settings;
    const subjects = new Map<PolicyName, Subject>();
    for (const [role, name] of Object.entries(loaded)) {
      const policy = config.policies[role] ?? basePolicy;
      const kept = policies[policy];
      const weights: Subject['weights'] =
        policy === basePolicy || !kept ? { kind: 'bare' } : { kind: kept.kind, tensors: kept.tensors, rank, alpha };
      subjects.set(policy, { policy, loaded: name, weights });
    }
    const work = verifyPolicies({
      runtime,
      learner,
      base,
      config,
      playing: await playedWith(config, parts),
      policies: loaded,
      subjects: [...subjects.values()],
      worlds,
      ...(onProgress ? { onProgress } : {}),
    });
    const result = await unlessLost(opened, work);
    const version = `onnxruntime-web ${runtime.env.versions.web ?? ''}`.trim();
    return { ...result, runtime: version, gpu, ms: parts.now() - startMs };
  } finally {
    learner.close();
  }
}
