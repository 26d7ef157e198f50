// A study before it is run here: its rows, with what README publishes of them and the paper's numbers.
import { useMemo } from 'react';
import { pictureFile } from '../../../page/parts/picture-words';
import { PrintHead } from '../../../page/parts/print-head';
import type { StudyPlan } from '../shared/study';
import { summaryOf } from '../shared/summary';
import { knownOf } from './known';
import { StudyFigure } from './study-figure';
import { StudyTable } from './study-table';

export function StudyPreview({ plan }: { readonly plan: StudyPlan }) {
  const known = useMemo(() => knownOf(plan), [plan]);
  const cells = known?.cells ?? [];
  const rows = useMemo(() => summaryOf(plan, cells), [plan, cells]);
  const seeds = [...new Set(cells.map(({ seed }) => seed))].sort((a, b) => a - b);
  const words = {
    title: plan.name,
    about: known ? `published ${known.date}` : 'not run yet',
    fileName: pictureFile('study', plan.name),
  };
  const drawn = cells.length > 0 || rows.some(({ row }) => row.paper !== undefined);
  return (
    <article aria-labelledby="study-preview" className="grid gap-3 after-3">
      <header>
        <h2 id="study-preview" className="size-4">
          {plan.name}
        </h2>
        <PrintHead about={words.about} />
        <p className="quiet">
          {known
            ? `As published on ${known.date}, ${seeds.length} seeds${known.shipped ? '' : ', with an earlier base model'}; run it here to have a table of your own.`
            : 'Not run in this browser yet: its rows fill as it goes on, and its runs stand under Runs.'}
        </p>
      </header>
      <StudyTable plan={plan} rows={rows} seeds={seeds} chosen={undefined} />
      {drawn && <StudyFigure rows={rows} paper={plan.paper} words={words} />}
    </article>
  );
}
