// Which study, how many seeds, how long.
import { Button, Switch } from '@radix-ui/themes';
import { Play } from 'lucide-react';
import { Choose } from '../../../page/parts/choose';
import { Field, Line } from '../../../page/parts/field';
import { knobText } from '../../../page/parts/format';
import { NumberField } from '../../../page/parts/number-field';
import { numberFrom } from '../../../page/parts/typed-number';
import { timeOnProcessor } from '../../../page/screens/lab/time-on-processor';
import { useMemory } from '../../../page/stores/memory-store';
import { featureRoute, formatRoute, navigate } from '../../../page/stores/route';
import { setupFaults, useSetup } from '../../../page/stores/setup-store';
import { computesOnProcessor, isTraining, useTrainer } from '../../../page/stores/trainer-store';
import { powerInWords, powerOf } from '../shared/power';
import { reportProblems, rowOf, type StudyPlan, type StudyWishes, tasksOf } from '../shared/study';
import { usualTuning } from '../shared/tuning';
import type { OwnSetup } from './own-setup';
import { changeForm, useStudyForm } from './study-form';
import { startStudy, useStudies } from './study-store';

interface NewStudyProps {
  readonly plans: readonly StudyPlan[];
  /** The chosen one. */
  readonly plan: StudyPlan;
  /** The Lab's setup beside the usual one, where it is not as usual. */
  readonly mine: OwnSetup | undefined;
  /** Whether that is what the address asks. */
  readonly asksOwn: boolean;
  readonly onStarted: (id: string) => void;
}

export function NewStudy({ plans, plan, mine, asksOwn, onStarted }: NewStudyProps) {
  const { seeds, steps, problems, difference, tuned } = useStudyForm();
  const model = useSetup((state) => state.model);
  const faulty = useSetup((state) => setupFaults(state).length > 0);
  const available = useTrainer((state) => state.adapter?.available ?? false);
  const software = useTrainer(computesOnProcessor);
  const training = useTrainer(isTraining);
  const busy = useStudies((state) => state.live !== undefined || state.wish !== undefined);
  const memory = useMemory();
  const isMine = plan === mine?.plan;
  const trains = plan.rows.some(({ how }) => how.kind === 'trained');
  const stepsRow = plan.budgetRow ?? plan.rows.find(({ how }) => how.kind === 'trained')?.id;
  const planned = stepsRow === undefined ? 0 : rowOf(plan, stepsRow).config.settings.steps;
  const read = wishesFrom(plan, { seeds, steps: trains ? (steps ?? planned) : undefined, problems, difference });
  const asked = isMine && !('fault' in read) ? { ...read, setups: mine.setups } : read;
  const wished = tuned && trains && !('fault' in asked) ? { ...asked, tuning: usualTuning(asked.seeds) } : asked;
  const runs = 'fault' in wished ? 0 : tasksOf(plan, wished).filter(({ row }) => row.how.kind === 'trained').length;
  const planTokens = isMine && memory?.current ? memory.tokens : undefined; // of all steps as planned
  const tokens = planTokens && (planTokens * (steps ?? planned)) / planned;
  const time = software && !('fault' in wished) ? timeOf(plan, wished, tokens) : '';
  const begin = async () => {
    if ('fault' in wished) return;
    const started = await startStudy({ ...wished, ...(model && !isMine ? { model } : {}) });
    if (started) onStarted(started);
  };
  return (
    <form
      className="study-new wrap flex gap-3 line-above line-below"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <Choose aria-label="Study" value={plan.id} options={plans} onChoose={choosePlan} />
      <Line
        label="Seeds, by number"
        width={110}
        title="Every row is trained once from each: 1, 2, 3 are three runs a row."
        value={seeds}
        onChange={(typed) => changeForm({ seeds: typed })}
      />
      {trains && (
        <Field
          label="Steps"
          width={110}
          title={
            plan.budgetRow
              ? 'Of the row that sets the budget of tokens; the other rows train until they have generated as many.'
              : 'Training steps of every run.'
          }
        >
          {(field) => (
            <NumberField {...field} value={steps ?? planned} onChange={(typed) => changeForm({ steps: typed })} />
          )}
        </Field>
      )}
      <Field
        label="Problems"
        width={110}
        title="Fresh problems on which every row is measured; all of a world that has fewer."
      >
        {(field) => <NumberField {...field} value={problems} onChange={(typed) => changeForm({ problems: typed })} />}
      </Field>
      <Field
        label="Difference (points)"
        width={124}
        title="The difference of success that the study is to see: how many seeds and problems that takes is said below."
      >
        {(field) => (
          <NumberField {...field} value={difference} onChange={(typed) => changeForm({ difference: typed })} />
        )}
      </Field>
      {trains && (
        <Field
          label="Tune rates"
          width={110}
          title="First trains every row with half, once and twice its learning rate, on two seeds that are not reported, and takes the best on validation problems."
        >
          {(field) => <Switch {...field} checked={tuned} onCheckedChange={(on) => changeForm({ tuned: on })} />}
        </Field>
      )}
      <Button type="submit" disabled={!available || training || busy || 'fault' in read}>
        <Play size={16} aria-hidden /> Start
      </Button>
      <p className="quiet" role="status">
        {'fault' in read
          ? read.fault
          : busy || training
            ? `A ${busy ? 'study' : 'run'} is under way: pause it first.`
            : available === false
              ? 'A study needs a GPU, and this page cannot reach one: the Lab says what helps.'
              : `${plan.sentence} ${trains ? `${runs} runs${time}; it can be paused, and after a reload “Go on” continues it.` : 'Nothing is trained.'}`}
      </p>
      {isMine && <Changed changes={mine.changes} />}
      {asksOwn && !mine && (
        <p>
          The <a href={formatRoute({ screen: 'lab' })}>Lab’s setup</a>{' '}
          {faulty
            ? 'cannot start as it is: what to change stands there.'
            : 'learns as usual: change something there first.'}
        </p>
      )}
      {!('fault' in read) && <p className="quiet">{whatItShows(read, difference)}</p>}
    </form>
  );
}

/** The address no longer asks for one. */
function choosePlan(plan: string): void {
  changeForm({ plan });
  navigate(featureRoute('study'), { replace: true });
}

/** What is not as usual, with the usual beside it. */
function Changed({ changes }: { readonly changes: OwnSetup['changes'] }) {
  return (
    <ul className="row wrap gap-3 quiet" aria-label="Changed settings">
      {changes.map(({ name, value, usual }) => (
        <li key={name}>
          {name} <b>{knobText(value)}</b>, usually {knobText(usual)}
        </li>
      ))}
    </ul>
  );
}

/** ", 40 min to 2 h on this processor"; nothing where it is not known. Evaluations come on top, and are short. */
function timeOf(plan: StudyPlan, wishes: StudyWishes, tokens: number | undefined): string {
  const budget = plan.budgetRow === undefined ? undefined : rowOf(plan, plan.budgetRow);
  const configs = tasksOf(plan, wishes).flatMap(({ row }) => {
    if (row.how.kind !== 'trained') return [];
    const { config } = budget ?? row; // as many tokens take about as long
    return [{ ...config, settings: { ...config.settings, steps: wishes.steps ?? config.settings.steps } }];
  });
  const time = timeOnProcessor(configs, tokens);
  return time ? `, roughly ${time} on this processor` : '';
}

function whatItShows({ seeds, problems = reportProblems }: StudyWishes, points: number): string {
  return powerInWords(powerOf({ seeds: seeds.length, problems, difference: points / 100 })).join(' ');
}

interface Typed {
  readonly seeds: string;
  /** Undefined where nothing is trained. */
  readonly steps: number | undefined;
  readonly problems: number;
  /** To be seen, in points. */
  readonly difference: number;
}

function wishesFrom(plan: StudyPlan, typed: Typed): StudyWishes | { readonly fault: string } {
  const seeds = typed.seeds.split(/[\s,;]+/).flatMap((text) => (text === '' ? [] : (numberFrom(text) ?? Number.NaN)));
  const within = (value: number, low: number, high: number) => Number.isInteger(value) && value >= low && value <= high;
  if (seeds.length === 0 || !seeds.every((seed) => within(seed, 0, 1_000_000)) || new Set(seeds).size < seeds.length)
    return { fault: `Seeds are whole numbers, each once, like 1, 2, 3; got “${typed.seeds}”.` };
  const { steps, problems, difference } = typed;
  if (!within(problems, 1, 10_000)) return { fault: `Problems are a whole number from 1 to 10000, got ${problems}.` };
  if (!(difference > 0 && difference <= 100))
    return { fault: `A difference is from above 0 to 100 points, got ${difference}.` };
  if (steps === undefined) return { plan: plan.id, seeds, problems };
  if (!within(steps, 1, 5000)) return { fault: `Steps are a whole number from 1 to 5000, got ${steps}.` };
  return { plan: plan.id, seeds, steps, problems };
}
