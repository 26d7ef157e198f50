// The reward as one bar of its weighted terms, and the same as a sum one can check.
import type { CSSProperties } from 'react';
import { fixed } from '../../parts/format';
import type { RewardPart } from './reading';

export function RewardBar({ parts }: { readonly parts: readonly RewardPart[] }) {
  const most = parts.reduce((sum, part) => sum + part.most, 0);
  const total = parts.reduce((sum, part) => sum + part.earned, 0);
  return (
    <>
      <div className="rollouts-bar flex" role="img" aria-label={`${fixed(total, 2)} of ${fixed(most, 2)}`}>
        {parts.map((part) => (
          <i key={part.term} style={{ ...termColour(part), width: `${(100 * part.most) / most}%` }} />
        ))}
      </div>
      <table className="rollouts-terms quiet size-1 full">
        <tbody>
          {parts.map((part) => (
            <tr key={part.term} title={part.meaning}>
              <th scope="row">
                <i style={{ ...termColour(part), ['--earned' as string]: '100%' }} aria-hidden />
                {part.term}
              </th>
              <td>{part.term === 'team' ? `α ${fixed(part.weight, 1)}` : fixed(part.weight, 1)}</td>
              <td>× {fixed(part.value, 2)}</td>
              <td>= {fixed(part.earned, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const colours: Readonly<Record<string, string>> = { team: 'jade-9', progress: 'cyan-9', format: 'bronze-9' };

/** Terms of validity (legal, runs, sound) share one. */
function termColour({ term, earned, most }: RewardPart): CSSProperties {
  const share = most > 0 ? (100 * earned) / most : 0;
  return { ['--term' as string]: `var(--${colours[term] ?? 'purple-8'})`, ['--earned' as string]: `${share}%` };
}
