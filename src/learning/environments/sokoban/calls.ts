// Sokoban's calls: "push D 2", "push r c D 2", "go r c". Rows and columns are counted from 1 inside the outer walls.
import { type CallBoard, counted, type Planned, runProgram } from '../call-program';
import type { CallLanguage } from '../environment';
import { distancesTo, pathDown } from '../grid';
import { allMoves, type Move, nameOf, readMoves, writeMoves } from '../moves';
import { movesOf, type Push, pushesFrom, type Run, straightRuns } from './pushes';
import { roomOf, type SokobanState, sokobanBoard } from './room';
import { bestRun } from './solver';

type Place = readonly [row: number, column: number];
type SokobanCall =
  | { readonly kind: 'go'; readonly to: Place }
  | { readonly kind: 'push'; readonly box?: Place; readonly direction: number; readonly count: number };

const callBoard: CallBoard<SokobanState, Move, SokobanCall> = {
  ...sokobanBoard,
  readMoves,
  writeMoves,
  readCall([word, ...rest]) {
    const placeOf = ([row = '', column = '']: readonly string[]) => [Number(row), Number(column)] as const;
    const isPlace = (texts: readonly string[]) => texts.every((text) => /^[1-9]\d?$/.test(text));
    if (word === 'go') return rest.length === 2 && isPlace(rest) ? { kind: 'go', to: placeOf(rest) } : undefined;
    if (word !== 'push' || (rest.length !== 2 && rest.length !== 4)) return undefined;
    const place = rest.slice(0, -2);
    const [letter = '', count = ''] = rest.slice(-2);
    const direction = allMoves.indexOf(letter.toUpperCase() as Move);
    if (direction < 0 || !isPlace(place) || !/^[1-9]$/.test(count)) return undefined;
    return { kind: 'push', box: place.length > 0 ? placeOf(place) : undefined, direction, count: Number(count) };
  },
  plan: (state, call) => (call.kind === 'go' ? planGo(state, call.to) : planPush(state, call)),
};

function planGo(state: SokobanState, [row, column]: Place): Planned<Move> {
  const room = roomOf(state.room);
  const inside = row < room.height - 1 && column < room.width - 1;
  const target = row * room.width + column;
  if (!inside || !room.free[target]) return { moves: [], stuck: `${row} ${column} is no floor` };
  if (state.boxes.includes(target)) return { moves: [], stuck: `a box stands on ${row} ${column}` };
  const distances = distancesTo(room, target, state.boxes);
  if (distances[state.player] === -1) return { moves: [], stuck: `there is no way to ${row} ${column}` };
  return { moves: pathDown(room, state.player, distances) };
}

function planPush(
  state: SokobanState,
  { box, direction, count }: Extract<SokobanCall, { kind: 'push' }>,
): Planned<Move> {
  const { width } = roomOf(state.room);
  const cell = box && box[0] * width + box[1];
  const way = nameOf[allMoves[direction] as Move];
  if (cell !== undefined && !state.boxes.includes(cell))
    return { moves: [], stuck: `there is no box on ${box?.join(' ')}` };
  const push = nearest(
    pushesFrom(state).filter((one) => one.direction === direction && (cell === undefined || one.box === cell)),
  );
  if (!push) return { moves: [], stuck: `${cell === undefined ? 'no box' : 'the box'} can be pushed ${way} from here` };
  let pushed = 0;
  for (const run of straightRuns(push)) {
    pushed = run.count;
    if (sokobanBoard.solved(run.after) || pushed === count) break;
  }
  const moves = [...movesOf(state, push), ...Array<Move>(pushed - 1).fill(allMoves[direction] as Move)];
  return pushed < count ? { moves, stuck: `blocked after ${counted(pushed, 'push')} ${way}` } : { moves };
}

/** The push with the shortest walk; ties go to the box first in reading order. */
function nearest(pushes: readonly Push[]): Push | undefined {
  return pushes.reduce<Push | undefined>((best, push) => (!best || push.walk < best.walk ? push : best), undefined);
}

/** With one box "push D 2", with several the box is named too: "push 2 3 D 2". */
function pushCall(state: SokobanState, { box, direction, count }: Run): string {
  const { width } = roomOf(state.room);
  const place = state.boxes.length > 1 ? `${Math.floor(box / width)} ${box % width} ` : '';
  return `push ${place}${allMoves[direction]} ${count}`;
}

export const sokobanCalls: CallLanguage<SokobanState, readonly Move[]> = {
  help: [
    'push D 2 – walk to the nearest box that can be pushed down (U up, D down, L left, R right) and push it twice',
    'push 1 3 D 2 – the same with the box in row 1, column 3, counted from 1 inside the walls',
    'go 2 4 – walk to row 2, column 4',
    'move UURD – plain moves',
  ],
  firstIndex: 1,
  run: (state, program, moveLimit) => runProgram(callBoard, state, program, moveLimit),
  best(state) {
    const run = bestRun(state);
    return run && pushCall(state, run);
  },
  /** Every push call that runs to its end; walking alone is left out. */
  possible(state) {
    if (sokobanBoard.solved(state)) return [];
    return pushesFrom(state).flatMap((push) =>
      [...straightRuns(push)].map(({ count }) => pushCall(state, { box: push.box, direction: push.direction, count })),
    );
  },
};
