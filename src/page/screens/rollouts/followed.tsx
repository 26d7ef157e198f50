// What the others answered to a branch while its worth was found out (credit that looks ahead): each answer with what
// came of it; folded what follows silence, and the role's answer to another problem, where those were played.
import { type ReactNode, useState } from 'react';
import type { BranchRecord, FollowedPlay, GroupRecord } from '../../../learning/rollouts/transcript';
import { Fold } from '../../parts/fold';
import { counted, fixed } from '../../parts/format';
import { roleStyle, roleVariable } from '../../parts/roles';
import { changedInWords, equalPlays, worthInWords } from './followed-reading';
import { answerInWords } from './what-if-reading';
import './followed.css';

interface FollowedProps {
  readonly group: Pick<GroupRecord, 'baseline' | 'elsewhere'>;
  readonly branch: Pick<BranchRecord, 'followed' | 'terms'>;
}

/** Texts up to this length stand in a line; longer ones unfold. */
const line = 36;

export function Followed({ group: { baseline, elsewhere }, branch }: FollowedProps) {
  const { followed } = branch;
  if (!followed || followed.length === 0) return null;
  return (
    <div className="stack gap-1">
      <p className="quiet size-1">
        Look-ahead credit: before one answer goes on, the others’ answers to each are tried out, to see what it is worth
        to the team. These plays train nothing.
      </p>
      <Plays followed={followed} />
      <p>{worthInWords(branch, baseline)}</p>
      {baseline && (
        <Unfold line="Plays after silence">
          <Plays followed={baseline} />
        </Unfold>
      )}
      {elsewhere && (
        <>
          <p>{changedInWords(branch, elsewhere)}</p>
          <Unfold line={`Plays after ${answerInWords(elsewhere.text)}`}>
            <Plays followed={elsewhere.followed} />
          </Unfold>
        </>
      )}
    </div>
  );
}

function Plays({ followed }: { readonly followed: readonly FollowedPlay[] }) {
  return (
    <ul className="followed stack gap-1">
      {equalPlays(followed).map(({ count, answers, team, solved }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: kinds of plays are named by their place
        <li key={index} className="flex">
          <span className="quiet" title={counted(count, 'plays')}>
            {count} ×
          </span>
          <div className="stack gap-1 fill slim">
            {answers.length === 0 && <span className="quiet">nobody: it was over</span>}
            {answers.map(({ role, text, moves }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers are named by their place
              <div key={place} className="slim" style={roleVariable(role)}>
                {answers.length > 1 && (
                  <span className="quiet size-1">
                    <i className="followed-dot" aria-hidden /> {roleStyle(role).label}{' '}
                  </span>
                )}
                <Said text={text} />
                {moves === '' && text.trim() !== '' && <span className="quiet size-1"> cannot be read</span>}
              </div>
            ))}
          </div>
          <span className="nowrap">
            team {fixed(team, 2)}
            {solved ? <b> ✓ solved</b> : <span className="quiet"> not solved</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Said({ text }: { readonly text: string }) {
  const said = answerInWords(text);
  if (text.trim().length <= line) return <code className="ink mono break">{said}</code>;
  return (
    <Unfold line={<code className="ink mono break">{said}</code>}>
      <pre className="mono break size-1 pad-2 pre">{text}</pre>
    </Unfold>
  );
}

/** Its button keeps Space and Enter, which are keys of the tree elsewhere. */
function Unfold({ line: shown, children }: { readonly line: ReactNode; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="stack gap-1">
      <Fold open={open} onOpen={setOpen}>
        {shown}
      </Fold>
      {open && children}
    </div>
  );
}
