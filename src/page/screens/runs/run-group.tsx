// What stands above runs that belong together: what they share, and the mean of what was tested.
import { intervalOf, percent } from '../../parts/format';
import type { ListedRuns } from './listed-runs';

export function GroupHead({ group: { title, runs, success } }: { readonly group: ListedRuns }) {
  return (
    <header className="run-group row wrap gap-3">
      <h2>{title}</h2>
      <span className="quiet size-1">
        {runs.length === 1 ? '1 run' : `${runs.length} runs`}
        {success && `, ${success.n} tested: ${percent(success.mean, 1)}`}
        {success && success.n > 1 && ` (${intervalOf(success)} over the runs)`}
      </span>
    </header>
  );
}
