// The button below a step's rooms, and the dialog it opens: six stops, one at a time, by buttons and by ← →.
import { Button, Dialog } from '@radix-ui/themes';
import { BookOpen, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { TrainingSettings } from '../../../learning/config/run-config';
import type { StepTree } from '../../../learning/rollouts/transcript';
import type { Prediction } from '../../../page/parts/prediction';
import type { RunView } from '../../../page/stores/run-view';
import { AdvantagesStop, NudgeStop, RewardsStop } from './learning-stops';
import { AnswersStop, PartnerStop, StateStop } from './playing-stops';
import {
  advantagePrediction,
  answersPrediction,
  nudgePrediction,
  rewardPrediction,
  trunkPrediction,
} from './predictions';
import type { StopProps } from './stop';
import { type Tour, tourOf } from './tour';
import './slow-step.css';

interface StopOfTour {
  readonly title: string;
  readonly Stop: ComponentType<StopProps>;
  /** What is asked before it is revealed. */
  readonly asks?: (tour: Tour, settings: TrainingSettings) => Prediction;
}

const stops: readonly StopOfTour[] = [
  { title: 'The state', Stop: StateStop },
  { title: 'K answers', Stop: AnswersStop, asks: answersPrediction },
  { title: 'Rewards', Stop: RewardsStop, asks: rewardPrediction },
  { title: 'Advantages', Stop: AdvantagesStop, asks: advantagePrediction },
  { title: 'The nudge', Stop: NudgeStop, asks: nudgePrediction },
  { title: 'The partner', Stop: PartnerStop, asks: trunkPrediction },
];

export function SlowStep({ run, tree }: { readonly run: RunView; readonly tree: StepTree }) {
  const { settings } = run.config;
  const tour = useMemo(() => tourOf(tree, settings), [tree, settings]);
  const [opened, setOpened] = useState<Tour>(); // a run that trains goes on to its next tree; this one stays
  if (!tour && !opened) return null;
  return (
    <Dialog.Root open={opened !== undefined} onOpenChange={(open) => setOpened(open ? tour : undefined)}>
      <Dialog.Trigger>
        <Button className="slow-step-open start" size="1" variant="soft">
          <BookOpen size={13} aria-hidden /> One step, read slowly
        </Button>
      </Dialog.Trigger>
      {opened && <Stops run={run} tour={opened} />}
    </Dialog.Root>
  );
}

function Stops({ run, tour }: { readonly run: RunView; readonly tour: Tour }) {
  const [at, setAt] = useState(0);
  const [guesses, setGuesses] = useState<StopProps['guesses']>({});
  const content = useRef<HTMLDivElement>(null);
  const last = at === stops.length - 1;
  const { title, Stop, asks } = stops[at] as StopOfTour;
  const question = asks?.(tour, run.config.settings).question;
  const open = question !== undefined && guesses[question] === undefined;
  const onGuess: StopProps['onGuess'] = (asked, guess) => setGuesses({ ...guesses, [asked]: guess });
  const go = (to: number) => {
    if (to < 0 || to >= stops.length) return;
    setAt(to);
    content.current?.scrollTo({ top: 0 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    if (event.key === 'ArrowLeft') go(at - 1);
    else next();
  };
  // what was not guessed is shown first: nobody goes past it by mistake
  const next = () => (open ? onGuess(question, 'skipped') : go(at + 1));
  return (
    <Dialog.Content
      ref={content}
      className="slow-step"
      maxWidth="720px"
      onKeyDown={onKeyDown}
      onOpenAutoFocus={(event) => {
        event.preventDefault(); // not the first stop's button: the keys lead from stop to stop
        content.current?.focus();
      }}
    >
      <Dialog.Title size="4" mb="1">
        One step, read slowly
      </Dialog.Title>
      <Dialog.Description size="1" color="gray">
        Step {tour.tree.step} of {run.name}: one question that was asked in it, and what was learnt from the answers.
        Keys ← and → go from stop to stop.
      </Dialog.Description>
      <nav className="slow-step-path" aria-label="Stops">
        {stops.map((stop, index) => (
          <button
            key={stop.title}
            type="button"
            aria-label={`${index + 1} ${stop.title}`}
            aria-current={index === at ? 'step' : undefined}
            data-done={index < at || undefined}
            onClick={() => go(index)}
          >
            <i aria-hidden>{index + 1}</i> <span>{stop.title}</span>
          </button>
        ))}
      </nav>
      <section className="slow-step-stop stack gap-3" aria-label={title}>
        <h2>
          {at + 1}. {title}
        </h2>
        <Stop key={title} run={run} tour={tour} guesses={guesses} onGuess={onGuess} />
      </section>
      <p className="visually-hidden" role="status">
        Stop {at + 1} of {stops.length}: {title}
      </p>
      <footer className="slow-step-foot row between">
        <Button variant="soft" color="gray" aria-disabled={at === 0} onClick={() => go(at - 1)}>
          <ChevronLeft size={15} aria-hidden /> Back
        </Button>
        <span className="quiet size-1">
          {at + 1} of {stops.length}
        </span>
        {last && !open ? (
          <Dialog.Close>
            <Button>Close</Button>
          </Dialog.Close>
        ) : (
          <Button onClick={next}>
            {open ? 'Show me' : 'Next'} <ChevronRight size={15} aria-hidden />
          </Button>
        )}
      </footer>
    </Dialog.Content>
  );
}
