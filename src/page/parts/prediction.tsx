// A question before something is revealed: whoever has guessed reads on more closely. It can be skipped.
import { Button } from '@radix-ui/themes';
import { type ReactNode, useEffect, useRef } from 'react';
import './prediction.css';

export interface Choice {
  readonly label: string;
  /** What it stands for, shown beside the label as code. */
  readonly said?: string;
  readonly right: boolean;
}

export interface Prediction {
  readonly question: string;
  readonly choices: readonly Choice[];
  /** One or two sentences. */
  readonly why: string;
}

/** Index of the choice, or that it was skipped. */
export type Guess = number | 'skipped';

interface PredictedProps {
  readonly prediction: Prediction;
  /** By question: which choice was made. */
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly onGuess: (question: string, guess: Guess) => void;
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
      <p className="prediction-verdict" tabIndex={-1} ref={verdict} data-right={right || undefined}>
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
    <fieldset className="prediction-question">
      <legend className="strong">What do you think? {question}</legend>
      <div className="prediction-choices">
        {choices.map(({ label, said }, index) => (
          <Button key={label} variant="surface" color="gray" highContrast onClick={() => onGuess(question, index)}>
            {said === undefined ? label : `${label}:`}
            {said !== undefined && <code className="mono cut">{said}</code>}
          </Button>
        ))}
        <Button variant="ghost" className="prediction-skip" onClick={() => onGuess(question, 'skipped')}>
          Show me
        </Button>
      </div>
    </fieldset>
  );
}
