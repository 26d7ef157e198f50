// An author's world of several players: every player with its own moves or symbols, and its own view. What a player's
// part leaves out is the world's: one without a picture sees everything, one without a solver takes whatever brings the
// end nearer. A message is said symbol by symbol, as moves are made one by one.
import { remembered } from '../../../learning/environments/bounded-cache';
import type { Board } from '../../../learning/environments/carry-out';
import {
  type Environment,
  type EnvironmentCard,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerId,
  type PlayerPart,
} from '../../../learning/environments/environment';
import type { PlayerDescription } from './description';
import { type OwnMoves, type OwnState, wordingOf } from './own-wording';
import type { WorldProgram } from './world-program';

export interface PlayerMoves {
  readonly player: PlayerId;
  readonly moves: OwnMoves;
}

type WorldOfSeveral = Environment<OwnState, PlayerMoves>;
type Part = PlayerPart<OwnState, PlayerMoves>;

/** What a world is, whoever plays it. */
export type Rules = Pick<WorldOfSeveral, 'card' | 'start' | 'solved' | 'remaining' | 'picture'>;

/** What moves on this board come to. */
export type Judged = (
  board: Board<string, string>,
  state: OwnState,
  moves: unknown,
  budget: number,
) => Outcome<OwnState>;

interface RulesInUse {
  readonly rules: Rules;
  /** The board on which a player makes its own moves and no other. */
  readonly boardFor: (moves: OwnMoves, player: PlayerId) => Board<string, string>;
  readonly judged: Judged;
}

/** Of a world with one player nothing. */
export function playersOnCard(
  players: readonly PlayerDescription[],
): Pick<EnvironmentCard, 'players' | 'openInformation'> {
  if (players.length === 0) return {};
  const open = players.every(({ functions }) => !functions.includes('picture'));
  return {
    players: players.map(({ id, name, sentence, speaks }) => ({ id, name, sentence, ...(speaks ? { speaks } : {}) })),
    ...(open ? { openInformation: 'Every player sees the whole board.' } : {}),
  };
}

export function playedBySeveral(program: WorldProgram, inUse: RulesInUse): WorldOfSeveral {
  const { rules, boardFor, judged } = inUse;
  const { players, title } = program.description;
  const parts = Object.fromEntries(players.map((player) => [player.id, partOf(player, program, inUse)]));
  const all = Object.values(parts);
  const [first] = players as [PlayerDescription, ...PlayerDescription[]];
  const whose = (player: unknown) => players.find(({ id }) => id === player) ?? first;
  const describe = wordsOf(rules.picture);
  return {
    ...rules,
    players: parts,
    act: (state, action, budget) => {
      const { player, moves = [] }: Partial<PlayerMoves> = action ?? {};
      const { id, moves: known, length = budget } = whose(player);
      return judged(boardFor(known, id), state, id === player ? moves : [], Math.min(budget, length));
    },
    legal: (state) => all.flatMap(({ legal }) => legal(state)),
    random: (state, moves, random) => (all[Math.floor(random() * all.length)] as Part).random(state, moves, random),
    solve: (state) => all.map(({ solve }) => solve(state)).find((action) => action !== undefined),
    wording: {
      title,
      describe,
      describeAfter: describe,
      write: (action) => `${action.player} ${parts[action.player]?.wording.write(action).trim()}`,
      read: (text) => {
        const [word = '', ...rest] = text.trim().split(' ');
        const named = players.find(({ id }) => id === word.toLowerCase());
        return parts[(named ?? first).id]?.wording.read(named ? rest.join(' ') : text);
      },
      help: `${players.map(({ id }) => `"${id}"`).join(' or ')} for whose they are, then its moves or symbols`,
      symbolsPerMove: Math.max(...all.map(({ wording }) => wording.symbolsPerMove)),
    },
    calls: noCalls as WorldOfSeveral['calls'],
  };
}

function wordsOf(picture: (state: OwnState) => Picture): (state: OwnState) => string {
  return (state) => `${picture(state).join('\n')}\n`;
}

function partOf(description: PlayerDescription, program: WorldProgram, { rules, boardFor }: RulesInUse): Part {
  const { id, moves, length, functions } = description;
  const has = (name: PlayerDescription['functions'][number]) => functions.includes(name);
  const board = boardFor(moves, id);
  const own = (list: OwnMoves): PlayerMoves => ({ player: id, moves: list });
  const seen = remembered((text: string) => program.seen(id, text), 5_000);
  const picture = has('picture') ? ({ board: text }: OwnState) => seen(text) : rules.picture;
  const words = wordingOf({ ...program.description, moves }, wordsOf(picture));
  return {
    legal: (state) =>
      rules.solved(state)
        ? []
        : moves.filter((move) => board.step(state.board, move) !== state.board).map((move) => own([move])),
    random: (_state, count, random) =>
      own(
        Array.from(
          { length: Math.min(count, length ?? count) },
          () => moves[Math.floor(random() * moves.length)] as string,
        ),
      ),
    solve: (state) => {
      if (!Number.isFinite(rules.remaining(state))) return undefined;
      const plan = has('solve') ? program.plan(id, state.board) : nearer(state);
      return plan && plan.length > 0 ? own(plan) : undefined;
    },
    picture,
    ...(length === undefined && moves.every((move) => /^[UDLR]$/.test(move))
      ? { byHand: { kind: 'walk' as const } }
      : {}),
    wording: {
      ...words,
      write: (action) =>
        length === undefined ? words.write(action.moves) : action.moves.map((one) => ` ${one}`).join(''),
      read: (text) => {
        const read = words.read(text);
        return read && own(read);
      },
      ...(length === undefined ? {} : { help: `at most ${length} of ${moves.join(', ')}, for example " ${moves[0]}"` }),
    },
    ...(length === undefined ? {} : { says: () => ({ symbols: moves, length }) }),
    ...(has('alike')
      ? {
          alike: (state: OwnState, random: () => number) =>
            Object.freeze({ ...state, board: program.alike(id, state.board, Math.floor(random() * 2 ** 32)) }),
        }
      : {}),
    ...(has('ceiling') ? { ceiling: (start, limits) => program.ceiling(id, start.board, limits) } : {}),
  };

  /** Moves of its own, each of which brings the end nearer. */
  function nearer({ board: start, way }: OwnState): OwnMoves {
    const made: string[] = [];
    const left = (text: string) => rules.remaining({ board: text, way });
    for (let here = start; ; ) {
      const move = moves.find((one) => left(board.step(here, one)) < left(here));
      if (move === undefined) return made;
      made.push(move);
      here = board.step(here, move);
    }
  }
}
