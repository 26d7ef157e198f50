// The board before an answer and what the answer does to it, move by move.
import { ArrowRight } from 'lucide-react';
import { memo } from 'react';
import { isProposal } from '../../../learning/rollouts/term-names';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../parts/board';
import { FramesPlayer } from '../../parts/board-frames';
import type { Look } from '../../parts/board-pieces';
import { fixed } from '../../parts/format';
import { Bubble, heardBefore, lastSeen, messageOf, SeenBy, useSeenBy } from '../../parts/players';

interface BoardStripProps {
  /** Names the node: another node is another film. */
  readonly name: string;
  readonly world: WorldRecord;
  /** Of the world, from 0. */
  readonly group: number;
  readonly branch: number;
  readonly look: Look;
  readonly size: number;
  readonly playing: boolean;
  readonly onPlayingChange: (playing: boolean) => void;
}

export const BoardStrip = memo(function BoardStrip({
  name,
  world: { groups },
  group: index,
  branch: branchIndex,
  look,
  size,
  playing,
  onPlayingChange,
}: BoardStripProps) {
  const seenBy = useSeenBy(look);
  const group = groups[index];
  const branch = group?.branches[branchIndex];
  if (!group || !branch) return null;
  const preview = isProposal(branch);
  const isText = look.form === 'text';
  const view = seenBy && lastSeen(groups, index, seenBy.id);
  const heard = heardBefore(look, groups, index);
  const message = messageOf(look, group, branchIndex);
  return (
    <div className="stack">
      <SeenBy look={look} />
      <div className="rollouts-strip top flex gap-3" data-text={isText || undefined}>
        <figure className="stack slim" style={isText ? undefined : { maxWidth: size }}>
          <Board picture={view?.picture ?? group.before} look={look} size={size} label="before" />
          {heard && <Bubble {...heard} />}
          <figcaption className="note center">
            before{seenBy && `, ${view ? `seen by the ${seenBy.name} in turn ${view.turn}` : 'seen by everyone: '}`}
            {seenBy && !view && `the ${seenBy.name} was not asked yet`}
          </figcaption>
        </figure>
        <ArrowRight className="rollouts-strip-arrow" size={18} aria-hidden />
        <FramesPlayer
          key={name}
          start={group.before}
          frames={branch.frames}
          look={look}
          size={size}
          label={preview ? 'what the program would do' : seenBy ? 'after, seen by everyone' : 'after'}
          solved={branch.solved}
          playing={playing}
          onPlayingChange={onPlayingChange}
          caption={(frame) => (
            <div className="rollouts-strip-text stack gap-1 fill">
              {message ? (
                <Bubble {...message} />
              ) : isText ? (
                <Answer text={branch.moves} />
              ) : (
                <>
                  <span className="quiet">{preview ? 'Its program would move' : 'Its moves'}</span>
                  <Moves moves={branch.moves} frame={frame} frames={branch.frames.length} />
                </>
              )}
              <span>{capitalised(branch.why)}.</span>
              {preview && !isText && <span className="quiet">A preview: only the plan role changes the room.</span>}
              <span className="quiet rollouts-earned">
                Earned {fixed(branch.reward, 2)}
                {branch.excess > 0 ? `, ${branch.excess} moves over the budget were not carried out` : ''}.
              </span>
            </div>
          )}
        />
      </div>
    </div>
  );
});

/** In a world of texts: what was handed in, line by line. */
function Answer({ text }: { readonly text: string }) {
  return (
    <>
      <span className="quiet">Its answer</span>
      <code className="scroll ink mono break size-2 pre">{text === '' ? 'none that can be read' : text}</code>
    </>
  );
}

function Moves({ moves, frame, frames }: { readonly moves: string; readonly frame: number; readonly frames: number }) {
  if (moves === '') return <code className="rollouts-moves ink mono break size-4">no moves</code>;
  const letters = [...moves.replaceAll(/[^A-Za-z]/g, '')];
  if (letters.length < frames) return <code className="rollouts-moves ink mono break size-4">{moves}</code>;
  return (
    <code className="rollouts-moves ink mono break size-4">
      {letters.map((letter, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: moves are named by their place
          key={index}
          data-state={index >= frames ? 'excess' : index === frame - 1 ? 'now' : index < frame ? 'done' : undefined}
        >
          {letter}
        </span>
      ))}
    </code>
  );
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
