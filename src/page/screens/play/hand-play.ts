// A problem played by hand: what a key, a click or a typed answer does to it. Pure; the world's own rules decide what a
// move changes, and the world says how its moves are made. Where there are several players the person plays one of
// them, or each in turn, and meets the world as that one does. What a world must run to judge an answer is named here
// and run by others.
import type { ProgramRequest, ProgramResult } from '../../../learning/agents/program-runner';
import type {
  Alphabet,
  ByHand,
  Cell,
  Environment,
  Outcome,
  PlayerId,
  Pointing,
  WrittenForm,
} from '../../../learning/environments/environment';
import { isSpeaker, worldOf } from '../../../learning/environments/players';
import { figuresInWords } from '../../parts/figures';
import { fixed, sentence } from '../../parts/format';

export type Direction = 'U' | 'D' | 'L' | 'R';

/** Whose move it is, in a world of several players. */
export interface Mover {
  readonly player: PlayerId;
  readonly turn: number; // from 1
}

/** How a person plays a world of several players. */
export interface Part {
  /** Whom; every player in turn where absent. */
  readonly mine?: PlayerId | undefined;
  /** Moves in a turn; without end where absent. */
  readonly moveBudget?: number | undefined;
}

export interface HandGame {
  /** As the one whose move it is meets it. */
  readonly environment: Environment;
  /** As a spectator does: the same where there is one player. */
  readonly world: Environment;
  readonly part: Part;
  readonly mover?: Mover;
  /** Why nothing can follow, though the problem is not solved. */
  readonly over?: string | undefined;
  /** From the first state to the present one; never empty. */
  readonly states: readonly unknown[];
  /** What led from each state to the next, in the world's words. */
  readonly answers: readonly HandAnswer[];
  /** Cells pointed at on the way to a move. */
  readonly picked: readonly Cell[];
  /** Why the last typed answer was not taken. */
  readonly refused?: string | undefined;
  /** What came of running the last answer, in a world that runs programs. */
  readonly verdict?: string | undefined;
}

export interface HandAnswer {
  readonly words: string;
  /** How many moves it made; what changed nothing is not counted. */
  readonly moves: number;
  /** Of a world of several players: who gave it, and when. */
  readonly by?: Mover;
}

export type HandWish =
  /** An answer in the world's words; a walker's one letter is one, too. */
  | { readonly kind: 'say'; readonly words: string }
  | { readonly kind: 'point'; readonly cell: Cell }
  | { readonly kind: 'value'; readonly value: string }
  /** "hand-over": the player has done what it would in this turn; of one that speaks, that it says nothing. */
  | { readonly kind: 'undo' | 'restart' | 'next' | 'hand-over' };

export function newGame(world: Environment, start: unknown, part: Part = {}): HandGame {
  const game: HandGame = { environment: world, world, part, states: [start], answers: [], picked: [] };
  const [first] = world.card.players ?? [];
  return first ? unlessWaiting(movedBy(game, { player: first.id, turn: 1 })) : game;
}

function movedBy(game: HandGame, mover: Mover): HandGame {
  return { ...game, mover, environment: worldOf(game.world, mover.player) };
}

/** The move of the next player who has something to do. */
export function handedOver(game: HandGame): HandGame {
  return unlessWaiting(afterwards(game));
}

/** Where whose move it is has nothing to do before others have moved: the move of the next one who has. */
function unlessWaiting(game: HandGame): HandGame {
  const { players = [] } = game.world.card;
  const waits = ({ mover, world }: HandGame) => world.players?.[mover?.player ?? '']?.waits?.(present(game)) === true;
  let next = game;
  for (let passed = 0; passed < players.length && waits(next); passed++) next = afterwards(next);
  return next;
}

function afterwards(game: HandGame): HandGame {
  const { mover, world } = game;
  const players = world.card.players ?? [];
  const next = players.findIndex(({ id }) => id === mover?.player) + 1;
  const player = players[next % players.length];
  if (!mover || !player) return game;
  return movedBy(game, { player: player.id, turn: mover.turn + (next === players.length ? 1 : 0) });
}

export function isOver({ world, over, ...game }: HandGame): boolean {
  return over !== undefined || world.solved(present(game));
}

/** Somebody else is to answer. */
export function isWaiting(game: HandGame): boolean {
  const { mine } = game.part;
  return mine !== undefined && game.mover?.player !== mine && !isOver(game);
}

export function present(game: Pick<HandGame, 'states'>): unknown {
  return game.states[game.states.length - 1];
}

/** Of the world: a message is none. */
export function movesMade({ answers, world }: Pick<HandGame, 'answers' | 'world'>): number {
  return answers.reduce((sum, { moves, by }) => sum + (isSpeaker(world.card, by?.player) ? 0 : moves), 0);
}

/** Whether the one whose move it is may leave it at that. */
export function mayHandOver(game: HandGame): boolean {
  return game.mover !== undefined && (speaks(game) || isWalked(game.environment));
}

/** The one whose move it is says something to the others. */
export function speaks({ world, mover }: Pick<HandGame, 'world' | 'mover'>): boolean {
  return isSpeaker(world.card, mover?.player);
}

/** What must be run before `afterWish` can judge the wish; nothing in most worlds. */
export function programsOf(game: HandGame, wish: HandWish): readonly ProgramRequest[] {
  const { environment } = game;
  const action = wish.kind === 'say' ? readFrom(game, wish.words) : undefined;
  return action === undefined || environment.solved(present(game))
    ? []
    : (environment.programs?.(present(game), action) ?? []);
}

/** The game after a wish; the same object when nothing changed: a bump is no move. "next" is not for the game to grant.
 *  `results`: to `programsOf`. */
export function afterWish(game: HandGame, wish: HandWish, results: readonly ProgramResult[] = []): HandGame {
  if (isWaiting(game) && wish.kind !== 'undo' && wish.kind !== 'restart') return game;
  switch (wish.kind) {
    case 'hand-over':
      return isOver(game) ? game : speaks(game) ? afterSilence(game) : { ...handedOver(game), refused: undefined };
    case 'say':
      return afterWords(game, wish.words, results);
    case 'point':
      return afterPoint(game, wish.cell);
    case 'value':
      return afterValue(game, wish.value);
    case 'undo':
      return game.picked.length > 0 ? { ...game, picked: [] } : takenBack(game, sinceMine(game));
    case 'restart':
      return takenBack(game, game.answers.length);
    case 'next':
      return game;
  }
}

/** Answers up to the person's last one. */
function sinceMine({ answers, part }: HandGame): number {
  const last =
    part.mine === undefined ? answers.length - 1 : answers.findLastIndex(({ by }) => by?.player === part.mine);
  return last < 0 ? 0 : answers.length - last;
}

function takenBack(game: HandGame, count: number): HandGame {
  const { states, answers } = game;
  const rest = { ...game, picked: [], refused: undefined, verdict: undefined };
  if (answers.length === 0 || count === 0) return rest;
  const kept = { ...rest, over: undefined, states: states.slice(0, -count), answers: answers.slice(0, -count) };
  const by = answers.at(-count)?.by;
  return by ? movedBy(kept, by) : kept;
}

/** More moves than anyone types: what is typed is carried out whole. */
const noBudget = 1000;

/** The action in the words; undefined where there is none. */
function readFrom({ environment }: HandGame, words: string): unknown {
  return words.trim() === '' ? undefined : environment.wording.read(words);
}

function afterWords(game: HandGame, words: string, results: readonly ProgramResult[]): HandGame {
  const { environment } = game;
  const now = present(game);
  if (isOver(game)) return game;
  const action = readFrom(game, words);
  if (action === undefined)
    return { ...game, refused: `“${words.trim()}” cannot be read: write ${environment.wording.help}.` };
  const outcome = environment.act(now, action, noBudget, results);
  const { terms, frames, why, excess } = outcome;
  const written = environment.wording.write(action);
  if (environment.programs)
    return results.length === 0 && terms.legal === 0
      ? { ...game, refused: sentence(why) }
      : { ...done(game, outcome, { words: written, moves: 1 }), verdict: sentence(why) };
  if (terms.legal === 0) return isWalked(environment) ? game : { ...game, refused: 'That changes nothing.' };
  if (game.mover && excess > 0) return { ...game, refused: `That is too long: ${excess} of it would not be heard.` };
  const moves = Math.max(1, Math.round(terms.legal * frames.length));
  return done(game, outcome, { words: written, moves });
}

/** An answer like any other: it can be taken back, and the others see that nothing was said. */
function afterSilence(game: HandGame): HandGame {
  const { environment, part } = game;
  const outcome = environment.act(present(game), environment.wording.read(''), part.moveBudget ?? noBudget);
  return done(game, outcome, { words: '', moves: 0 });
}

function done(game: HandGame, outcome: Outcome<unknown>, answer: HandAnswer): HandGame {
  const { environment, mover, part } = game;
  const next = taken(game, outcome, answer);
  if (!mover || isOver(next)) return next;
  const inTurn = next.answers.filter(({ by }) => by?.player === mover.player && by.turn === mover.turn).length;
  return isWalked(environment) && inTurn < (part.moveBudget ?? noBudget) ? next : handedOver(next);
}

function taken(game: HandGame, { state, solved, done: ended, why }: Outcome<unknown>, answer: HandAnswer): HandGame {
  const { mover, states, answers } = game;
  return {
    ...game,
    states: [...states, state],
    answers: [...answers, mover ? { ...answer, by: mover } : answer],
    picked: [],
    refused: undefined,
    verdict: undefined,
    ...(mover && ended && !solved ? { over: `${sentence(why)} Take it back, or start again.` } : {}),
  };
}

/** The game after somebody else's whole answer of this turn, in words. */
export function afterAnswer(game: HandGame, words: string): HandGame {
  const { environment, part } = game;
  const action = readFrom(game, words);
  if (action === undefined) return speaks(game) ? afterSilence(game) : handedOver(game);
  const outcome = environment.act(present(game), action, part.moveBudget ?? noBudget);
  const next = taken(game, outcome, { words, moves: outcome.frames.length });
  return isOver(next) ? next : handedOver(next);
}

export function isWalked({ byHand }: Environment): boolean {
  return byHand?.kind === 'walk';
}

/** Of a move that is made in writing. */
export function formOf({ environment, ...game }: HandGame): WrittenForm | undefined {
  const { byHand } = environment;
  return byHand?.kind === 'write' ? byHand.form(present(game)) : undefined;
}

export interface NamedAnswer {
  readonly name: string;
  /** In the world's words. */
  readonly words: string;
}

/** Answers to click at: those that have names, or where a player of several chooses one of a few. */
export function picksOf({ environment, mover, ...game }: HandGame): readonly NamedAnswer[] {
  const { byHand, legal, wording } = environment;
  const now = present(game);
  const pick = (action: unknown): NamedAnswer => {
    const words = wording.write(action).trim();
    return { name: byHand?.kind === 'choose' ? byHand.named(now, action) : words, words };
  };
  if (byHand?.kind === 'choose') return legal(now).map(pick);
  if (byHand || !mover || alphabetOf({ environment, mover, ...game })) return [];
  const picks = legal(now).map(pick);
  return picks.length > mostPicks ? [] : picks;
}
const mostPicks = 32;

/** What the one whose move it is may say, where that is what it does. */
export function alphabetOf({ environment, mover, states }: HandGame): Alphabet | undefined {
  return environment.players?.[mover?.player ?? '']?.says?.(present({ states }));
}

interface Way extends Pointing {
  readonly move: unknown;
}

/** The legal moves that begin with these cells. */
function waysFrom(game: HandGame, picked: readonly Cell[]): readonly Way[] {
  const { environment } = game;
  const now = present(game);
  const byHand: ByHand<unknown, unknown> | undefined = environment.byHand;
  if (byHand?.kind !== 'point' || isOver(game)) return [];
  return environment
    .legal(now)
    .map((move): Way => ({ ...byHand.pointing(now, move), move }))
    .filter(({ cells }) => picked.every((cell, step) => cells[step]?.some((one) => isSame(one, cell))));
}

function isSame(a: Cell, b: Cell): boolean {
  return a.row === b.row && a.column === b.column;
}

function afterPoint(game: HandGame, cell: Cell): HandGame {
  const last = game.picked.at(-1);
  if (last && isSame(last, cell)) return { ...game, picked: [] };
  const further = [...game.picked, cell];
  const picked = waysFrom(game, further).length > 0 ? further : [cell]; // or another move is begun
  const ways = waysFrom(game, picked);
  if (ways.length === 0) return game.picked.length === 0 ? game : { ...game, picked: [] };
  const whole = ways.find(({ cells, value }) => cells.length === picked.length && value === undefined);
  return whole ? made(game, whole) : { ...game, picked, refused: undefined };
}

function afterValue(game: HandGame, value: string): HandGame {
  const way = waysFrom(game, game.picked).find((one) => one.cells.length === game.picked.length && one.value === value);
  return way ? made(game, way) : game;
}

function made(game: HandGame, { move }: Way): HandGame {
  const { environment } = game;
  return done(game, environment.act(present(game), move, 1), { words: environment.wording.write(move), moves: 1 });
}

/** The cells that can be pointed at next, in reading order. */
export function targetsOf(game: HandGame): readonly Cell[] {
  const step = game.picked.length;
  const further = waysFrom(game, game.picked).flatMap(({ cells }) => cells[step] ?? []);
  const anew = step === 0 ? [] : waysFrom(game, []).flatMap(({ cells }) => cells[0] ?? []);
  const byPlace = new Map([...further, ...anew].map((cell) => [`${cell.row} ${cell.column}`, cell]));
  return [...byPlace.values()].sort((a, b) => a.row - b.row || a.column - b.column);
}

/** The values that can be named now. */
export function valuesOf(game: HandGame): readonly string[] {
  if (game.picked.length === 0) return [];
  const ways = waysFrom(game, game.picked).filter(({ cells }) => cells.length === game.picked.length);
  return [...new Set(ways.flatMap(({ value }) => value ?? []))].sort();
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'U',
  ArrowDown: 'D',
  ArrowLeft: 'L',
  ArrowRight: 'R',
  w: 'U',
  s: 'D',
  a: 'L',
  d: 'R',
};

export interface Key {
  readonly key: string;
  readonly control?: boolean;
}

/** What a key asks for in this game; undefined when it means nothing here. */
export function handWishOf({ key, control = false }: Key, game: HandGame): HandWish | undefined {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (control) return letter === 'z' ? { kind: 'undo' } : undefined;
  const direction = directions[letter];
  if (direction && isWalked(game.environment)) return { kind: 'say', words: direction };
  if (valuesOf(game).includes(key)) return { kind: 'value', value: key };
  if (letter === 'u' || letter === 'Backspace') return { kind: 'undo' };
  if (letter === 'r') return { kind: 'restart' };
  if (letter === 'n') return { kind: 'next' };
  if (letter === 'h' && mayHandOver(game)) return { kind: 'hand-over' };
  return undefined;
}

/** The direction of a swipe; undefined for a tap. Distances in pixels. */
export function swipeDirection(right: number, down: number): Direction | undefined {
  if (Math.hypot(right, down) < 18) return undefined;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? 'R' : 'L';
  return down > 0 ? 'D' : 'U';
}

/** How the game stands, one sentence. `best` is the solver's number of moves. */
export function standing(game: HandGame, best: number | undefined): string {
  const { environment } = game;
  const { remainingUnit } = environment.card;
  const count = movesMade(game);
  if (environment.solved(present(game))) {
    if (best === undefined || count > best)
      return `Solved in ${movesInWords(count)}.${best === undefined ? '' : ` The solver needs ${best}.`}`;
    return count === best
      ? `Solved in ${movesInWords(count)}, like the solver.`
      : `Solved in ${movesInWords(count)}, ${best - count} fewer than the solver.`;
  }
  if (game.refused !== undefined) return game.refused;
  if (game.over !== undefined) return game.over;
  if (game.mover) return turnInWords(game, game.mover);
  if (game.verdict !== undefined) return game.verdict;
  const left = environment.remaining(present(game));
  if (!Number.isFinite(left)) return 'Stuck for good: take the last move back.';
  return count === 0
    ? environment.card.sentence
    : `${environment.estimated?.(present(game)) ? 'At least ' : ''}${fixed(left, 0)} ${left === 1 ? singular(remainingUnit) : remainingUnit} to go.`;
}

/** What was last said or done by others than the one whose move it is. */
export function lastOfOthers({ answers, mover }: HandGame): { readonly by: Mover; readonly words: string } | undefined {
  const by = answers.findLast((one) => one.by?.player !== mover?.player)?.by;
  const theirs = answers.filter((one) => by && one.by?.player === by.player && one.by.turn === by.turn);
  return by && { by, words: theirs.map(({ words }) => words).join('') };
}

/** Whose turn it is and what it sees; nothing that it does not. Before anything was done, what the world is about. */
function turnInWords({ world, answers }: HandGame, { player, turn }: Mover): string {
  const card = world.card.players?.find(({ id }) => id === player);
  const about = turn === 1 && answers.length === 0 ? `${world.card.sentence} ` : '';
  return `${about}Turn ${turn}, ${card?.name}: ${figuresInWords(card?.sentence ?? '', world.card)}`;
}

/** How moves are made in this world, one sentence. */
export function howByHand(game: HandGame): string {
  const { byHand, wording } = game.environment;
  if (byHand?.kind === 'walk') return 'Move with the arrow keys, WASD or a swipe.';
  if (byHand?.kind === 'choose') return 'Choose by a button.';
  return byHand?.kind === 'point' ? byHand.how : `Write ${formOf(game)?.help ?? wording.help}.`;
}

export function movesInWords(count: number): string {
  return `${count} ${count === 1 ? 'move' : 'moves'}`;
}

function singular(unit: string): string {
  return unit.replace(/(sh)es$|s$/, '$1');
}
