// A question before a stop is revealed: whoever has guessed reads on more closely. It can be skipped.
import { Button } from '@radix-ui/themes';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RunView } from '../../../page/stores/run-view';
import type { Prediction } from './predictions';
import type { Tour } from './tour';

export interface StopProps {
  readonly run: RunView;
  readonly tour: Tour;
  /** By question: which choice was made. */
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly onGuess: (question: string, guess: Guess) => void;
}

/** Index of the choice, or that it was skipped. */
export type Guess = number | 'skipped';

interface PredictedProps extends Pick<StopProps, 'guesses' | 'onGuess'> {
  readonly prediction: Prediction;
  /** What is revealed. */
  readonly children: ReactNode;
}

export function Predicted({ prediction, guesses, onGuess, children }: PredictedProps) {
  const guess = guesses[prediction.question];
  const verdict = useRef<HTMLParagraphElement>(null);
  const asked = useRef(guess === undefined);
  useEffect(() => {
    // the button that had the focus is gone
    if (guess !== undefined && asked.current) verdict.current?.focus({ preventScroll: true });
  }, [guess]);
  if (guess === undefined) return <Question prediction={prediction} onGuess={onGuess} />;
  const right = guess !== 'skipped' && prediction.choices[guess]?.right;
  return (
    <>
      <p className="slow-step-verdict" tabIndex={-1} ref={verdict} data-right={right || undefined}>
        {guess !== 'skipped' && <b>{right ? 'Right. ' : 'Not quite. '}</b>}
        {prediction.why}
      </p>
      {children}
    </>
  );
}

function Question({ prediction, onGuess }: Pick<PredictedProps, 'prediction' | 'onGuess'>) {
  const { question, choices } = prediction;
  return (
    <fieldset className="slow-step-question">
      <legend className="strong">What do you think? {question}</legend>
      <div className="slow-step-choices">
        {choices.map(({ label, answer }, index) => (
          <Button key={label} variant="surface" color="gray" highContrast onClick={() => onGuess(question, index)}>
            {answer ? `${label}:` : label}
            {answer && <code className="mono cut">{answer.record.text.trim() || '(nothing)'}</code>}
          </Button>
        ))}
        <Button variant="ghost" className="slow-step-skip" onClick={() => onGuess(question, 'skipped')}>
          Show me
        </Button>
      </div>
    </fieldset>
  );
}
