// A code as a table: a row for each object, a column for each message, the darker the more often it is said.
import { useEffect, useMemo, useState } from 'react';
import { agreement, inWords } from '../../../learning/environments/signals/code-table';
import { symbols } from '../../../learning/environments/signals/objects';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { Choose } from '../../../page/parts/choose';
import { fixed, percent } from '../../../page/parts/format';
import type { RunView } from '../../../page/stores/run-view';
import { useRuns } from '../../../page/stores/runs-store';
import { loadTree, treeSteps } from '../../../page/stores/trees';
import { columnsOf, inventsCode, type StepCode, stepCode } from './step-code';
import './code-panel.css';

/** As many as the preset has symbols, and silence. */
const columnsShown = 17;

export function CodePanel({ run, tree }: { readonly run: RunView; readonly tree: StepTree }) {
  const code = useMemo(() => stepCode(run.config, tree), [run.config, tree]);
  if (!code) return null;
  const { bits, bitsAtMost, topographic } = code;
  return (
    <section className="stack gap-2" aria-label={`The code of step ${tree.step}`}>
      <h3 className="size-2">The code</h3>
      <Table code={code} />
      <p className="quiet size-1">
        A message tells <b>{fixed(bits, 2)}</b> of {fixed(bitsAtMost, 0)} bits
        {topographic === undefined ? '' : ` · like objects, like messages: ${fixed(topographic, 2)}`}
        {code.table.messages.includes('') && ' · –: nothing was heard'}
      </p>
      <Other run={run} code={code} />
    </section>
  );
}

/** The keyboard must reach what scrolls. */
const scrolls = { tabIndex: 0 } as const;

function Table({ code: { table } }: { readonly code: StepCode }) {
  const columns = columnsOf(table, columnsShown).map((m) => ({
    m,
    message: inWords.message(table.messages[m] ?? '', symbols),
  }));
  return (
    <div className="scroll" {...scrolls}>
      <table className="codes-table size-1">
        <thead>
          <tr>
            <th scope="col" className="visually-hidden">
              Object
            </th>
            {columns.map(({ message }) => (
              <th key={message} scope="col">
                {message}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.objects.map((object, o) => (
            <tr key={object}>
              <th scope="row">{inWords.object(object)}</th>
              {columns.map(({ m, message }) => {
                const share = table.share_OM[o]?.[m] ?? 0;
                return (
                  <td
                    key={message}
                    style={{ '--share': `${100 * share}%` } as React.CSSProperties}
                    title={`${inWords.object(object)}: ${message} in ${percent(share)} of its games`}
                  >
                    <span className="visually-hidden">{percent(share)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Whether another run of such a world, at its newest kept step, tells the objects by the same messages. */
function Other({ run, code }: { readonly run: RunView; readonly code: StepCode }) {
  const runs = useRuns((state) => state.runs);
  const others = runs.map(({ view }) => view).filter(({ id, config }) => id !== run.id && inventsCode(config));
  const [chosen, setChosen] = useState<string>();
  const other = useNewestCode(others.find(({ id }) => id === chosen));
  if (others.length === 0) return null;
  return (
    <div className="stack gap-1">
      <Choose
        aria-label="Compare the code with another run"
        value={chosen ?? ''}
        placeholder="Compare with another run"
        options={others}
        onChoose={setChosen}
      />
      {other && (
        <p className="quiet size-1" role="status">
          {other === 'none'
            ? 'No step of that run is kept.'
            : `${percent(agreement(code.tellings, other.tellings))} of the objects are told by the same message (by chance some ${percent(1 / Math.max(1, code.table.messages.length))}).`}
        </p>
      )}
    </div>
  );
}

function useNewestCode(run: RunView | undefined): StepCode | 'none' | undefined {
  const [code, setCode] = useState<StepCode | 'none'>();
  useEffect(() => {
    let wanted = true;
    setCode(undefined);
    if (!run) return;
    void newestTree(run.id).then((tree) => wanted && setCode((tree && stepCode(run.config, tree)) ?? 'none'));
    return () => {
      wanted = false;
    };
  }, [run]);
  return code;
}

export async function newestTree(runId: string): Promise<StepTree | undefined> {
  const newest = (await treeSteps(runId)).at(-1);
  return newest === undefined ? undefined : loadTree(runId, newest);
}
