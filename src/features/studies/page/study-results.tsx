// A study's rows as a table and, where there is something to draw, as a picture.
import { pictureFile } from '../../../page/parts/picture-words';
import type { StudyPlan } from '../shared/study';
import type { RowSummary } from '../shared/summary';
import type { ChosenRates } from '../shared/tuning';
import { StudyFigure } from './study-figure';
import { StudyTable } from './study-table';

interface StudyResultsProps {
  readonly plan: StudyPlan;
  readonly rows: readonly RowSummary[];
  readonly seeds: readonly number[];
  readonly chosen?: ChosenRates | undefined;
  /** Of the picture: whence its figures are. */
  readonly about: string;
  readonly drawn: boolean;
}

export function StudyResults({ plan, rows, seeds, chosen, about, drawn }: StudyResultsProps) {
  const words = { title: plan.name, about, fileName: pictureFile('study', plan.name) };
  return (
    <>
      <StudyTable plan={plan} rows={rows} seeds={seeds} chosen={chosen} />
      {drawn && <StudyFigure rows={rows} paper={plan.paper} words={words} />}
    </>
  );
}
