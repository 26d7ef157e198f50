// One of the different answers in a row: its name, what it said and what that did.
import type { Answer } from '../../../learning/rollouts/telling-group';
import type { BranchRecord } from '../../../learning/rollouts/transcript';
import { nameOf } from './predictions';

/** Its words, the moves they stand for where those are others, and what came of it. */
export function Said({ record }: { readonly record: BranchRecord }) {
  const { moves, why } = record;
  const text = record.text.trim();
  const did = [moves.trim() === text || moves === '' ? '' : `comes to ${moves}`, why].filter((part) => part !== '');
  return (
    <>
      <code className="slow-step-said mono ink break pre">{text || '(nothing)'}</code>
      {did.length > 0 && <span className="quiet size-1 block">{did.join(' · ')}</span>}
    </>
  );
}

/** How many of the K branches said it. */
export function Times({ answer, of }: { readonly answer: Answer; readonly of: number }) {
  const { length } = answer.branches;
  return (
    <span className="slow-step-times row wrap gap-1 size-1">
      <span className="row wrap slow-step-dots" aria-hidden>
        {answer.branches.map((branch) => (
          <i key={branch} />
        ))}
      </span>
      {length} of {of}
    </span>
  );
}

/** The name as a button that says which answer the formula shows. */
export function Chooser({
  answer,
  shown,
  onShow,
}: {
  readonly answer: Answer;
  readonly shown: boolean;
  readonly onShow: (answer: Answer) => void;
}) {
  return (
    <button type="button" className="slow-step-chooser nowrap" aria-pressed={shown} onClick={() => onShow(answer)}>
      {nameOf(answer)}
    </button>
  );
}
