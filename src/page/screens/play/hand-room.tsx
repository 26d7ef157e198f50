// The room that a person plays: keys are read by the screen, here are the board, swipes, buttons and the count.
import { Button, Spinner } from '@radix-ui/themes';
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Lightbulb,
  RotateCcw,
  SkipForward,
  Undo2,
  Users,
  VolumeX,
} from 'lucide-react';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { worldOf } from '../../../learning/environments/players';
import { Act } from '../../parts/act';
import { Board } from '../../parts/board';
import { BoardTargets } from '../../parts/board-targets';
import { Bubble } from '../../parts/players';
import {
  alphabetOf,
  type Direction,
  formOf,
  type HandGame,
  type HandWish,
  isOver,
  isWaiting,
  isWalked,
  lastOfOthers,
  mayHandOver,
  movesInWords,
  movesMade,
  picksOf,
  present,
  standing,
  swipeDirection,
  targetsOf,
  valuesOf,
} from './hand-play';
import type { Room } from './rooms';
import { SayMoves } from './say-moves';
import { SayProgram } from './say-program';
import { Solution } from './solution';

interface HandRoomProps {
  readonly room: Room;
  readonly game: HandGame;
  readonly size: number;
  readonly onWish: (wish: HandWish) => void;
  /** The last answer is being run. */
  readonly judging: boolean;
  /** The solver's way is on show instead of the person's. */
  readonly solving: boolean;
  readonly onSolving: (solving: boolean) => void;
  /** Of the part one plays, where there are several players. */
  readonly choice?: ReactNode;
  /** Why the partner does not answer. */
  readonly unanswered?: string | undefined;
}

const takeBacks = [
  { kind: 'undo', name: 'Undo', Icon: Undo2, key: 'U' },
  { kind: 'restart', name: 'Restart', Icon: RotateCcw, key: 'R' },
] as const;

export function HandRoom(props: HandRoomProps) {
  const { room, game, size, onWish, judging, solving, onSolving, choice, unanswered } = props;
  const { solution, solutionMoves } = room;
  const environment = ownWorld(game);
  const { problem } = environment.card;
  const solved = isOver(game);
  const waiting = isWaiting(game);
  const made = movesMade(game);
  const walked = isWalked(environment);
  const chosen = environment.byHand?.kind === 'choose';
  const values = valuesOf(game);
  const form = formOf(game);
  const shown = solving ? solution : undefined;
  const say = (words: string) => onWish({ kind: 'say', words });
  return (
    <section className="play-hand stack gap-3 panel" aria-label="You">
      <div className="baseline between flex">
        <h2>You</h2>
        <span className="quiet">
          <b>{movesInWords(made)}</b>
          {solutionMoves !== undefined && ` · solver ${solutionMoves}`}
        </span>
      </div>
      {choice}
      {shown !== undefined ? (
        <Solution room={room} solution={shown} size={size} bare playing loops />
      ) : (
        <HandBoard key={room.seed} game={game} size={size} label={`your ${problem}`} onWish={onWish} />
      )}
      <LastOfOthers game={game} />
      <p className="play-standing ink break" aria-live="polite">
        {(judging || (waiting && unanswered === undefined)) && (
          <>
            <Spinner size="1" />{' '}
          </>
        )}
        {waiting && shown === undefined
          ? (unanswered ?? 'Your partner is answering …')
          : handInWords({ room, game, judging, shown })}
      </p>
      {!walked && !solving && !solved && !waiting && (
        <div className="wrap flex">
          {values.map((value) => (
            <Button key={value} size="2" variant="soft" onClick={() => onWish({ kind: 'value', value })}>
              {value}
            </Button>
          ))}
          {picksOf(game).map(({ name, words }) => (
            <Button key={words} size={chosen ? '2' : '1'} variant="soft" onClick={() => say(words)}>
              {name}
            </Button>
          ))}
          {form?.begins !== undefined ? (
            <SayProgram key={room.seed} environment={environment} form={form} judging={judging} onSay={say} />
          ) : (
            !chosen && <SayMoves environment={environment} alphabet={alphabetOf(game)} form={form} onSay={say} />
          )}
        </div>
      )}
      <div className="row gap-4">
        {walked && <Pad onMove={(direction) => onWish({ kind: 'say', words: direction })} />}
        <div className="play-buttons stack grow">
          {mayHandOver(game) && (
            <Button
              size="1"
              variant={walked ? 'solid' : 'soft'}
              disabled={solved || waiting}
              onClick={() => onWish({ kind: 'hand-over' })}
            >
              {walked ? <Users size={14} /> : <VolumeX size={14} />} {walked ? 'Hand over' : 'Say nothing'} <kbd>H</kbd>
            </Button>
          )}
          {takeBacks.map(({ kind, name, Icon, key }) => (
            <Button
              key={kind}
              size="1"
              variant="soft"
              color="gray"
              disabled={game.answers.length === 0}
              onClick={() => onWish({ kind })}
            >
              <Icon size={14} /> {name} <kbd>{key}</kbd>
            </Button>
          ))}
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
            <Lightbulb size={14} />{' '}
            {solution === undefined ? 'No solution known' : solving ? 'Hide the solution' : 'Show a solution'}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** As the person meets it. */
function ownWorld({ world, part, mover }: HandGame) {
  return worldOf(world, part.mine ?? mover?.player);
}

/** What the one whose move it is has heard, or is told of the others. */
function LastOfOthers({ game }: Pick<HandRoomProps, 'game'>) {
  const last = lastOfOthers(game);
  const player = game.world.card.players?.find(({ id }) => id === last?.by.player);
  return last && player ? <Bubble player={player} words={last.words.trim()} /> : null;
}

function handInWords({
  room: { environment, solutionMoves },
  game,
  judging,
  shown,
}: Pick<HandRoomProps, 'room' | 'game' | 'judging'> & { readonly shown: string | undefined }): string {
  if (judging) return 'Running it …';
  if (shown === undefined) return standing(game, solutionMoves);
  return environment.programs ? 'What the solver hands in.' : `The solver’s way: ${shown}`;
}

interface HandBoardProps {
  readonly game: HandGame;
  readonly size: number;
  readonly label: string;
  readonly onWish: (wish: HandWish) => void;
}

/** The board as it stands: swiped where one walks, else with the cells one can point at. */
function HandBoard({ game, size, label, onWish }: HandBoardProps) {
  const { environment, world } = game;
  const { symbols } = environment.card;
  const picture = (isOver(game) ? world : ownWorld(game)).picture(present(game));
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const board = (
    <Board
      picture={picture}
      look={environment.card}
      size={size}
      label={label}
      solved={environment.solved(present(game))}
      glideMs={110}
    />
  );
  if (environment.card.form === 'text') return board;
  if (!isWalked(environment)) {
    const columns = Math.max(0, ...picture.map((line) => [...line].length));
    return (
      <BoardTargets
        rows={picture.length}
        columns={columns}
        targets={targetsOf(game)}
        picked={game.picked}
        label="Cells for your next move"
        nameOf={({ row, column }) => symbols[[...(picture[row] ?? '')][column] ?? '']?.name ?? ''}
        onPoint={(cell) => onWish({ kind: 'point', cell })}
      >
        {board}
      </BoardTargets>
    );
  }
  return (
    <div
      className="play-swipe"
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const start = from.current;
        from.current = undefined;
        const direction = start && swipeDirection(event.clientX - start.x, event.clientY - start.y);
        if (direction) onWish({ kind: 'say', words: direction });
      }}
      onPointerCancel={() => {
        from.current = undefined;
      }}
    >
      {board}
    </div>
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
    <div className="play-pad gap-1" role="group" aria-label="Move">
      {arrows.map(([direction, name, Arrow]) => (
        <Act
          key={direction}
          size="2"
          name={`Move ${name}`}
          Icon={Arrow}
          style={{ gridArea: name }}
          onClick={() => onMove(direction)}
        />
      ))}
    </div>
  );
}
