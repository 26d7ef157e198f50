// What README publishes of the studies that come with Grove, so that a table stands here before one has been run. Made
// from the records of models/results by a script (models/publish.mjs tables).
import type { StudyCell, StudyPlan } from '../shared/study';
import published from './published.json';

interface Published {
  /** "2026-11-24" */
  readonly date: string;
  /** Whether it was measured on the base model that ships now. */
  readonly shipped: boolean;
  readonly rows: Readonly<Record<string, readonly PublishedCell[]>>;
}

interface PublishedCell {
  readonly seed: number;
  readonly n: number;
  readonly solved: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly turnsMean: number;
  readonly tokens?: number;
  readonly trainingTokens: number;
  readonly trainingSeconds: number;
}

export interface KnownStudy extends Omit<Published, 'rows'> {
  readonly cells: readonly StudyCell[];
}

const studies: Readonly<Record<string, Published>> = published;

/** Undefined of a study that was not published. */
export function knownOf(plan: StudyPlan): KnownStudy | undefined {
  const study = studies[plan.id];
  if (!study) return undefined;
  const cells = plan.rows.flatMap(({ id }) =>
    (study.rows[id] ?? []).map(({ seed, trainingTokens, trainingSeconds, ...evaluation }): StudyCell => {
      return { row: id, seed, evaluation, split: 'report', trainingTokens, trainingSeconds, runs: [] };
    }),
  );
  return { date: study.date, shipped: study.shipped, cells };
}
