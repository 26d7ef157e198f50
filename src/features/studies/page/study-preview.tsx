// A study before it is run here: its rows, with what README publishes of them and the paper's numbers.
import { useMemo } from 'react';
import { PrintHead } from '../../../page/parts/print-head';
import type { StudyPlan } from '../shared/study';
import { summaryOf } from '../shared/summary';
import { knownOf } from './known';
import { StudyResults } from './study-results';

export function StudyPreview({ plan }: { readonly plan: StudyPlan }) {
  const known = useMemo(() => knownOf(plan), [plan]);
  const cells = known?.cells ?? [];
  const rows = useMemo(() => summaryOf(plan, cells), [plan, cells]);
  const seeds = [...new Set(cells.map(({ seed }) => seed))].sort((a, b) => a - b);
  const about = known ? `published ${known.date}` : 'not run yet';
  const drawn = cells.length > 0 || rows.some(({ row }) => row.paper !== undefined);
  return (
    <article aria-labelledby="study-preview" className="grid gap-3 after-3">
      <header>
        <h2 id="study-preview" className="size-4">
          {plan.name}
        </h2>
        <PrintHead about={about} />
        <p className="quiet">
          {known
            ? `As published on ${known.date}, ${seeds.length} seeds${known.shipped ? '' : ', with an earlier base model'}; run it here to have a table of your own.`
            : 'Not run in this browser yet: its rows fill as it goes on, and its runs stand under Runs.'}
        </p>
      </header>
      <StudyResults plan={plan} rows={rows} seeds={seeds} about={about} drawn={drawn} />
    </article>
  );
}
