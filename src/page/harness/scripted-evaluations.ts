// Evaluations that are only pretended, for the harness: a search does better than one answer, swapped roles do badly,
// one role alone nearly as well as both.
import type { TrainerApi, TrainerEvent } from '../../run/trainer-api';
import { evaluationOf, referencesOf } from './scripted-runs';

type EvaluationVerbs = Pick<TrainerApi, 'evaluate' | 'cancelEvaluation'>;

const parts = 20;

export function scriptedEvaluations(tell: (event: TrainerEvent) => void, stepMs: number): EvaluationVerbs {
  let cancelled = false;
  return {
    evaluate: async ({ team, n, swap, alone, search, references = true }) => {
      cancelled = false;
      const runId = team.kind === 'run' ? team.runId : '';
      for (let part = 0; part <= parts; part++) {
        tell({ kind: 'stage', runId, step: 0, stage: 'evaluate', done: Math.round((n * part) / parts), total: n });
        await new Promise((resolve) => setTimeout(resolve, stepMs / 4));
        if (cancelled) throw new Error('the evaluation was cancelled');
      }
      const once = team.kind === 'untrained' ? 0.12 : swap ? 0.06 : alone ? 0.88 : 0.9;
      const tries = search?.branches ?? 1;
      const turns = 2 * n;
      const repeats = Math.round(0.97 * turns);
      const passThrough = { role: 'plan', n: turns, repeats, mends: turns - repeats, spoils: 0, differs: 0 };
      const measured = {
        ...(alone || search ? {} : { passThrough }),
        tokens: n * 60 * tries,
        seconds: (stepMs / 4000) * parts,
        ...(search ? { search } : {}),
      };
      const evaluation = { ...evaluationOf(1 - (1 - once) ** tries, n), ...measured };
      return references ? { ...evaluation, references: referencesOf(n) } : evaluation;
    },
    cancelEvaluation: async () => {
      cancelled = true;
    },
  };
}
