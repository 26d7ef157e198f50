// One team's game of the room, walked through answer by answer: the board as it is at that moment, and what each role
// wrote.
import { Badge, Spinner } from '@radix-ui/themes';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import { Board } from '../../parts/board';
import { FramesPlayer } from '../../parts/board-frames';
import type { Look } from '../../parts/board-pieces';
import { Bubble, heardBefore, lastSeen, messageOf, useSeenBy } from '../../parts/players';
import { roleStyle, roleVariable } from '../../parts/roles';
import { type ChainStep, chainOf, endInWords } from './chain';

/** How far a team's game is. */
export type TeamState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'playing' }
  | { readonly kind: 'played'; readonly world: WorldRecord }
  | { readonly kind: 'failed'; readonly reason: string };

interface TeamGameProps {
  readonly name: string;
  /** Which team exactly, below the name. */
  readonly aside: ReactNode;
  readonly state: TeamState;
  readonly start: readonly string[];
  readonly look: Look;
  /** "room", "map". */
  readonly problem: string;
  readonly size: number;
  /** Answers shown so far; 0 is the start. */
  readonly at: number;
  readonly onAt: (at: number) => void;
  /** Instead of a game, when this team cannot play. */
  readonly instead?: ReactNode;
}

export function TeamGame({ name, aside, state, start, look, problem, size, at, onAt, instead }: TeamGameProps) {
  const world = state.kind === 'played' ? state.world : undefined;
  const steps = world ? chainOf(world) : [];
  const shown = Math.min(at, steps.length);
  const ended = world && shown === steps.length;
  return (
    <section className="play-team stack gap-3 panel card slim pad-3" aria-label={name}>
      <div className="between flex top">
        <div>
          <h2>{name}</h2>
          <span className="quiet">{aside}</span>
        </div>
        {ended && <Badge color={world.solved ? 'jade' : 'gray'}>{endInWords(world, look)}</Badge>}
      </div>
      {instead ?? (
        <>
          <div className="grid gap-3 centred">
            <TeamBoard world={world} steps={steps} shown={shown} start={start} look={look} size={size} name={name} />
            {state.kind === 'playing' && (
              <p className="quiet" role="status">
                <Spinner size="1" /> The team is playing
              </p>
            )}
            {state.kind === 'failed' && <p className="bad">{state.reason}</p>}
            {state.kind === 'waiting' && <p className="quiet">Has not played this {problem} yet.</p>}
          </div>
          {world && <Transcript steps={steps} look={look} shown={shown} onAt={onAt} />}
        </>
      )}
    </section>
  );
}

interface TeamBoardProps {
  readonly world: WorldRecord | undefined;
  readonly steps: readonly ChainStep[];
  readonly shown: number;
  readonly start: readonly string[];
  readonly look: Look;
  readonly size: number;
  readonly name: string;
}

function TeamBoard({ world, steps, shown, start, look, size, name }: TeamBoardProps) {
  const seenBy = useSeenBy(look);
  const step = steps[shown - 1];
  if (!world || !step)
    return <Board picture={seenBy || !world ? start : world.start} look={look} size={size} label={`${name}, start`} />;
  const groups = steps.map(({ group }) => group);
  const said = messageOf(look, step.group) ?? heardBefore(look, groups, shown - 1);
  const bubble = said && <Bubble {...said} />;
  if (seenBy) {
    const answered = step.group.player === seenBy.id && said?.player !== seenBy; // what it did of what it saw
    const view = lastSeen(groups, shown - 1, seenBy.id);
    const label = `${name}, seen by the ${seenBy.name} ${view ? `in turn ${view.turn}` : 'at the start'}`;
    return (
      <div>
        <Board picture={view?.picture ?? start} look={look} size={size} label={label} />
        {bubble}
        {answered && <Bubble player={seenBy} words={step.answer.moves.trim()} />}
      </div>
    );
  }
  return (
    <div className="play-film relative" data-preview={step.preview || undefined}>
      <FramesPlayer
        key={shown}
        start={step.group.before}
        frames={step.answer.frames}
        look={look}
        size={size}
        label={`${name}, turn ${step.group.turn}, ${step.group.role} role${step.preview ? ', preview' : ''}`}
        solved={step.answer.solved && !step.preview}
        playing
        onPlayingChange={() => {}}
        bare
        loops={false}
        moveMs={200}
      />
      {step.preview && (
        <Badge color="gray" variant="solid" highContrast>
          preview
        </Badge>
      )}
      {bubble}
    </div>
  );
}

function Transcript({
  steps,
  look,
  shown,
  onAt,
}: {
  readonly steps: readonly ChainStep[];
  readonly look: Look;
  readonly shown: number;
  readonly onAt: (at: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.children[shown - 1];
    if (item instanceof HTMLElement && list.current) list.current.scrollTop = item.offsetTop - 40;
  }, [shown]);
  return (
    <ol className="play-transcript stack gap-1 scroll relative grow" ref={list}>
      {steps.map((step, index) => (
        <li
          key={`${step.group.turn} ${step.group.role}`}
          style={roleVariable(step.group.role)}
          data-later={index >= shown || undefined}
        >
          <button
            type="button"
            className="stack gap-0 full pad-2 size-1 ink"
            onClick={() => onAt(index + 1)}
            aria-current={index === shown - 1 ? 'step' : undefined}
          >
            <span className="quiet">
              {roleStyle(step.group.role).label}, turn {step.group.turn}
            </span>
            <Said step={step} look={look} />
            <span className="quiet">{step.answer.why}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Said({ step: { group, answer }, look }: { readonly step: ChainStep; readonly look: Look }) {
  const message = messageOf(look, group);
  return message ? <Bubble {...message} /> : <code className="mono break">{answer.text || '(nothing)'}</code>;
}
