// What is being done of a study, and how long it will take.
import { Progress } from '@radix-ui/themes';
import { timeLeft } from '../../../page/parts/format';
import { stageSentence } from '../../../page/screens/lab/stages';
import { formatRoute } from '../../../page/stores/route';
import { useTrainer } from '../../../page/stores/trainer-store';
import { rowOf, type StudyDoing, type StudyPlan } from '../shared/study';
import { rateInWords } from '../shared/tuning';

export function StudyProgress({ plan, doing }: { readonly plan: StudyPlan; readonly doing: StudyDoing }) {
  const { row, seed, factor, step = 0, steps = 1, runId, measured, done, total, secondsLeft } = doing;
  const recovering = useTrainer((state) => state.recovering);
  // a run's first step comes after its untrained team was measured
  const before = useTrainer(({ live, stage }) =>
    live && stage && live.id === runId && live.step === 0 && stage.stage !== 'play'
      ? stageSentence(stage, live).replace(/\.$/, '')
      : '',
  );
  const left = timeLeft(secondsLeft);
  const share = (done + (measured ? 1 : step / steps)) / total;
  const what = measured
    ? `measured on fresh problems, ${measured.done} of ${measured.total}`
    : before || `step ${step} of at most ${steps}`;
  return (
    <div className="grid" role="status">
      <Progress value={100 * share} size="2" aria-label={`${done} of ${total} measurements done`} />
      <p>
        <b>{rowOf(plan, row).name}</b>, seed {seed}
        {rateInWords(factor)}: {recovering ? 'the GPU was lost and is opened again' : what} · {done} of {total}{' '}
        measurements done
        {left ? ` · ${left} in all` : ''}
        {runId !== undefined && (
          <>
            {' '}
            · <a href={formatRoute({ screen: 'lab' })}>watch it in the Lab</a>
          </>
        )}
      </p>
    </div>
  );
}
