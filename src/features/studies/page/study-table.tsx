// A study's rows with their intervals, beside the paper's numbers and what each took.

import {
  duration,
  fixed,
  grouped,
  intervalOf,
  pairedInWords,
  percent,
  playedOf,
  shareWithInterval,
} from '../../../page/parts/format';
import { referenceOf } from '../shared/comparisons';
import { hasSeeds, type StudyPlan } from '../shared/study';
import type { PassShares, RowSummary } from '../shared/summary';
import type { ChosenRates } from '../shared/tuning';

interface StudyTableProps {
  readonly plan: StudyPlan;
  readonly rows: readonly RowSummary[];
  readonly seeds: readonly number[];
  /** Multiples of the rows' learning rates; undefined where they were not tuned. */
  readonly chosen: ChosenRates | undefined;
}

export function StudyTable({ plan, rows, seeds, chosen }: StudyTableProps) {
  const paper = rows.some(({ row }) => row.paper !== undefined);
  const middles = rows.some(({ middle }) => middle);
  const paired = rows.some(({ comparison }) => comparison?.paired);
  const improvements = rows.some(({ comparison }) => comparison?.improvement);
  const against = referenceOf(plan).name;
  const passed = rows.some(({ passThrough }) => passThrough);
  return (
    // Wider than a phone: it scrolls by itself, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="scroll" aria-label="Results" tabIndex={0}>
      <table className="study-table table">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Success, 95 % interval</th>
            <th scope="col">Each seed</th>
            {middles && (
              <th scope="col" title="Mean of the middle half of the seeds, with its stratified bootstrap interval">
                Interquartile mean
              </th>
            )}
            {paired && (
              <th
                scope="col"
                title={`Success less that of “${against}” on the same problems, and the largest p of the seeds (McNemar; a bound’s is exact)`}
              >
                Paired difference
              </th>
            )}
            {improvements && (
              <th scope="col" title={`How probable it is that a seed does better than one of “${against}”`}>
                Better
              </th>
            )}
            {paper && <th scope="col">{plan.paper}</th>}
            {passed && (
              <th scope="col" title="What the last role makes of the proposals it is shown, as shares of turns">
                Last role repeats / mends / spoils
              </th>
            )}
            {chosen && (
              <th scope="col" title="The multiple of its learning rate that did best on validation problems">
                Rate
              </th>
            )}
            <th scope="col">Turns</th>
            <th scope="col">Training tokens</th>
            <th scope="col">Training</th>
            <th scope="col">Test tokens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, success, middle, comparison, cells, passThrough, ...figures }) => (
            <tr key={row.id}>
              <th scope="row">
                {row.name}
                {row.how.kind === 'search' && <span className="warn">uses the reward at test time</span>}
                {cells.some(({ evaluation }) => evaluation.verdicts) && <span>with verdicts</span>}
                {cells.some(({ split }) => split === undefined) && (
                  <span className="warn">on test problems, not fresh ones</span>
                )}
                {(paired || improvements) && row.name === against && <span>the others are compared with it</span>}
                {row.id === plan.budgetRow && <span>sets the budget of tokens</span>}
              </th>
              <td>
                {success ? (
                  <>
                    <b>{percent(success.mean, 1)}</b>{' '}
                    <span className="quiet">
                      {intervalOf(success)},{' '}
                      {success.seeds === 1 && cells[0] ? playedOf(cells[0].evaluation) : `${success.seeds} seeds`}
                    </span>
                  </>
                ) : (
                  <span className="quiet">to be done</span>
                )}
              </td>
              <td className="quiet">
                {hasSeeds(row)
                  ? seeds
                      .map((seed) => cells.find((cell) => cell.seed === seed))
                      .map((cell) => (cell ? fixed(100 * cell.evaluation.rate, 1) : '·'))
                      .join(' / ')
                  : '–'}
              </td>
              {middles && <td>{middle ? shareWithInterval(middle) : '–'}</td>}
              {paired && <td>{comparison?.paired ? pairedInWords(comparison.paired) : '–'}</td>}
              {improvements && <td>{comparison?.improvement ? shareWithInterval(comparison.improvement) : '–'}</td>}
              {paper && <td>{row.paper === undefined ? '–' : fixed(row.paper, 1)}</td>}
              {passed && <td>{passThrough ? sharesOf(passThrough) : '–'}</td>}
              {chosen && <td>{chosen[row.id] === undefined ? '–' : `× ${chosen[row.id]}`}</td>}
              <td>{success && figures.turns > 0 ? fixed(figures.turns, 2) : '–'}</td>
              <td>{success && figures.trainingTokens > 0 ? grouped(figures.trainingTokens) : '–'}</td>
              <td>{success && figures.trainingSeconds > 0 ? duration(figures.trainingSeconds) : '–'}</td>
              <td>{figures.testTokens > 0 ? grouped(figures.testTokens) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sharesOf({ repeats, mends, spoils }: PassShares): string {
  return [repeats, mends, spoils].map((share) => percent(share, 1)).join(' / ');
}
