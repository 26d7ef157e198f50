// Games of two: a move each in turn, rewards of their own (Z1). From the rules of one – whose move it is, what moves
// there are, what the end is worth – this makes a world in which each player has its view. An answer that is no move
// of this moment gives the game up: illegal play never pays. Rules know nothing of prompts; words are one token long.
import { present } from '../../../basics/check';
import { rngFrom } from '../../../basics/rng';
import {
  type ByHand,
  type Environment,
  type EnvironmentSettings,
  type ExactMeasure,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerId,
  type PlayerPart,
} from '../environment';
import { ofMover } from '../players';
import { cardOfGame, type GameFace } from './card';

/** The two players, in the order in which they begin. */
export type Side = 0 | 1;
export const sides: readonly Side[] = [0, 1];
export const other = (side: Side): Side => (side === 0 ? 1 : 0);

export interface GameState<Position> {
  readonly position: Position;
  /** Names the game's chance: positions at the beginning are few, games are not. */
  readonly game: number;
  /** Who gave up, by an answer that is no move. */
  readonly gaveUp?: Side;
}

export interface GameAction {
  readonly player: PlayerId;
  /** In words, " 5"; nothing where the answer names none. */
  readonly move?: string;
}

/** Chooses one of the legal moves. */
export type Script<Position> = (position: Position, random: () => number) => string;

export interface GameRules<Position> extends GameFace {
  start(seed: number, settings: EnvironmentSettings): Position;
  /** Undefined when the game is over. */
  mover(position: Position): Side | undefined;
  /** Of the mover, in words; none when the game is over. */
  moves(position: Position): readonly string[];
  play(position: Position, move: string): Position;
  /** In [0, 1], of a game that is over; 0.5 is even. */
  payoff(position: Position, side: Side): number;
  /** The same where `loser` gave up. */
  gaveUp(position: Position, side: Side, loser: Side): number;
  /** Whether the side came off as well as the game allows; default: at least even. */
  held?(position: Position, side: Side): boolean;
  /** What the side sees, in compact words, lines ended by "\n". */
  seen(position: Position, side: Side): string;
  /** For a spectator where no side is given. */
  picture(position: Position, side?: Side): Picture;
  /** What everybody is told of a move: "X takes 5". */
  told(position: Position, move: string): string;
  /** Another position that the side cannot tell from this one. */
  alike(position: Position, side: Side, random: () => number): Position;
  /** How a move is read: the word, as `moves` has them, without what stands around it. */
  readonly cue: string;
  readonly help: string;
  /** Players who need no model; the first plays best. */
  readonly scripts: Readonly<Record<string, Script<Position>>>;
  readonly byHand?: ByHand<GameState<Position>, GameAction>;
  readonly exact?: ExactMeasure<GameState<Position>>;
}

type World<Position> = Environment<GameState<Position>, GameAction>;

/** Every game can be played at random. */
const anyMove = <Position>({ moves }: Pick<GameRules<Position>, 'moves'>): Script<Position> => {
  return (position, random) => drawn(moves(position), random);
};

export const drawn = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

export function gameFrom<Position>(rules: GameRules<Position>): World<Position> {
  type State = GameState<Position>;
  const { id, players, cue, help } = rules;
  const title = 'map';
  const over = ({ position, gaveUp }: State) => gaveUp !== undefined || rules.mover(position) === undefined;
  /** Who has to move loses a game that is not finished: it is worth what giving up would be. */
  const worth = ({ position, gaveUp = rules.mover(position) }: State, side: Side) =>
    gaveUp === undefined ? rules.payoff(position, side) : rules.gaveUp(position, side, gaveUp);
  const finished = (state: State) => state.gaveUp === undefined && rules.mover(state.position) === undefined;
  const sideOf = (player: PlayerId): Side => (players[0].id === player ? 0 : 1);
  const moverOf = ({ position }: State): Side => rules.mover(position) ?? 0;
  const scripts: GameRules<Position>['scripts'] = { ...rules.scripts, random: anyMove(rules) };
  const [bestScript = anyMove(rules)] = Object.values(scripts);

  const read = (player: PlayerId, text: string): GameAction | undefined => {
    if (text === '') return { player };
    return /^ ?[A-Za-z0-9]$/.test(text) ? { player, move: text } : undefined;
  };
  const ended = (state: State, terms: Outcome<State>['terms'], why: string, excess: number): Outcome<State> => ({
    state,
    terms,
    solved: finished(state),
    done: over(state),
    why,
    frames: terms.legal > 0 ? [rules.picture(state.position)] : [],
    excess,
  });

  function act(state: State, action: GameAction, budget: number): Outcome<State> {
    const side = sideOf(action?.player);
    const nothing = (why: string) => ended(state, { team: worth(state, side), legal: 0, progress: 0 }, why, 0);
    if (over(state)) return nothing('the game is over');
    if (rules.mover(state.position) !== side) return nothing('it is not its move');
    const { move } = action;
    const mover = players[side].name;
    if (move === undefined || budget < 1 || !rules.moves(state.position).includes(move)) {
      const next = frozen({ ...state, gaveUp: side });
      const why = move === undefined ? 'named no move' : `${mover} cannot play${spaced(move)} here`;
      return ended(next, { team: worth(next, side), legal: 0, progress: 0 }, `${why}: gives up`, 0);
    }
    const next = frozen({ ...state, position: rules.play(state.position, move) });
    const terms = { team: worth(next, side), legal: 1, progress: 0 };
    return ended(next, terms, `${mover} ${rules.told(state.position, move)}`, 0);
  }

  const partOf = (side: Side): PlayerPart<State, GameAction> => {
    const player = players[side].id;
    const mayMove = (state: State) => !over(state) && rules.mover(state.position) === side;
    const describe = ({ position }: State) => rules.seen(position, side);
    const { byHand } = rules;
    return {
      legal: (state) => (mayMove(state) ? rules.moves(state.position).map((move) => ({ player, move })) : []),
      random: (state, _moves, random) => {
        const moves = rules.moves(state.position);
        return moves.length === 0 ? { player } : { player, move: drawn(moves, random) };
      },
      solve: (state) =>
        mayMove(state)
          ? { player, move: bestScript(state.position, rngFrom('solve', state.game, describe(state)).number) }
          : undefined,
      picture: ({ position }) => rules.picture(position, side),
      team: (_before, after) => worth(after, side),
      solved: (state) => finished(state) && (rules.held ?? even)(state.position, side),
      waits: (state) => !mayMove(state),
      scripts: Object.keys(scripts),
      script: (called, { position }, random) => ({
        player,
        move: present(
          scripts[called],
          `the world "${id}" has no script "${called}": it has ${Object.keys(scripts).join(', ')}`,
        )(position, random),
      }),
      ...(byHand ? { byHand } : {}),
      wording: {
        title,
        describe,
        describeAfter: describe,
        write: ({ move = '' }) => move,
        read: (text) => read(player, text),
        help,
        symbolsPerMove: 1,
        words: () => 1,
        cue,
      },
      alike: (state, random) => frozen({ ...state, position: rules.alike(state.position, side, random) }),
    };
  };
  const even = (position: Position, side: Side) => rules.payoff(position, side) >= 0.5;
  const parts = [partOf(0), partOf(1)] as const;
  const mover = (state: State) => parts[moverOf(state)];

  return {
    card: cardOfGame(rules),
    players: Object.fromEntries(sides.map((side) => [players[side].id, parts[side]])),
    start: (seed, settings) => frozen({ position: rules.start(seed, settings), game: seed }),
    canonical: ({ position, game }) => `${rules.picture(position).join('\n')}\ngame ${game}`,
    act,
    solved: finished,
    remaining: (state) => (finished(state) ? 0 : over(state) ? Number.POSITIVE_INFINITY : 1),
    estimated: () => true,
    ...ofMover(mover),
    picture: ({ position }) => rules.picture(position),
    wording: {
      title,
      describe: ({ position }) => `${rules.picture(position).join('\n')}\n`,
      describeAfter: ({ position }) => `${rules.picture(position).join('\n')}\n`,
      write: ({ move = '' }) => move,
      read: (text) => read(players[0].id, text),
      help,
      symbolsPerMove: 1,
    },
    calls: noCalls as World<Position>['calls'],
    ...(rules.exact ? { exact: rules.exact } : {}),
  };
}

const spaced = (move: string) => ` ${move.trim()}`;

function frozen<Position>(state: GameState<Position>): GameState<Position> {
  return Object.freeze({ ...state, position: Object.freeze(state.position) });
}
