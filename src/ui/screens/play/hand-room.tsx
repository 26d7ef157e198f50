// The room that a person plays: keys are read by the screen, here are the board, swipes, buttons and the count.
import { Button, IconButton } from '@radix-ui/themes';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Lightbulb, RotateCcw, SkipForward, Undo2 } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { Board } from '../../parts/board';
import { FramesPlayer } from '../../parts/board-frames';
import { type Direction, type HandGame, type HandWish, movesInWords, present, standing, swipeDirection } from './hand-play';
import type { Room } from './rooms';

interface HandRoomProps {
  readonly room: Room;
  readonly game: HandGame;
  readonly size: number;
  readonly onWish: (wish: HandWish) => void;
  /** The solver's way is on show instead of the person's. */
  readonly solving: boolean;
  readonly onSolving: (solving: boolean) => void;
}

export function HandRoom({ room, game, size, onWish, solving, onSolving }: HandRoomProps) {
  const { environment, solution } = room;
  const { symbols, problem } = environment.card;
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const solved = environment.solved(present(game));
  const swipe = (event: PointerEvent) => {
    const start = from.current;
    from.current = undefined;
    const direction = start && swipeDirection(event.clientX - start.x, event.clientY - start.y);
    if (direction) onWish({ kind: 'move', direction });
  };
  return (
    <section className="play-hand" aria-label="You">
      <div className="play-hand-head">
        <h2>You</h2>
        <span className="quiet">
          <b>{movesInWords(game.moves.length)}</b>
          {solution !== undefined && ` · solver ${solution.length}`}
        </span>
      </div>
      {solving && solution !== undefined ? (
        <FramesPlayer
          start={environment.picture(room.start)}
          frames={environment.act(room.start, environment.wording.read(solution), solution.length).frames}
          symbols={symbols}
          size={size}
          label={`the solver's way through the ${problem}`}
          solved
          bare
          playing
          loops
        />
      ) : (
        <div
          className="play-swipe"
          onPointerDown={(event) => {
            from.current = { x: event.clientX, y: event.clientY };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerUp={swipe}
          onPointerCancel={() => {
            from.current = undefined;
          }}
        >
          <Board
            key={room.seed}
            picture={environment.picture(present(game))}
            symbols={symbols}
            size={size}
            label={`your ${problem}`}
            solved={solved}
            glideMs={110}
          />
        </div>
      )}
      <p className="play-standing" aria-live="polite">
        {solving && solution !== undefined ? `The solver’s way: ${solution}` : standing(game, solution?.length)}
      </p>
      <div className="play-controls">
        <Pad onMove={(direction) => onWish({ kind: 'move', direction })} />
        <div className="play-buttons">
          <Button size="1" variant="soft" color="gray" disabled={game.moves === ''} onClick={() => onWish({ kind: 'undo' })}>
            <Undo2 size={14} /> Undo <kbd>U</kbd>
          </Button>
          <Button size="1" variant="soft" color="gray" disabled={game.moves === ''} onClick={() => onWish({ kind: 'restart' })}>
            <RotateCcw size={14} /> Restart <kbd>R</kbd>
          </Button>
          <Button
            size="1"
            variant={solved ? 'solid' : 'soft'}
            color={solved ? undefined : 'gray'}
            onClick={() => onWish({ kind: 'next' })}
          >
            <SkipForward size={14} /> Next {problem} <kbd>N</kbd>
          </Button>
          <Button
            size="1"
            variant="soft"
            color="gray"
            aria-pressed={solving}
            disabled={solution === undefined}
            onClick={() => onSolving(!solving)}
          >
            <Lightbulb size={14} /> {solving ? 'Hide the solution' : 'Show a solution'}
          </Button>
        </div>
      </div>
    </section>
  );
}

const arrows = [
  ['U', 'up', ArrowUp],
  ['L', 'left', ArrowLeft],
  ['D', 'down', ArrowDown],
  ['R', 'right', ArrowRight],
] as const;

function Pad({ onMove }: { readonly onMove: (direction: Direction) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: four buttons are no form
    <div className="play-pad" role="group" aria-label="Move">
      {arrows.map(([direction, name, Arrow]) => (
        <IconButton
          key={direction}
          variant="soft"
          color="gray"
          size="2"
          aria-label={`Move ${name}`}
          style={{ gridArea: name }}
          onClick={() => onMove(direction)}
        >
          <Arrow size={16} />
        </IconButton>
      ))}
    </div>
  );
}
