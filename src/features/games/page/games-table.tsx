// How the games of a step ended, by who played which side; of the prisoner's dilemma how often anybody cooperated.
import { useMemo } from 'react';
import type { WorldShare } from '../../../learning/config/run-config';
import { pastInWords } from '../../../learning/rollouts/past-policy';
import { scriptOf } from '../../../learning/rollouts/script-policy';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { fixed, percent } from '../../../page/parts/format';
import { type BargainFigures, bargainsIn, isBargaining } from '../shared/bargains';
import { cooperationIn, pairingsIn } from '../shared/step-games';
import './games.css';

const named = (policy: string) => scriptOf(policy) ?? pastInWords(policy) ?? policy;

interface Shown {
  readonly tree: StepTree;
  /** The run's. */
  readonly played: readonly WorldShare[];
}

export function GamesTable({ tree: { step, worlds }, played }: Shown) {
  const pairings = useMemo(() => pairingsIn(worlds), [worlds]);
  const cooperation = useMemo(() => cooperationIn(worlds), [worlds]);
  const bargains = useMemo(() => {
    const settings = played.find(isBargaining)?.environmentSettings;
    return settings && bargainsIn(worlds, settings);
  }, [worlds, played]);
  if (pairings.length === 0 && cooperation.length === 0 && !bargains) return null;
  return (
    <section className="stack gap-2" aria-label={`The games of step ${step}`}>
      <h3 className="size-2">The games</h3>
      {pairings.length > 0 && (
        <table className="size-1 games-table">
          <thead>
            <tr>
              {['First', 'Second', 'Games', 'First won', 'Drawn', 'Second won', 'Given up'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairings.map(({ policies, n, won, drawn, lost, unfinished }) => (
              <tr key={policies.join(' ')}>
                <td>{named(policies[0])}</td>
                <td>{named(policies[1])}</td>
                {[n, won, drawn, lost, unfinished].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                  <td key={index}>{count}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {cooperation.length > 0 && (
        <p className="quiet size-1">
          Cooperation, round by round: {cooperation.map((share) => percent(share)).join(' · ')}
        </p>
      )}
      {bargains && <Bargains figures={bargains} />}
    </section>
  );
}

function Bargains({ figures }: { readonly figures: BargainFigures }) {
  const { games, agreed, ofBest, efficient, had, nash, rational } = figures;
  const pair = (values: readonly number[]) => values.map((value) => fixed(value, 1)).join(' and ');
  return (
    <p className="quiet size-1">
      {percent(agreed)} of {games} games ended in a deal, {percent(efficient)} in one in which nobody could have more
      without the other having less. Both had {percent(ofBest)} of the most they could have together: first and second{' '}
      {pair(had)} of 10. Nash’s solution gives {pair(nash)}, reasoning backwards from the last offer {pair(rational)}.
    </p>
  );
}
