// A run's life: made, started, paused after a step, taken up again, finished or failed. All chance of a run is named by
// its seed, a purpose and the step (basics/rng), so what a checkpoint has to hold is the policies and the number of
// steps done; a run that was stopped and resumed equals the uninterrupted one (R2). It does not know the engine, the
// storage behind the run store, or a page.

import { check, present } from '../basics/check';
import { DeviceLostError } from '../contract/learner';
import type { SelfTestReport } from '../contract/report';
import { isOutOfMemory } from '../engine/gpu/device';
import type { Rooms } from '../engine/model/memory-plan';
import { checkBase } from '../export/export';
import type { RunStatus } from '../files/storage/schema';
import { checkRun, checkWords } from '../learning/config/check-run';
import type { RunConfig } from '../learning/config/run-config';
import { completed } from '../learning/config/stored';
import { MismatchError, type Refusal } from '../learning/training/mismatch-gate';
import type { BaseOutline } from '../models/base-model';
import { basePrecisionOf } from '../models/base-precision';
import { type Forked, keepFork, recordFrom } from './fork';
import type { OpenLearner } from './open-learner';
import { checkedStarts } from './policy-starts';
import { memoryOfRun, type RunMemory, type RunPlan } from './run-memory';
import type { RunParts } from './run-parts';
import type { Snapshots } from './run-policies';
import { runToTheEnd } from './run-steps';
import type { LabRun } from './run-store';
import { joinedTests } from './self-test';
import { hashOfConfig, type SessionParts } from './session-parts';
import type { Extent } from './trainer-api';

export interface Session {
  readonly runId: string;
  /** Resolves when the run rests: paused, finished or failed. Never rejects. */
  readonly rested: Promise<LabRun>;
  /** Stops after the present step, with a checkpoint. Resolves when that is saved. */
  pause(): Promise<LabRun>;
}

/** How often in a row, without a step done in between, a lost GPU is opened again by itself. */
const retries = 2;

export interface NewSession {
  readonly config: RunConfig;
  readonly name: string;
  readonly selfTest?: SelfTestReport;
  /** The weights of the policies that the configuration lets begin elsewhere (policy-starts.ts). */
  readonly starts?: Snapshots;
  /** What the run has kept that the configuration goes on from (fork.ts). */
  readonly forked?: Forked | undefined;
  readonly extent?: Extent | undefined;
}

/** Stores a new run and starts it. Resolves once it is stored. */
export async function startSession(
  parts: SessionParts,
  { config, name, selfTest, starts = {}, forked, extent }: NewSession,
): Promise<Session> {
  check(config.model === parts.base.name, `the run stands on model "${config.model}", got "${parts.base.name}"`);
  checkRun(config, parts.catalogue);
  checkWords(config, parts.base.tokenizer, parts.catalogue);
  check(!config.fork || forked, 'what the run goes on from is missing');
  if (forked) checkBase(forked.parent, parts.base);
  const policies = config.fork ? {} : await checkedStarts(config, starts);
  await planOf(parts, config); // too large is refused before anything is kept
  const { id } = await parts.runStore.runs.create({
    name,
    preset: config.preset,
    config,
    baseHash: parts.base.hash,
    ...(selfTest ? { selfTest } : {}),
    ...(forked ? recordFrom(forked) : {}),
  });
  if (forked) await keepFork(parts.runStore, { id, config }, forked);
  else if (config.start) {
    const checkpoint = { step: 0, configHash: await hashOfConfig(config), policies };
    await parts.runStore.checkpoints.replace(id, checkpoint, 'start');
  }
  return sessionOf(parts, id, extent);
}

/** Goes on from the last checkpoint of a run that rests or was interrupted. Throws when its base model is not the one
 *  at hand. */
export async function resumeSession(parts: SessionParts, runId: string, extent?: Extent): Promise<Session> {
  const run = present(await parts.runStore.runs.get(runId), `there is no run "${runId}"`);
  check(
    run.baseHash === parts.base.hash,
    `the run began on another base model (${run.baseHash.slice(0, 12)}…, here is ${parts.base.hash.slice(0, 12)}…): start a new run`,
  );
  return sessionOf(parts, runId, extent);
}

function sessionOf(given: SessionParts, runId: string, extent: Extent = 'to the end'): Session {
  let pausing = false;
  const parts = { ...given, now: given.gate?.now ?? given.now };
  const rested = live(parts, runId, { pausing: () => pausing, extent });
  return {
    runId,
    rested,
    pause: () => {
      pausing = true;
      parts.gate?.open();
      return rested;
    },
  };
}

/** What a plan is made from: nothing is opened or kept for it. */
export interface PlanParts extends Pick<SessionParts, 'planMemory' | 'catalogue'> {
  readonly base: Pick<BaseOutline, 'tokenizer'>;
}

/** What the run takes of the GPU's memory; throws with the numbers when that is more than there is. */
export async function planOf(
  { planMemory, base, catalogue }: PlanParts,
  config: RunConfig,
  rooms?: Rooms,
): Promise<(RunPlan & Pick<RunMemory, 'tokens'>) | undefined> {
  if (!planMemory) return undefined;
  const memory = await memoryOfRun(config, base.tokenizer, catalogue);
  return { ...(await planMemory(basePrecisionOf(config), memory, rooms)), tokens: memory.tokens };
}

async function live(
  parts: SessionParts,
  runId: string,
  { pausing, extent }: Pick<RunParts, 'pausing' | 'extent'>,
): Promise<LabRun> {
  const { runStore, announce, now } = parts;
  const rest = async (status: RunStatus, reason?: string, refusal?: Refusal): Promise<LabRun> => {
    const before = refusal ? ((await runStore.runs.get(runId))?.refusals ?? []) : [];
    // Kept for good, even if the step passes when it is repeated.
    const run = await runStore.runs.update(runId, {
      status,
      reason,
      ...(refusal ? { refusals: [...before, refusal] } : {}),
    });
    announce({ kind: 'status', runId, status, step: run.step, ...(reason ? { reason } : {}) });
    return run;
  };
  let lostAtStep = -1;
  let losses = 0;
  let rooms: Rooms | undefined;
  try {
    for (;;) {
      const run = await takeUp(parts, runId);
      // Before anything that takes time: a run that is cut off from here on is known to be.
      await runStore.runs.update(runId, { status: 'running', reason: undefined });
      announce({ kind: 'status', runId, status: 'running', step: run.step });
      let opened: OpenLearner | undefined;
      let plan: RunPlan | undefined;
      const startedMs = now();
      try {
        plan = await planOf(parts, run.config, rooms);
        if (plan) announce({ kind: 'memory', runId, sentence: plan.sentence });
        opened = await parts.openLearner(basePrecisionOf(run.config), rooms);
        const tested = opened.selfTest ? { selfTest: joinedTests(run.selfTest, opened.selfTest) } : {};
        await runStore.runs.update(runId, { gpu: opened.gpu, ...tested });
        const end = await runToTheEnd({
          ...parts,
          run,
          opened,
          pausing,
          extent,
          seconds: () => run.seconds + (now() - startedMs) / 1000,
        });
        return await rest(end);
      } catch (error) {
        if (isOutOfMemory(error)) {
          rooms = plan?.half?.();
          const recovering = rooms !== undefined && !pausing();
          announce({ kind: 'out-of-memory', runId, reason: error.message, recovering });
          if (recovering) continue;
          return await rest(pausing() ? 'paused' : 'failed', noMemoryLeft(error, plan));
        }
        if (!(error instanceof DeviceLostError)) throw error;
        const step = (await runStore.runs.get(runId))?.step ?? 0;
        losses = step === lostAtStep ? losses + 1 : 1;
        lostAtStep = step;
        const recovering = losses <= retries && !pausing();
        announce({ kind: 'device-lost', runId, reason: error.message, recovering });
        if (!recovering) return await rest(pausing() ? 'paused' : 'failed', `The GPU was lost: ${error.message}`);
      } finally {
        opened?.learner.close();
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return rest('failed', reason, error instanceof MismatchError ? error.refusal : undefined).catch(
      async (): Promise<LabRun> => {
        announce({ kind: 'status', runId, status: 'failed', step: 0, reason });
        return present(await runStore.runs.get(runId).catch(() => undefined), reason);
      },
    );
  }
}

/** The reason a run ends with when its plan cannot be halved any further. */
function noMemoryLeft({ message }: Error, plan: RunPlan | undefined): string {
  const numbers = plan ? `, though the run ${plan.sentence}` : '';
  return (
    `${message}${numbers}. Close what else uses the GPU, or begin a run with fewer branches, shorter answers, ` +
    'adapters of lower rank, a base of fewer bits or a smaller model'
  );
}

/** The run as its last checkpoint has it: what was done after that is forgotten and will be done again. */
async function takeUp({ runStore }: SessionParts, runId: string): Promise<LabRun> {
  const run = present(await runStore.runs.get(runId), `there is no run "${runId}"`);
  const checkpoint = await runStore.checkpoints.load(runId);
  if (checkpoint) {
    const expected = await hashOfConfig(run.config);
    check(checkpoint.configHash === expected, 'the checkpoint belongs to another configuration: start a new run');
  }
  const rewound = await runStore.runs.rewind(runId, checkpoint?.step ?? 0);
  return { ...rewound, config: completed(rewound.config) };
}
