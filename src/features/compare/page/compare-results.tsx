// What each arm came to, beside the one they are compared with; and of several seeds or worlds their profile.
import { useMemo, useState } from 'react';
import { Chart } from '../../../page/parts/chart';
import { Fold } from '../../../page/parts/fold';
import { fixed, intervalOf, pairedInWords, percent, playedOf, shareWithInterval } from '../../../page/parts/format';
import { pictureFile } from '../../../page/parts/picture-words';
import { TableHead } from '../../../page/parts/table-head';
import { Term } from '../../../page/parts/term';
import { formatRoute } from '../../../page/stores/route';
import type { Arm } from './arms';
import { ArmName, armsInWords, problemIn } from './compare-curves';
import { type ArmResult, occasionOf, profilesOf, resultsOf, thresholds } from './results';

export function CompareResults({ arms }: { readonly arms: readonly Arm[] }) {
  const results = useMemo(() => (arms[0] ? resultsOf(arms, arms[0]) : []), [arms]); // thousands of resamples
  const profiles = useMemo(() => profilesOf(results), [results]);
  const problem = problemIn(arms);
  const atEnd = occasionOf(arms.flatMap(({ runs }) => runs)) === 'test';
  return (
    <section className="grid" aria-labelledby="compare-results">
      <h2 id="compare-results">
        Results{' '}
        <span className="quiet">
          {atEnd ? (
            <>
              on <Term id="test">test</Term> {problem}s, at the end of each run
            </>
          ) : (
            <>
              on <Term id="validation">validation</Term> {problem}s, the last of each run
            </>
          )}
        </span>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="scroll" aria-label="Results" tabIndex={0}>
        <table className="compare-table table" data-testid="compared">
          <TableHead titles={['Runs', 'Success, 95 % interval', 'Each seed', 'Difference, points', 'Better']} />
          <tbody>
            {results.map((result, index) => (
              <Row key={result.arm.id} result={result} first={index === 0} />
            ))}
          </tbody>
        </table>
      </section>
      {results.length > 1 && (
        <p className="note">
          Difference: to the first, on the same {problem}s and seeds, with its paired bootstrap interval and McNemar’s p
          (the largest of the seeds). Better: how probable it is that a seed beats one of the first.
          {results.length > 2 && ' Nothing is corrected for several comparisons.'}
          {!atEnd && ' Checkpoints are chosen by validation, so it flatters; runs that end are tested.'}
        </p>
      )}
      {profiles && <Profiles results={results} profiles={profiles} />}
    </section>
  );
}

function Row({ result, first }: { readonly result: ArmResult; readonly first: boolean }) {
  const { arm, measured, success, paired, improvement } = result;
  const [only] = measured;
  const missing = arm.runs.length - measured.length;
  return (
    <tr>
      <th scope="row">
        <ArmName arm={arm} />
        <span>
          {arm.runs.map(({ id, name, config }, index) => (
            <span key={id} className="compare-seed" title={name}>
              {index > 0 && ', '}
              <a href={formatRoute({ screen: 'lab', runId: id })}>seed {config.settings.seed}</a>
            </span>
          ))}
        </span>
      </th>
      <td>
        {success && only ? (
          <>
            <b>{percent(success.value, 1)}</b>{' '}
            <span className="quiet">
              {intervalOf(success)}, {measured.length > 1 ? `${measured.length} seeds` : playedOf(only.evaluation)}
            </span>
          </>
        ) : (
          <span className="quiet">not measured yet</span>
        )}
        {success && missing > 0 && <span className="warn block">{missing} not measured yet</span>}
      </td>
      <td className="quiet">
        {measured.map(({ evaluation }) => fixed(100 * evaluation.rate, 1)).join(' / ') || '–'}
        {only && <span className="block size-1">step {measured.map(({ step }) => step).join(' / ')}</span>}
      </td>
      <td>
        {first ? (
          <span className="quiet">the others are compared with it</span>
        ) : paired ? (
          <>
            {pairedInWords(paired)}
            {paired.of.length < measured.length && (
              <span className="quiet block size-1">seed {paired.of.join(', ')}</span>
            )}
          </>
        ) : (
          <span className="quiet" title="Records before 2026-11-22 do not say which problems were solved.">
            not on the same problems
          </span>
        )}
      </td>
      <td>{improvement ? shareWithInterval(improvement) : '–'}</td>
    </tr>
  );
}

interface ProfilesProps {
  readonly results: readonly ArmResult[];
  readonly profiles: NonNullable<ReturnType<typeof profilesOf>>;
}

function Profiles({ results, profiles }: ProfilesProps) {
  const [open, setOpen] = useState(false);
  const of = (index: number, part: 'value' | 'low' | 'high') => profiles[index]?.map((point) => point[part]) ?? [];
  return (
    <div className="outdent">
      <Fold open={open} onOpen={setOpen}>
        Performance profile {!open && <span className="quiet">how many of the seeds and worlds reach how much</span>}
      </Fold>
      {open && (
        <Chart
          label="Share of seeds and worlds above a success in per cent"
          picture={{
            title: 'Share of seeds and worlds above a success in per cent',
            about: armsInWords(results.map(({ arm }) => arm)),
            fileName: pictureFile('compare', 'profile'),
          }}
          over="success above"
          steps={thresholds}
          lines={results.map(({ arm }, index) => ({
            label: arm.name,
            color: `var(--${arm.color}-10)`,
            dash: arm.dash,
            values: of(index, 'value'),
          }))}
          bands={results.map(({ arm }, index) => ({
            low: of(index, 'low'),
            high: of(index, 'high'),
            color: `var(--${arm.color}-a4)`,
          }))}
          total={100}
          range={[0, 1]}
          format={(value) => percent(value)}
          height={220}
        />
      )}
    </div>
  );
}
