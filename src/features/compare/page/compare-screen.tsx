// Two or more runs beside each other: curves, results with the difference to one of them, the settings that tell them
// apart, and the same room played by each. Which runs, and which comes first, is in the address.
import { Button } from '@radix-ui/themes';
import { useMemo } from 'react';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { knobText, sentence } from '../../../page/parts/format';
import { PrintHead } from '../../../page/parts/print-head';
import { TableHead } from '../../../page/parts/table-head';
import { featureRoute, formatRoute, navigate, useRoute } from '../../../page/stores/route';
import { type Arm, armsOf, differingSettings } from './arms';
import { ArmName, armsInWords, CompareCurves } from './compare-curves';
import { CompareProblems } from './compare-problems';
import { ComparePrompt } from './compare-prompt';
import { CompareResults } from './compare-results';
import { CompareRoom } from './compare-room';
import { useNamedRuns } from './use-runs';
import './compare.css';

export function CompareScreen() {
  const route = useRoute();
  const named = route.screen === 'feature' ? (route.id ?? '') : '';
  const ids = useMemo(() => [...new Set(named.split(',').filter((id) => id !== ''))], [named]);
  const { kind, runs, missing, reason } = useNamedRuns(ids);
  const arms = useMemo(() => armsOf(runs), [runs]);
  return (
    <div className="document wide">
      <header>
        <h1>Compare</h1>
        <p className="quiet">
          Runs that differ in nothing but their seed are one line with a band; all others are compared with the first.
        </p>
      </header>
      {kind === 'loading' && <p role="status">Reading…</p>}
      {kind === 'failed' && (
        <Fault title="The runs could not be read.">{sentence(reason ?? '')} Reload the page.</Fault>
      )}
      {missing.map((id) => (
        <Fault key={id} role="status" title={`There is no run “${id}” in this browser.`}>
          It was deleted, or the address was made elsewhere: choose it anew under Runs, or open its file there.
        </Fault>
      ))}
      {kind === 'loaded' && runs.length < 2 && <Empty runs={runs.length} />}
      {runs.length > 1 && (
        <div className="grid gap-5">
          <PrintHead about={armsInWords(arms)} />
          {arms.length > 1 && <Reference arms={arms} />}
          <CompareCurves arms={arms} runs={runs} />
          <CompareResults arms={arms} />
          <CompareProblems arms={arms} />
          <Settings arms={arms} />
          <CompareRoom arms={arms} />
          <ComparePrompt runs={runs} />
        </div>
      )}
    </div>
  );
}

function Empty({ runs }: { readonly runs: number }) {
  return (
    <div className="grid gap-3 line-above pad-4">
      <p className="quiet">
        {runs === 1 ? 'One run alone has nothing to be compared with.' : 'Nothing to compare yet.'} Tick two or more
        runs in their list.
      </p>
      <Button className="start" asChild>
        <a href={formatRoute({ screen: 'runs' })}>To the runs</a>
      </Button>
    </div>
  );
}

/** Whichever is chosen comes first in the address. */
function Reference({ arms }: { readonly arms: readonly Arm[] }) {
  const choose = (id: string) => {
    const chosen = arms.filter((arm) => arm.id === id);
    const ids = [...chosen, ...arms.filter((arm) => arm.id !== id)].flatMap(({ runs }) => runs.map((run) => run.id));
    navigate(featureRoute('compare', ids.join(',')), { replace: true });
  };
  return (
    <div className="row wrap">
      <span className="quiet">Compared with</span>
      <Choose
        aria-label="Compared with"
        value={arms[0]?.id ?? ''}
        options={arms.map(({ id, name }) => ({ id, name }))}
        onChoose={choose}
      />
    </div>
  );
}

function Settings({ arms }: { readonly arms: readonly Arm[] }) {
  const settings = useMemo(() => differingSettings(arms), [arms]);
  return (
    <section className="grid" aria-labelledby="compare-settings">
      <h2 id="compare-settings">Settings that differ</h2>
      {settings.length === 0 ? (
        <p className="quiet">
          {arms.length === 1
            ? 'None but the seed.'
            : 'None by name: a team or a world that was written here differs under the same name.'}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className="scroll" aria-label="Settings that differ" tabIndex={0}>
          <table className="compare-table table" data-testid="differing-settings">
            <TableHead titles={['Setting', ...arms.map((arm) => <ArmName key={arm.id} arm={arm} />)]} />
            <tbody>
              {settings.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, index) => (
                    <td key={arms[index]?.id}>{knobText(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
