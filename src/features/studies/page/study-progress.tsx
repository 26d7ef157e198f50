// What is being done of a study, and how long it will take.
import { Progress } from '@radix-ui/themes';
import { timeLeft } from '../../../page/parts/format';
import { useTrainer } from '../../../page/stores/trainer-store';
import { rowOf, type StudyDoing, type StudyPlan } from '../shared/study';
import { rateInWords } from '../shared/tuning';

export function StudyProgress({ plan, doing }: { readonly plan: StudyPlan; readonly doing: StudyDoing }) {
  const { row, seed, factor, step, steps = 1, done, total, secondsLeft } = doing;
  const recovering = useTrainer((state) => state.recovering);
  const left = timeLeft(secondsLeft);
  const share = (done + (step ?? 0) / steps) / total;
  const what = step === undefined ? 'measuring on unseen problems' : `step ${step} of at most ${steps}`;
  return (
    <div className="grid" role="status">
      <Progress value={100 * share} size="2" aria-label={`${done} of ${total} done`} />
      <p>
        <b>{rowOf(plan, row).name}</b>, seed {seed}
        {rateInWords(factor)}: {recovering ? 'the GPU was lost and is opened again' : what} · {done} of {total} done
        {left ? ` · ${left}` : ''}
      </p>
    </div>
  );
}
