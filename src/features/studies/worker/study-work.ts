// A study's tasks done with sessions and learners: runs are found again by what describes them (R2), policies of
// several runs are loaded into one team. It does not know the order of the tasks.
import { present } from '../../../basics/check';
import { basePolicy, type Learner } from '../../../contract/learner';
import { evaluateSearch, evaluateTeam } from '../../../evaluation/team-evaluation';
import { reportedCheckpoint } from '../../../export/export';
import type { RunConfig } from '../../../learning/config/run-config';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import { evaluatedCeiling, playModelFree, swapped, untrained } from '../../../learning/training/evaluate';
import type { StepReport } from '../../../learning/training/report';
import { basePrecisionOf } from '../../../models/base-precision';
import { unlessLost } from '../../../run/open-learner';
import { playedWith } from '../../../run/run-parts';
import { asIn } from '../../../run/run-policies';
import type { LabRun, RunStore } from '../../../run/run-store';
import { resumeSession, type Session, startSession } from '../../../run/session';
import { identityOf, type SessionParts } from '../../../run/session-parts';
import type { StudyRow, StudyRun, StudyTask } from '../shared/study';
import type { StudyWork } from './run-study';

export interface StudyWorkParts {
  /** Of a session, without the run store. */
  readonly parts: Omit<SessionParts, 'runStore'>;
  /** Where a run of this identity is kept, and the run where there is one already. */
  readonly runStoreFor: (identity: string) => Promise<{ readonly runStore: RunStore; readonly run?: LabRun }>;
  readonly nameOf: (task: StudyTask) => string;
  /** Hears of the session that trains, to pause it, and of its end. */
  readonly onSession?: (session: Session | undefined) => void;
  /** Asked while something is measured; a run that trains is paused by its session. */
  readonly stopping?: () => boolean;
}

/** What an evaluation that is asked to stop ends with. */
class Stopped extends Error {}

export function studyWork({ parts, runStoreFor, nameOf, onSession, stopping }: StudyWorkParts): StudyWork {
  const { base } = parts;
  const measure: StudyWork['measure'] = async ({ row, config, problems }, sources, told) => {
    const { how } = row;
    const onProgress = (done: number, total: number) => {
      if (stopping?.()) throw new Stopped();
      told(done, total);
    };
    onProgress(0, problems);
    const asked = { config, split: 'report' as const, n: problems, now: parts.now, onProgress, ...playedWith(parts) };
    if (how.kind === 'ceiling') return evaluatedCeiling(asked);
    if (how.kind === 'random' || how.kind === 'solver') return playModelFree(asked, how.kind);
    const opened = await parts.openLearner(basePrecisionOf(config));
    try {
      const { learner } = opened;
      const policies = await loadedPolicies(learner, { row, config, sources, runStoreFor });
      const task = { ...asked, sampler: learner, tokenizer: base.tokenizer, policies };
      if (how.kind === 'search') return await unlessLost(opened, evaluateSearch(task, how.search));
      return await unlessLost(opened, evaluateTeam({ ...task, ...(how.kind === 'alone' ? { alone: how.role } : {}) }));
    } finally {
      opened.learner.close();
    }
  };
  return {
    train: async (task, onStep) => {
      const identity = await identityOf(task.config, base.hash);
      const { runStore, run: known } = await runStoreFor(identity);
      let run = known;
      if (run?.status !== 'finished') {
        const told: SessionParts = {
          ...parts,
          runStore,
          announce: (event) => {
            parts.announce(event);
            if (event.kind === 'step')
              onStep({ runId: event.runId, made: { step: event.report.step, secondsLeft: event.secondsLeft } });
          },
        };
        const session = run
          ? await resumeSession(told, run.id)
          : await startSession(told, { config: task.config, name: nameOf(task) });
        onSession?.(session);
        onStep({ runId: session.runId });
        run = await session.rested;
        onSession?.(undefined);
        if (run.status === 'paused') return 'paused';
        // A run that another has taken up meanwhile is as that one has it: whatever it is, it is not done here.
        if (run.status !== 'finished')
          throw new Error(`“${run.name}” stopped at step ${run.step}: ${run.reason ?? 'it goes on elsewhere'}`);
      }
      const reports = await runStore.metrics.list(run.id);
      return {
        run: { row: task.row.id, id: run.id, identity },
        tokens: (run.coldStart?.tokens ?? 0) + reports.reduce((sum, { generatedTokens }) => sum + generatedTokens, 0),
        seconds: run.seconds,
        validation: bestOf(reports),
      };
    },
    measure: async (...asked) => {
      try {
        return await measure(...asked);
      } catch (fault) {
        if (fault instanceof Stopped) return 'paused';
        throw fault;
      }
    },
  };
}

/** Of the checkpoint that a run reports, on validation problems. */
function bestOf(reports: readonly StepReport[]): Evaluation | undefined {
  return reports
    .flatMap(({ validation }) => validation ?? [])
    .reduce<Evaluation | undefined>((best, one) => (best && best.rate >= one.rate ? best : one), undefined);
}

interface PoliciesOf {
  readonly row: StudyRow;
  readonly config: RunConfig;
  readonly sources: readonly StudyRun[];
  readonly runStoreFor: StudyWorkParts['runStoreFor'];
}

/** σ of the team inside the learner: who speaks for each role, in the weights that its run reports (V5). */
async function loadedPolicies(
  learner: Learner,
  { row, config, sources, runStoreFor }: PoliciesOf,
): Promise<Record<string, string>> {
  const { how } = row;
  if (sources.length === 0) return untrained(config);
  const sigma = how.kind === 'swapped' ? swapped(config) : config.policies;
  const { rank, loraAlpha: alpha } = config.settings;
  const loaded: Record<string, string> = {};
  const known = new Set<string>();
  for (const role of Object.keys(config.policies)) {
    const from = runOf(row, role);
    const { identity } = present(
      sources.find((source) => source.row === from),
      `row "${from}" has no run yet`,
    );
    const { runStore, run } = await runStoreFor(identity);
    const source = present(run, `the run of row "${from}" is gone: it was deleted since`);
    const { policies } = await reportedCheckpoint(runStore, source.id);
    const policy = how.kind === 'joined' ? source.config.policies[role] : sigma[role];
    if (policy === basePolicy) {
      loaded[role] = basePolicy;
      continue;
    }
    const snapshot = present(policies[policy ?? ''], `run "${source.name}" has no policy for the role "${role}"`);
    const name = `${from} ${policy}`;
    if (!known.has(name)) {
      await learner.addPolicy(name, asIn(snapshot, { rank, alpha }));
      await learner.load(name, snapshot);
    }
    known.add(name);
    loaded[role] = name;
  }
  return loaded;
}

/** The row whose run speaks for the role. */
function runOf({ id, how }: StudyRow, role: string): string {
  if (how.kind === 'joined') return present(how.roles[role], `row "${id}" does not say who plays "${role}"`);
  return how.kind === 'swapped' || how.kind === 'alone' ? how.of : id;
}
