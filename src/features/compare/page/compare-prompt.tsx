// Two kept checkpoints on one stored prompt: what either would say next, token by token.
import { Button } from '@radix-ui/themes';
import { useEffect, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { GroupRecord, StepTree } from '../../../learning/rollouts/transcript';
import { askFeature } from '../../../page/features';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { percent, sentence } from '../../../page/parts/format';
import { PromptText } from '../../../page/parts/prompt-text';
import { roleStyle } from '../../../page/parts/roles';
import { TableHead } from '../../../page/parts/table-head';
import type { RunView } from '../../../page/stores/run-view';
import { storage } from '../../../page/stores/storage-client';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import type { CompareApi, NextTokens } from '../shared/compare-api';

interface Source {
  readonly run: RunView;
  readonly trees: readonly number[];
  /** Steps whose checkpoints are kept; 0 stands for the base model. */
  readonly steps: readonly number[];
}

type Answer =
  | { readonly kind: 'none' | 'asking' }
  | { readonly kind: 'told'; readonly tokens: NextTokens; readonly titles: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

export function ComparePrompt({ runs }: { readonly runs: readonly RunView[] }) {
  const kept = useKept(runs);
  const withTrees = kept.filter(({ trees }) => trees.length > 0);
  return (
    <section className="grid gap-3" aria-labelledby="compare-prompt">
      <h2 id="compare-prompt">
        Two checkpoints, one prompt <span className="quiet">what either would say next</span>
      </h2>
      {withTrees.length === 0 ? (
        <p className="quiet">None of these runs keeps a tree whose prompt could be asked.</p>
      ) : (
        <Asked kept={kept} withTrees={withTrees} />
      )}
    </section>
  );
}

interface AskedProps {
  readonly kept: readonly Source[];
  readonly withTrees: readonly Source[];
}

function Asked({ kept, withTrees }: AskedProps) {
  const [from, setFrom] = useState<string>();
  const [step, setStep] = useState<number>();
  const [world, setWorld] = useState(0);
  const [node, setNode] = useState(0);
  const [sides, setSides] = useState<readonly (string | undefined)[]>([]);
  const [answer, setAnswer] = useState<Answer>({ kind: 'none' });
  const available = useTrainer((state) => state.adapter?.available ?? false);
  const training = useTrainer(isTraining);
  const source = withTrees.find(({ run }) => run.id === from) ?? (withTrees[0] as Source);
  const at = source.trees.find((one) => one === step) ?? (source.trees.at(-1) as number);
  const tree = useTree(source.run.id, at);
  const worlds = tree?.worlds ?? [];
  const { problem } = cardOf(firstWorld(source.run.config).environment, source.run.config.definitions);
  const groups = worlds[world]?.groups ?? worlds[0]?.groups ?? [];
  const group = groups[node] ?? groups[0];
  const checkpoints = kept.flatMap(({ run, steps }) =>
    steps.map((done) => ({ id: `${run.id} ${done}`, run, step: done, name: titleOf(run, done) })),
  );
  const usual = [checkpoints.find((one) => one.step > 0), checkpoints.findLast((one) => one.step > 0)];
  const chosen = [0, 1].map(
    (side) => checkpoints.find(({ id }) => id === sides[side]) ?? usual[side] ?? checkpoints[0],
  );
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setAnswer({ kind: 'none' });
    };
  const ask = async ({ role, prompt }: GroupRecord) => {
    setAnswer({ kind: 'asking' });
    const both = chosen.flatMap((one) => one ?? []);
    try {
      const tokens = await askFeature<CompareApi>('compare').nextTokens({
        prompt,
        sides: both.map(({ run, step: done }) => ({ run: run.id, step: done, role })),
      });
      setAnswer({ kind: 'told', tokens, titles: both.map(({ name }) => name) });
    } catch (fault) {
      setAnswer({ kind: 'failed', reason: reasonOf(fault) });
    }
  };
  return (
    <>
      <div className="row wrap gap-3">
        <span className="quiet">The prompt of</span>
        <Choose
          aria-label="The prompt’s run"
          value={source.run.id}
          options={withTrees.map(({ run }) => ({ id: run.id, name: run.name }))}
          onChoose={changed(setFrom)}
        />
        <Choose
          aria-label="Its step"
          value={String(at)}
          options={source.trees.map((one) => ({ id: String(one), name: `step ${one}` }))}
          onChoose={(id) => changed(setStep)(Number(id))}
        />
        <Choose
          aria-label={`Its ${problem}`}
          value={String(worlds[world] ? world : 0)}
          options={worlds.map((_, index) => ({ id: String(index), name: `${problem} ${index + 1}` }))}
          onChoose={(id) => changed(setWorld)(Number(id))}
        />
        <Choose
          aria-label="Its turn and role"
          value={String(groups[node] ? node : 0)}
          options={groups.map(({ turn, role }, index) => ({
            id: String(index),
            name: `turn ${turn}, ${roleStyle(role).label}`,
          }))}
          onChoose={(id) => changed(setNode)(Number(id))}
        />
      </div>
      {group && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className="compare-prompt scroll" tabIndex={0} aria-label="The prompt">
          <pre className="size-1">
            <PromptText text={group.prompt} />
          </pre>
        </section>
      )}
      <div className="row wrap gap-3">
        {chosen.map((one, side) => (
          <Choose
            // biome-ignore lint/suspicious/noArrayIndexKey: two sides, always in this order
            key={side}
            aria-label={side === 0 ? 'One checkpoint' : 'The other checkpoint'}
            value={one?.id ?? ''}
            options={checkpoints.map(({ id, name }) => ({ id, name }))}
            onChoose={changed((id: string) => setSides(side === 0 ? [id, chosen[1]?.id] : [chosen[0]?.id, id]))}
          />
        ))}
        <Button
          disabled={!available || !group}
          loading={answer.kind === 'asking'}
          onClick={() => group && void ask(group)}
        >
          What would either say?
        </Button>
        {!available && <span className="quiet">It takes a GPU.</span>}
        {training && answer.kind === 'asking' && <span role="status">The lab is training: it answers in between.</span>}
      </div>
      {answer.kind === 'failed' && <Fault title="They could not be asked.">{sentence(answer.reason)}</Fault>}
      {answer.kind === 'told' && <TokensTable {...answer} />}
    </>
  );
}

const shown = 12;

function TokensTable({ tokens, titles }: { readonly tokens: NextTokens; readonly titles: readonly string[] }) {
  const { pieces, probability, all } = tokens;
  const rows = pieces.slice(0, shown);
  const rest = probability.map((side) => 1 - side.slice(0, shown).reduce((sum, value) => sum + value, 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="scroll" aria-label="Next tokens" tabIndex={0}>
      <table className="compare-tokens table" data-testid="next-tokens">
        <TableHead titles={['Next token', ...titles, 'Difference, points']} />
        <tbody>
          {rows.map((piece, row) => (
            <tr key={piece}>
              <th scope="row">
                <code>{piece.replaceAll('\n', '↵').replaceAll(' ', '␣')}</code>
              </th>
              {probability.map((side, index) => (
                <td key={titles[index]}>
                  <span className="compare-share" style={{ ['--share' as string]: side[row] ?? 0 }}>
                    {percent(side[row] ?? 0, 1)}
                  </span>
                </td>
              ))}
              <td>{points((probability[1]?.[row] ?? 0) - (probability[0]?.[row] ?? 0))}</td>
            </tr>
          ))}
          <tr className="quiet">
            <th scope="row">all others</th>
            {rest.map((share, index) => (
              <td key={titles[index]}>{percent(Math.max(0, share), 1)}</td>
            ))}
            <td>{points((rest[1] ?? 0) - (rest[0] ?? 0))}</td>
          </tr>
        </tbody>
      </table>
      {!all && (
        <p className="note">
          The vocabulary is large: shown are tokens that one of the two drew among 96, with their exact probabilities.
        </p>
      )}
    </section>
  );
}

function points(difference: number): string {
  const value = (100 * difference).toFixed(1);
  return difference > 0 ? `+${value}` : value.replace('-', '−');
}

const titleOf = (run: RunView, step: number) => (step === 0 ? `${run.name}, untrained` : `${run.name}, step ${step}`);

function useKept(runs: readonly RunView[]): readonly Source[] {
  const [kept, setKept] = useState<readonly Source[]>([]);
  useEffect(() => {
    let current = true;
    const read = async () => {
      const store = await storage();
      return Promise.all(
        runs.map(async (run) => ({
          run,
          trees: await store.treeSteps(run.id),
          steps: [0, ...(await store.keptSteps(run.id))],
        })),
      );
    };
    void read()
      .catch((): readonly Source[] => [])
      .then((found) => {
        if (current) setKept(found);
      });
    return () => {
      current = false;
    };
  }, [runs]);
  return kept;
}

function useTree(runId: string, step: number): StepTree | undefined {
  const [tree, setTree] = useState<StepTree>();
  useEffect(() => {
    let current = true;
    setTree(undefined);
    void storage()
      .then((store) => store.tree(runId, step))
      .catch(() => undefined)
      .then((found) => {
        if (current) setTree(found);
      });
    return () => {
      current = false;
    };
  }, [runId, step]);
  return tree;
}
