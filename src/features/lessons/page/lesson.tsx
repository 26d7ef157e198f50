// A lesson: its steps one at a time, by buttons and by ← →. What was guessed stays guessed while it is open.
import { Button } from '@radix-ui/themes';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Guess } from '../../../page/parts/prediction';
import { isWithin, keepsItsKeys, useKeys } from '../../../page/parts/use-keys';
import { featureRoute, formatRoute } from '../../../page/stores/route';

export interface StepProps {
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly onGuess: (question: string, guess: Guess) => void;
}

export interface LessonCard {
  /** Its address: "#/lessons/ID". */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly steps: readonly { readonly title: string; readonly Step: ComponentType<StepProps> }[];
}

export function LessonSteps({ lesson: { title, steps } }: { readonly lesson: LessonCard }) {
  const [at, setAt] = useState(0);
  const [guesses, setGuesses] = useState<StepProps['guesses']>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const go = (to: number) => {
    if (to < 0 || to >= steps.length) return;
    moved.current = true;
    setAt(to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new step is read from its heading on
  useEffect(() => {
    if (moved.current) heading.current?.focus();
  }, [at]);
  useKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (isWithin(event.target, keepsItsKeys) || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    go(at + (event.key === 'ArrowLeft' ? -1 : 1));
  });
  const step = steps[at];
  if (!step) return null;
  return (
    <div className="document lessons">
      <article className="stack gap-3 lesson">
        <header className="stack gap-1">
          <h1>{title}</h1>
          <p className="quiet size-1">
            Step {at + 1} of {steps.length}. Keys ← and → go from step to step.
          </p>
        </header>
        <h2 ref={heading} tabIndex={-1}>
          {at + 1}. {step.title}
        </h2>
        <step.Step
          key={at}
          guesses={guesses}
          onGuess={(question, guess) => setGuesses({ ...guesses, [question]: guess })}
        />
        <footer className="row between lesson-foot">
          <Button variant="soft" color="gray" aria-disabled={at === 0} onClick={() => go(at - 1)}>
            <ChevronLeft size={15} aria-hidden /> Back
          </Button>
          {at === steps.length - 1 ? (
            <a href={formatRoute(featureRoute('lessons'))}>All lessons</a>
          ) : (
            <Button onClick={() => go(at + 1)}>
              Next <ChevronRight size={15} aria-hidden />
            </Button>
          )}
        </footer>
      </article>
    </div>
  );
}
