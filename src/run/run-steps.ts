// The steps of a run, from its last checkpoint until it is paused or done: step, validate, keep, tell. Then the test
// (V5). It does not know devices that get lost, or who listens.
import { check } from '../basics/check';
import { type EvaluationTask, evaluateTeam, referencesOf } from '../evaluation/team-evaluation';
import { isLastStep, type TrainingSettings } from '../learning/config/run-config';
import { withAfterLearning } from '../learning/training/after-learning';
import { baselinesFrom } from '../learning/training/assign-advantages';
import { bestStepOf } from '../learning/training/best-step';
import { underCurriculum } from '../learning/training/curriculum';
import type { StepReport } from '../learning/training/report';
import { trainingStep } from '../learning/training/step';
import { beginPolicies, coldStart, loadPolicies } from './begin-policies';
import { unlessLost } from './open-learner';
import { pastSelves } from './past-selves';
import { playedWith, type RunParts } from './run-parts';
import { distanceBetween, type Snapshots, savePolicies } from './run-policies';
import { hashOfConfig } from './session-parts';
import { slowMotion } from './slow-motion';
import type { Stage } from './trainer-api';

/** Resolves with how it ended. Throws a DeviceLostError when the GPU goes away. */
export async function runToTheEnd(parts: RunParts): Promise<'paused' | 'finished'> {
  const { run, opened, runStore, base, announce, pausing, now, extent, gate } = parts;
  const { config, id: runId } = run;
  const { settings } = config;
  const { learner } = opened;
  const reports = await runStore.metrics.list(runId);
  const begun = await beginPolicies(parts);
  const configHash = await hashOfConfig(config);
  const tell = (step: number, stage: Stage, done: number, total: number) =>
    announce({ kind: 'stage', runId, step, stage, done, total });
  const task = (split: EvaluationTask['split'], step: number): EvaluationTask => ({
    config,
    split,
    n: split === 'test' ? settings.testWorlds : settings.validationWorlds,
    sampler: learner,
    learner,
    tokenizer: base.tokenizer,
    ...playedWith(parts),
    now,
    onProgress: (done, total) => tell(step, 'evaluate', done, total),
  });

  let { references } = run;
  if (references) announce({ kind: 'references', runId, validation: references });
  // Behind the first step, for which a person waits: the bare base plays then as it did before.
  const refer = async () => {
    if (references) return;
    references = await unlessLost(opened, referencesOf(task('validation', 0)));
    await runStore.runs.update(runId, { references });
    announce({ kind: 'references', runId, validation: references });
  };

  const prelude = begun.resumed ? run.coldStart : await coldStart(parts, { configHash, tell });
  if (prelude === 'paused') return 'paused';
  let tokens = (prelude?.tokens ?? 0) + reports.reduce((sum, { generatedTokens }) => sum + generatedTokens, 0);
  const recentMs: number[] = [];
  const past = await pastSelves(parts);
  const slow = slowMotion(parts);
  let done = run.step > 0 && isLastStep(settings, run.step, tokens);
  for (let step = run.step + 1; !done; step++) {
    if (pausing() || (extent === 'one step' && step > run.step + 1)) return 'paused';
    const startedMs = now();
    await unlessLost(opened, past.before(step));
    const { report, ...learnt } = await unlessLost(
      opened,
      trainingStep({
        config: underCurriculum(config, reports, step),
        step,
        tokensBefore: tokens,
        baselines: baselinesFrom(reports, settings),
        learner: past.learner,
        tokenizer: base.tokenizer,
        ...playedWith(parts),
        now,
        onStage: (stage, progress) => {
          if (!progress) return tell(step, stage, 0, 1);
          tell(step, stage, ...playedOf(parts, progress.turn, progress.role));
          announce({ kind: 'boards', runId, step, boards: progress.boards });
        },
        onStageDone: (stageDone) => slow.after(step, stageDone),
      }),
    );
    checkWhole(report);
    const learntMs = now();
    const updated = Object.keys(report.updates);
    const tree = await unlessLost(opened, withAfterLearning(past.learner, { ...learnt, updated, config }));
    const tellingMs = now() - learntMs;
    await unlessLost(opened, slow.after(step, { stage: 'learn', tree }));
    tokens += report.generatedTokens;
    done = isLastStep(settings, step, tokens);
    const validated = step % settings.evaluateEvery === 0 || done;
    const validation = validated
      ? { validation: await unlessLost(opened, evaluateTeam(task('validation', step))) }
      : {};

    tell(step, 'save', 0, 1);
    const saveMs = now();
    await kept(parts, `the tree of step ${step}`, () => runStore.trees.put(runId, tree));
    const stops = pausing() || done || extent === 'one step' || gate?.slow() === true;
    const snapshots =
      stops || validated || step % settings.checkpointEvery === 0
        ? await unlessLost(opened, savePolicies(learner, config))
        : undefined;
    const complete = withSaving(
      { ...report, ...validation },
      { snapshots, start: begun.start, ms: tellingMs + now() - saveMs },
    );
    reports.push(complete);
    // The report first: a crash in between leaves a report too many, which resuming forgets; never one too few.
    await runStore.metrics.append(runId, complete);
    await runStore.runs.update(runId, { seconds: parts.seconds() });
    if (snapshots) {
      const checkpoint = { step, configHash, policies: { ...snapshots, ...past.kept() } };
      await kept(parts, `the checkpoint of step ${step}`, () => runStore.checkpoints.replace(runId, checkpoint));
      const best = bestStepOf(reports);
      if (best?.step === step)
        await kept(parts, `the best checkpoint, step ${step}`, () =>
          runStore.checkpoints.replace(runId, checkpoint, 'best'),
        );
    }
    recentMs.push(now() - startedMs);
    if (recentMs.length > 10) recentMs.shift();
    const meanMs = recentMs.reduce((sum, ms) => sum + ms, 0) / recentMs.length;
    const secondsLeft = (meanMs * stepsLeft(settings, step, tokens)) / 1000;
    announce({ kind: 'step', runId, report: complete, secondsLeft });
    if (!pausing()) await refer();
    if (snapshots && !done && extent !== 'one step') await slow.after(step, { stage: 'save', tree });
  }
  if (pausing()) return 'paused';
  await refer();
  await test(parts, task('test', reports.at(-1)?.step ?? settings.steps));
  return 'finished';
}

/** Ends a run whose weights are no numbers any more, before anything of it is kept: its last checkpoint stays. */
function checkWhole({ step, updates }: StepReport): void {
  for (const [policy, { skipped, weightChange }] of Object.entries(updates))
    check(
      skipped || Number.isFinite(weightChange),
      () =>
        `the weights of policy "${policy}" were not finite after the update of step ${step} (their change was ${weightChange}): the last checkpoint before it stays; begin a new run with a lower learning rate`,
    );
}

/** The test problems before and after training: the base's team against the best checkpoint's, chosen on validation
 *  (V5). */
async function test(parts: RunParts, task: EvaluationTask): Promise<void> {
  const { run, opened, runStore, announce } = parts;
  const references = await unlessLost(opened, referencesOf(task));
  announce({ kind: 'tested', runId: run.id, before: references.untrained, references });
  await loadPolicies(parts, 'best');
  const after = await unlessLost(opened, evaluateTeam(task));
  await runStore.runs.update(run.id, {
    before: references.untrained,
    after,
    testReferences: references,
    seconds: parts.seconds(),
  });
  announce({ kind: 'tested', runId: run.id, before: references.untrained, after, references });
}

/** The report with what saving adds: its time, and how far the weights have come (P4). */
function withSaving(
  report: StepReport,
  saved: { snapshots: Snapshots | undefined; start: Snapshots; ms: number },
): StepReport {
  const { snapshots, start, ms } = saved;
  const updates = Object.entries(report.updates).map(([policy, update]) => {
    const [first, present] = [start[policy], snapshots?.[policy]];
    return [
      policy,
      first && present ? { ...update, weightDistance: distanceBetween(present, first) } : update,
    ] as const;
  });
  const { timeMs } = report;
  return { ...report, updates: Object.fromEntries(updates), timeMs: { ...timeMs, save: ms, total: timeMs.total + ms } };
}

/** Steps that are still to come, by the steps planned or by the budget of tokens, whichever ends first. */
function stepsLeft({ steps, tokenBudget }: TrainingSettings, step: number, tokens: number): number {
  const byTokens = tokenBudget > 0 && tokens > 0 ? (tokenBudget - tokens) / (tokens / step) : Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(steps - step, byTokens));
}

/** A full storage must not end a run: it goes on, and the person is told what is not kept. */
async function kept({ announce }: RunParts, what: string, keep: () => Promise<unknown>): Promise<void> {
  try {
    await keep();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StorageFullError') throw error;
    announce({ kind: 'storage', message: `${what} was not kept: ${error.message}` });
  }
}

/** How much of the play is done after a role's answers in a turn. */
function playedOf({ run }: RunParts, turn: number, role: string): [done: number, total: number] {
  const roles = Object.keys(run.config.policies);
  return [(turn - 1) * roles.length + roles.indexOf(role) + 1, run.config.settings.turns * roles.length];
}
