// Evaluates a run's team on unseen problems: as it was trained, with its roles swapped, untrained; one answer a turn,
// or the best of K. What came of it stands beside what the run measured itself.
import { Button, Dialog, Progress } from '@radix-ui/themes';
import { Gauge, Trash2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ChoiceKnob, faultOf, type NumberKnob } from '../../../basics/knobs';
import { trainingKnobs } from '../../../learning/config/run-config';
import { passThroughInWords } from '../../../learning/rollouts/pass-through';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import type { AskedEvaluation, EvaluationWish, Players } from '../../../run/trainer-api';
import { Act } from '../../parts/act';
import { DialogSheet } from '../../parts/dialog-sheet';
import { Fault } from '../../parts/fault';
import { counted, duration, fixed, grouped, intervalOf, percent, sentence, timeLeft, toldOf } from '../../parts/format';
import { TableHead } from '../../parts/table-head';
import {
  cancelEvaluation,
  canSwap,
  type EvaluationAtWork,
  evaluateRun,
  readEvaluations,
  removeEvaluation,
  rolesAlone,
  useEvaluations,
  wishInWords,
} from '../../stores/evaluations-store';
import type { RunView } from '../../stores/run-view';
import { isTraining, useTrainer } from '../../stores/trainer-store';
import { KnobField } from '../lab/knob-field';
import './evaluate-dialog.css';

interface EvaluateDialogProps {
  readonly run: RunView;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function EvaluateDialog({ run, open, onOpenChange }: EvaluateDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <DialogSheet
        title={`Evaluate “${run.name}”`}
        about="On test problems, which no training sees. Nothing is trained."
        maxWidth="680px"
      >
        <Evaluate run={run} />
      </DialogSheet>
    </Dialog.Root>
  );
}

function Evaluate({ run }: { readonly run: RunView }) {
  const [players, setPlayers] = useState<Players>('trained');
  const [branches, setBranches] = useState('1');
  const [by, setBy] = useState<'reward' | 'team'>('reward');
  const [n, setN] = useState<number>(run.config.settings.testWorlds);
  const atWork = useEvaluations((state) => state.atWork);
  const fault = useEvaluations((state) => state.faults[run.id]);
  const training = useTrainer(isTraining);
  const gpu = useTrainer((state) => state.adapter?.available ?? false);
  const wish: EvaluationWish = {
    players,
    n,
    ...(branches === '1' ? {} : { search: { branches: Number(branches), by } }),
  };
  return (
    <div className="grid gap-3 after-3">
      <div className="evaluate-wish grid gap-3">
        <KnobField
          name="players"
          card={playersCard(run)}
          value={players}
          onChange={(chosen) => setPlayers(chosen as Players)}
        />
        <KnobField
          name="branches"
          card={branchesCard}
          value={branches}
          onChange={(chosen) => setBranches(String(chosen))}
        />
        {branches !== '1' && (
          <KnobField
            name="by"
            card={byCard}
            value={by}
            onChange={(chosen) => setBy(chosen === 'team' ? 'team' : 'reward')}
          />
        )}
        <KnobField name="n" card={problemsCard} value={n} onChange={(value) => setN(Number(value))} />
      </div>
      {atWork ? (
        <AtWork run={run} atWork={atWork} />
      ) : (
        <Button
          className="start"
          disabled={!gpu || faultOf('n', problemsCard, n) !== undefined}
          onClick={() => void evaluateRun(run, wish)}
        >
          <Gauge size={15} aria-hidden /> Evaluate
        </Button>
      )}
      {!gpu && <p className="quiet">Evaluating needs a GPU, and this browser gives none.</p>}
      {training && (
        <p className="quiet">A run is training: the problems are played between its steps, and both take longer.</p>
      )}
      {fault && <Fault>{sentence(fault)}</Fault>}
      <Measured run={run} />
    </div>
  );
}

function AtWork({ run, atWork }: { readonly run: RunView; readonly atWork: EvaluationAtWork }) {
  const { runId, wish, done, secondsLeft, cancelling } = atWork;
  const left = timeLeft(secondsLeft);
  const words = runId === run.id ? wishInWords(wish) : 'another run';
  return (
    <div className="grid" role="status">
      <div className="row between">
        <span>
          {words}: {done} of {wish.n} problems{left ? `, ${left}` : ''}
        </span>
        <Button size="1" variant="soft" color="gray" disabled={cancelling} onClick={() => void cancelEvaluation()}>
          <X size={13} aria-hidden /> {cancelling ? 'Cancelling…' : 'Cancel'}
        </Button>
      </div>
      <Progress value={(100 * done) / wish.n} size="1" aria-label={`${done} of ${wish.n} problems`} />
    </div>
  );
}

const titles = ['Who plays', 'Solved', '95 % interval', 'Problems', 'Turns to solve', 'Tokens', 'Time'];
const deleting = (
  <span key="delete" className="visually-hidden">
    Delete
  </span>
);

function Measured({ run }: { readonly run: RunView }) {
  const { id, step } = run;
  const measured = useEvaluations((state) => state.measured[id]) ?? [];
  useEffect(() => void readEvaluations(id), [id]);
  const own = [
    { name: 'untrained, in the run', value: run.before },
    { name: 'trained, in the run', value: run.after },
  ];
  const asked = measured.map((one) => ({ name: askedInWords(one, step), value: one.evaluation, asked: one }));
  const rows: readonly Row[] = [...own, ...asked].flatMap(({ value, ...one }) => (value ? [{ ...one, value }] : []));
  if (rows.length === 0) return null;
  const searched = measured.some(({ wish }) => wish.search);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus */}
      <section className="evaluate-scroll scroll" aria-label="What was measured" tabIndex={0}>
        <table className="table" data-testid="evaluations">
          <TableHead titles={[...titles, deleting]} />
          <tbody>
            {rows.map(({ name, value, asked: kept }) => (
              <tr key={kept?.at ?? name}>
                <th scope="row">
                  {name}
                  {toldOf(value)}
                </th>
                <td>{percent(value.rate)}</td>
                <td>{intervalOf(value)}</td>
                <td>{value.all ? `all ${value.n}` : value.n}</td>
                <td>{value.solved > 0 ? fixed(value.turnsMean, 2) : '–'}</td>
                <td>{value.tokens === undefined ? '–' : grouped(value.tokens)}</td>
                <td>{value.seconds === undefined ? '–' : duration(value.seconds)}</td>
                <td>
                  {kept && (
                    <Act
                      name={`Delete ${name}`}
                      Icon={Trash2}
                      variant="ghost"
                      onClick={() => void removeEvaluation(id, kept)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <PassedThrough rows={rows} />
      {searched && (
        <p className="quiet">Best of K uses the reward at test time, which no deployed team has: a baseline.</p>
      )}
      {asked.length > 0 && <p className="quiet">What is measured here is kept with the run.</p>}
    </>
  );
}

interface Row {
  readonly name: string;
  readonly value: Evaluation;
  /** What a person asked for can be deleted; what the run measured itself cannot. */
  readonly asked?: AskedEvaluation;
}

/** "roles swapped", "trained, after 40 steps" where the run has gone on since. */
function askedInWords({ wish, step }: AskedEvaluation, now: number): string {
  return `${wishInWords(wish)}${step === now ? '' : `, after ${counted(step, 'steps')}`}`;
}

/** What the last role makes of the proposals it is shown, for each team that played. */
function PassedThrough({ rows }: { readonly rows: readonly Row[] }) {
  return rows.map(
    ({ name, value: { passThrough }, asked }) =>
      passThrough && (
        <p key={asked?.at ?? name} className="quiet" data-testid="pass-through">
          {sentence(`${name}: ${passThroughInWords(passThrough)}`)}
        </p>
      ),
  );
}

function playersCard({ config }: RunView): ChoiceKnob {
  return {
    kind: 'choice',
    name: 'Who plays',
    meaning:
      'The team with the weights that the run reports, each role with another’s, or as it was before any training; or one role by itself.',
    choices: {
      trained: 'the team as trained',
      ...(canSwap(config) ? { swapped: 'the team with its roles swapped' } : {}),
      untrained: 'the untrained team',
      ...Object.fromEntries(rolesAlone(config).map((role) => [`alone ${role}`, `the ${role} role alone, as trained`])),
    },
    default: 'trained',
  };
}

const branchesCard: ChoiceKnob = {
  kind: 'choice',
  name: 'Answers a turn',
  meaning: 'Of several answers the one that the reward prefers continues; it costs as many times the tokens.',
  choices: { 1: 'one', 2: 'the best of 2', 4: 'the best of 4', 8: 'the best of 8' },
  default: '1',
};

const byCard: ChoiceKnob = {
  kind: 'choice',
  name: 'Best by',
  meaning: 'What the answers are compared by.',
  choices: { reward: 'the reward, own terms and all', team: 'the team’s term only' },
  default: 'reward',
};

const problemsCard: NumberKnob = {
  ...trainingKnobs.testWorlds,
  name: 'Problems',
  meaning: 'How many unseen problems are played.',
  unit: 'problems',
};
