// How a program in a world's calls language is read and run: calls separated by ";", one after another, on a copy of
// the state, until one cannot be carried out, the world is solved or the move limit is reached. Every world also
// understands plain moves, "move UURD" or just "UURD". Knows no world's own calls and moves: these are handed in.
import type { Board } from './carry-out';
import type { ProgramRun } from './environment';

/** The moves of one call as far as it can be carried out, and what stopped it before its end. */
export interface Planned<Move> {
  readonly moves: readonly Move[];
  readonly stuck?: string;
}

export interface CallBoard<State, Move, Call> extends Board<State, Move> {
  /** The world's wording of actions. */
  readMoves(text: string): readonly Move[] | undefined;
  writeMoves(moves: readonly Move[]): string;
  /** A call from its words in lower case, e.g. ["push", "d", "2"]; undefined when this is none. */
  readCall(words: readonly string[]): Call | undefined;
  /** The call's moves from here; each of them changes the state. */
  plan(state: State, call: Call): Planned<Move>;
}

type Read<Move, Call> = { readonly text: string } & ({ readonly own: Call } | { readonly moves: readonly Move[] });

/** Runs `program` from `state` with at most `moveLimit` moves. Never throws. */
export function runProgram<State, Move, Call>(
  board: CallBoard<State, Move, Call>,
  state: State,
  program: string,
  moveLimit: number,
): ProgramRun<readonly Move[]> {
  const made: Move[] = [];
  let calls = 0;
  const report = (ran: boolean, why: string) => ({ action: made, readable: true, ran, calls, why });
  const read: Read<Move, Call>[] = [];
  for (const text of program.split(';').map((part) => part.trim().replace(/\s+/g, ' '))) {
    if (text === '') continue;
    const call = readAny(board, text);
    if (!call) return { action: [], readable: false, ran: false, calls: 0, why: `"${text}" is no call` };
    read.push(call);
  }
  if (read.length === 0) return { action: [], readable: false, ran: false, calls: 0, why: 'there is no call' };

  let here = state;
  for (const call of read) {
    if (board.solved(here)) break;
    const planned = 'own' in call ? board.plan(here, call.own) : planMoves(board, here, call.moves);
    for (const move of planned.moves) {
      if (made.length >= moveLimit)
        return report(true, `stopped in "${call.text}": the limit is ${counted(moveLimit, 'move')}`);
      here = board.step(here, move);
      made.push(move);
      if (board.solved(here)) break;
    }
    if (planned.stuck !== undefined && !board.solved(here)) return report(false, `"${call.text}": ${planned.stuck}`);
    calls++;
  }
  return report(true, `${counted(made.length, 'move')}${board.solved(here) ? ', solved' : ''}`);
}

/** "1 move", "3 moves". */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : what.endsWith('sh') ? 'es' : 's'}`;
}

function readAny<State, Move, Call>(board: CallBoard<State, Move, Call>, text: string): Read<Move, Call> | undefined {
  const words = text.toLowerCase().split(' ');
  const moves = board.readMoves(words[0] === 'move' ? words.slice(1).join(' ') : text);
  if (moves && moves.length > 0) return { text, moves };
  const own = board.readCall(words);
  return own === undefined ? undefined : { text, own };
}

/** Plain moves end at the first that changes nothing. */
function planMoves<State, Move, Call>(
  board: CallBoard<State, Move, Call>,
  start: State,
  moves: readonly Move[],
): Planned<Move> {
  let state = start;
  for (const [index, move] of moves.entries()) {
    const next = board.step(state, move);
    if (next === state) {
      return { moves: moves.slice(0, index), stuck: `move ${index + 1} (${board.writeMoves([move])}) cannot be made` };
    }
    state = next;
    if (board.solved(state)) return { moves: moves.slice(0, index + 1) };
  }
  return { moves };
}
