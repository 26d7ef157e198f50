// An author's world as a full Environment: everything that the author did not write is derived here from what he did –
// budget, reward terms, words, splits, calls. It does not know how the module is run.
import { check } from '../../../basics/check';
import { valuesFrom } from '../../../basics/knobs';
import { seedFrom } from '../../../basics/rng';
import type { WorldModule } from '../../../learning/catalogue';
import { remembered } from '../../../learning/environments/bounded-cache';
import { type CallBoard, counted, runProgram } from '../../../learning/environments/call-program';
import { type Board, carryOut, shareGained } from '../../../learning/environments/carry-out';
import type { CallLanguage, Environment, EnvironmentCard } from '../../../learning/environments/environment';
import { splitOfProblem, splitOfSeed } from '../../../learning/environments/splits';
import type { WorldDescription } from './description';
import { type Judged, type PlayerMoves, playedBySeveral, playersOnCard, type Rules } from './own-players';
import { type OwnMoves, type OwnState, type OwnWording, wordingOf } from './own-wording';
import type { WorldProgram } from './world-program';

/** In a world of several players moves say whose they are. */
export type OwnAction = OwnMoves | PlayerMoves;
export type OwnWorld = Environment<OwnState, OwnAction>;

/** Draws in search of one problem; a fair share of them may come to nothing. */
const mostDraws = 2_000;

/** The id of a world with this name and text: an edited world is another one, and its runs are never mixed up with the
 *  old one's. */
function idOfWorld(name: string, source: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `own/${slug}-${seedFrom('own world', source).toString(16).padStart(8, '0')}`;
}

export function moduleOf(description: WorldDescription, source: string): WorldModule {
  return { card: cardOf(idOfWorld(description.name, source), description), source };
}

export function ownWorld(program: WorldProgram, { card: { id }, source }: WorldModule): OwnWorld {
  const { description } = program;
  const { name, moves, players } = description;
  check(
    id === idOfWorld(name, source),
    `the module is the world "${idOfWorld(name, source)}", and is called "${id}": load it again`,
  );
  const look = remembered((text: string) => program.look(text), 5_000);
  const left = remembered((text: string) => program.left(text), 20_000);
  const stepped = remembered((key: string) => {
    const [text = '', ...act] = key.split(between);
    return program.step(text, ...(act as [move: string, player?: string]));
  }, 20_000);
  const boardFor = (own: OwnMoves, player?: string): Board<string, string> => {
    const known = new Set(own);
    const whose = player === undefined ? '' : `${between}${player}`;
    return {
      step: (text, move) => (known.has(move) ? stepped(`${text}${between}${move}${whose}`) : text),
      solved: (text) => look(text).solved,
      picture: (text) => look(text).picture,
    };
  };
  const remaining = ({ board: text }: OwnState) => left(text);
  const describe = ({ board: text }: OwnState) => `${look(text).picture.join('\n')}\n`;
  const judged: Judged = (on, state, action, budget) => {
    const before = left(state.board);
    const list: OwnMoves = Array.isArray(action) ? action : [];
    const done = carryOut(on, state.board, list, budget);
    const after = left(done.state);
    const { solved, tried, changed, legal: legalShare, excess, frames } = done;
    const lost = !Number.isFinite(after);
    const score = look(done.state).score;
    const share = score ?? (lost ? 0 : Math.min(1, Math.max(0, (state.way - after) / state.way)));
    const refused = tried > changed ? `${counted(tried - changed, 'move')} changed nothing, ` : '';
    const rest = solved
      ? 'solved'
      : lost
        ? 'there is no way to the end any more'
        : `${plain(after)} ${description.unit} left`;
    return {
      state: changed === 0 ? state : Object.freeze({ board: done.state, way: state.way }),
      terms: { team: solved ? 1 : share, legal: legalShare, progress: shareGained(before, after) },
      solved,
      done: solved || lost,
      why: tried === 0 ? 'did nothing' : `${refused}${rest}`,
      frames,
      excess,
    };
  };

  const rules: Rules = {
    card: cardOf(id, description),
    start: (seed, settings) => {
      const values = valuesFrom(description.knobs, settings);
      check(
        Number.isInteger(seed) && seed >= 0,
        `a world seed is a whole number from 0, got ${seed}: take worldSeed(split, index)`,
      );
      const wanted = splitOfSeed(seed);
      const named = JSON.stringify(values);
      const met = { solved: 0, hopeless: 0, other: 0 };
      for (let draw = 0; draw < mostDraws; draw++) {
        const text = program.start(values, seedFrom('own world', seed, named, draw));
        const { solved, picture } = look(text);
        if (solved) met.solved++;
        else if (splitOfProblem(`${picture.join('\n')}\n`) !== wanted) met.other++;
        else if (!Number.isFinite(left(text))) met.hopeless++;
        else return Object.freeze({ board: text, way: left(text) });
      }
      check(
        false,
        `the world “${name}” has no problem for the ${wanted} split among ${mostDraws} draws: ${met.solved} were solved from the start, ${met.hopeless} had no way to the end, ${met.other} belong to the other splits – let start() make more different problems that can be solved`,
      );
    },
    solved: ({ board: text }) => look(text).solved,
    remaining,
    picture: ({ board: text }) => look(text).picture,
  };
  if (players.length > 0) return playedBySeveral(program, { rules, boardFor, judged });
  const board = boardFor(moves);
  const legal = (text: string) => moves.filter((move) => board.step(text, move) !== text);
  const wording = wordingOf(description, describe);
  return {
    ...rules,
    act: (state, action, budget) => judged(board, state, action, budget),
    legal: ({ board: text }) => legal(text).map((move) => [move]),
    random: (_state, count, random) =>
      Array.from({ length: count }, () => moves[Math.floor(random() * moves.length)] as string),
    solve: (state) => (Number.isFinite(remaining(state)) ? program.way(state.board) : undefined),
    ...(moves.every((move) => /^[UDLR]$/.test(move)) ? { byHand: { kind: 'walk' as const } } : {}),
    wording,
    calls: callsOf({ board, program, legal, wording }),
  };
}

/** Stands in no JSON. */
const between = '\u0000';

function cardOf(
  id: string,
  { name, sentence, knobs, symbols, problem, unit, players }: WorldDescription,
): EnvironmentCard {
  return { id, name, sentence, knobs, symbols, problem, remainingUnit: unit, ...playersOnCard(players) };
}

interface CallParts {
  readonly board: Board<string, string>;
  readonly program: WorldProgram;
  readonly legal: (text: string) => readonly string[];
  readonly wording: OwnWording;
}

/** The one call that every world has: "move UUR", which stops at the first move that changes nothing. */
function callsOf({ board, program, legal, wording }: CallParts): CallLanguage<OwnState, OwnMoves> {
  const callBoard: CallBoard<string, string, never> = {
    ...board,
    readMoves: wording.read,
    writeMoves: wording.write,
    readCall: () => undefined,
    plan: () => ({ moves: [] }),
  };
  return {
    help: [`move ${wording.help.replace(/^moves /, '')} – makes these moves and stops at one that changes nothing`],
    firstIndex: 0,
    run: (state, text, moveLimit) => runProgram(callBoard, state.board, text, moveLimit),
    best: (state) => {
      if (board.solved(state.board)) return undefined;
      const [first] = program.way(state.board) ?? [];
      return first === undefined ? undefined : `move ${first}`;
    },
    possible: ({ board: text }) => (board.solved(text) ? [] : legal(text).map((move) => `move ${move}`)),
  };
}

function plain(count: number): string {
  return String(Math.round(count * 100) / 100);
}
