// What the agents do now: up to eight rooms as they are played; before training, eight that wait, or those
// of the recorded run.
import { memo, Suspense, useDeferredValue, useMemo } from 'react';
import { cardOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld, problemsOf, worldsOf } from '../../../learning/config/worlds';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import { picturesOf } from '../../../learning/environments/players';
import { worldSeed } from '../../../learning/environments/splits';
import type { PlayedBoard } from '../../../learning/rollouts/play-settings';
import { Place } from '../../features';
import { Board } from '../../parts/board';
import { counted, measuredOn } from '../../parts/format';
import { Bubble, SeenBy, useSeenBy } from '../../parts/players';
import { useMedia } from '../../stores/appearance-store';
import { configFrom, useSetup } from '../../stores/setup-store';
import { computesOnProcessor, shownRun, useTrainer } from '../../stores/trainer-store';
import { environmentById, useWorldsOf } from '../../stores/worlds';
import { Quiet } from './quiet';
import { RecordedNow, Sight } from './run-parts';
import { measuredTeam, Stages } from './stages';
import { useRecordedOnShow, useShowsRecorded } from './use-recorded';

export function Now() {
  const recorded = useRecordedOnShow();
  if (!recorded) return <OwnNow />;
  return (
    <>
      <Suspense fallback={<OwnNow />}>
        <RecordedNow key={recorded.tree.step} {...recorded} />
      </Suspense>
      <Quiet />
      <Place name="now" run={recorded.run.view} />
    </>
  );
}

/** While the recorded run is on its way, everything has the place that it will have. */
function OwnNow() {
  const awaits = useShowsRecorded();
  const run = useTrainer(shownRun);
  const boards = useTrainer((state) => (state.opened ? none : state.boards));
  const waiting = useWaitingRooms(run?.config);
  const config = useConfig(run?.config);
  const card = cardOf(firstWorld(config).environment, config.definitions);
  const waitingBehind = useTrainer((state) => (state.opened ? undefined : state.waiting));
  const software = useTrainer(computesOnProcessor);
  const glideMs = useMedia('(prefers-reduced-motion: reduce)') || software ? 0 : 180; // frames would slow the run
  const stage = useTrainer((state) => (state.opened ? undefined : state.stage));
  const measured = run && stage?.stage === 'evaluate' ? measuredTeam(stage, run) : undefined;
  const inPlay = stage?.stage === 'play';
  const playing = boards.length > 0;
  const solved = boards.filter((board) => board.solved).length;
  const worlds = new Set(worldsOf(config).map(({ environment }) => environment));
  const shown = (playing ? boards : waiting).filter(({ environment }) => worlds.has(environment)); // of no world chosen before
  return (
    <>
      <header className={awaits ? 'now-head row gap-3' : 'baseline flex gap-3'}>
        <h2 id="now-title">Now</h2>
        <p className="quiet">
          {playing
            ? `${boards.length} ${card.problem}s ${inPlay ? 'in play' : 'as they were left'}, ${solved} solved`
            : run
              ? measured
                ? `${measured} is measured on ${measuredOn(card)}`
                : 'nothing is being played'
              : `the first ${counted(waiting.length, `${card.problem}s`)} of training`}
        </p>
      </header>
      <SeenBy look={card} />
      {run && <Stages />}
      {waitingBehind && run && (
        <Suspense fallback={null}>
          <Sight run={run} waiting={waitingBehind} />
        </Suspense>
      )}
      <ul
        className="now-boards"
        data-recorded={awaits || undefined}
        aria-label={playing ? `${card.problem}s being played` : `${card.problem}s waiting`}
      >
        {shown.map((board, index) => (
          <NowBoard
            // biome-ignore lint/suspicious/noArrayIndexKey: a place keeps its room, so that pieces glide
            key={index}
            board={board}
            index={index}
            card={cardOf(board.environment, config.definitions)}
            playing={playing}
            glideMs={glideMs}
          />
        ))}
      </ul>
      {awaits && <div className="now-said" />}
      <Quiet />
      {run && <Place name="now" run={run} />}
    </>
  );
}

const none: readonly PlayedBoard[] = [];

interface NowBoardProps {
  readonly board: PlayedBoard;
  readonly index: number;
  readonly card: EnvironmentCard;
  readonly playing: boolean;
  readonly glideMs: number;
}

const NowBoard = memo(function NowBoard({ board, index, card, playing, glideMs }: NowBoardProps) {
  const state = board.solved ? 'solved' : `turn ${board.turn}`;
  const seenBy = useSeenBy(card);
  const speaker = card.players?.find(({ id }) => id === board.said?.player);
  return (
    <li className="stack gap-0">
      <Board
        picture={board.seen?.[seenBy?.id ?? ''] ?? board.picture}
        look={card}
        size={140}
        label={`${card.problem} ${index + 1}${seenBy ? `, seen by the ${seenBy.name}` : ''}`}
        solved={board.solved}
        glideMs={glideMs}
      />
      {board.said && speaker && <Bubble player={speaker} words={board.said.words.trim()} />}
      <span className={board.solved ? 'accent strong size-1' : 'note'}>{playing ? state : '\u00a0'}</span>
    </li>
  );
}, sameBoard);

/** Events bring fresh objects several times a second: a room that stands still is not drawn again. */
function sameBoard(a: NowBoardProps, b: NowBoardProps): boolean {
  return (
    a.playing === b.playing &&
    a.glideMs === b.glideMs &&
    a.board.environment === b.board.environment &&
    a.board.solved === b.board.solved &&
    a.board.turn === b.board.turn &&
    drawn(a) === drawn(b)
  );
}

function drawn({ board: { picture, seen, said } }: NowBoardProps): string {
  return [picture, ...Object.values(seen ?? {}), [said?.words]].map((lines) => lines.join('\n')).join('\n\n');
}

function useConfig(shown: RunConfig | undefined): RunConfig {
  const setup = useSetup((state) => state);
  return useMemo(() => shown ?? configFrom(setup), [shown, setup]);
}

/** The first eight training problems of this configuration; while a setting is being typed, the last ones that could be
 *  made. */
function useWaitingRooms(shown: RunConfig | undefined): readonly PlayedBoard[] {
  const config = useConfig(shown);
  const read = useWorldsOf(config);
  const { worlds, definitions } = config;
  const key = useDeferredValue(JSON.stringify({ worlds, definitions }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read meanwhile can be drawn
  return useMemo(() => {
    try {
      return waitingIn({ ...config, ...(JSON.parse(key) as Pick<RunConfig, 'worlds' | 'definitions'>) });
    } catch {
      return []; // such rooms cannot be made: Setup says why
    }
  }, [key, read]);
}

const roomsShown = 8;

/** Of several worlds, each in its share. */
function waitingIn(config: RunConfig): readonly PlayedBoard[] {
  return problemsOf(config, roomsShown).flatMap(({ environment, environmentSettings, count }) => {
    const world = environmentById(environment, config.definitions);
    return Array.from({ length: count }, (_, index) => {
      const state = world.start(worldSeed('train', index), environmentSettings);
      const seen = picturesOf(world, state);
      return { environment, picture: world.picture(state), solved: false, turn: 1, ...(seen ? { seen } : {}) };
    });
  });
}
