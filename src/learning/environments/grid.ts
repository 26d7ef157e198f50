// A grid of cells seen from inside: cells are numbered row by row, a blocked cell has no way in. Shortest free paths by
// breadth first search. Knows nothing of boxes or goals.
import { allMoves, type Move, shiftOf } from './moves';

export interface Grid {
  readonly width: number;
  readonly height: number;
  /** The cell that move m (in the order of `allMoves`) leads to from a cell, at cell · 4 + m; −1 when that is
   *  blocked. */
  readonly neighbours: Int16Array;
  /** 1 where one can stand. */
  readonly free: Uint8Array;
}

/** The cells that can be stood on, numbered anew from 0; of every cell its number among them, −1 where there is
 *  none. */
export function floorsOf({ free }: Pick<Grid, 'free'>): {
  readonly cells: readonly number[];
  readonly floorOf: Int16Array;
} {
  const cells = [...free.keys()].filter((cell) => free[cell]);
  const floorOf = new Int16Array(free.length).fill(-1);
  cells.forEach((cell, number) => {
    floorOf[cell] = number;
  });
  return { cells, floorOf };
}

/** The grid of rows in which `blocked` marks what nobody can enter; outside the rows is blocked too. */
export function gridOf(rows: readonly string[], blocked: string): Grid {
  const height = rows.length;
  const width = rows[0]?.length ?? 0;
  const free = Uint8Array.from(rows.join(''), (symbol) => (symbol === blocked ? 0 : 1));
  const neighbours = new Int16Array(width * height * allMoves.length).fill(-1);
  for (let cell = 0; cell < free.length; cell++) {
    allMoves.forEach((move, index) => {
      const row = Math.floor(cell / width) + shiftOf[move][0];
      const column = (cell % width) + shiftOf[move][1];
      const inside = row >= 0 && row < height && column >= 0 && column < width;
      if (inside && free[row * width + column]) neighbours[cell * allMoves.length + index] = row * width + column;
    });
  }
  return { width, height, neighbours, free };
}

/** The cell one move away, or −1. */
export function cellAfter(grid: Grid, cell: number, moveIndex: number): number {
  return grid.neighbours[cell * 4 + moveIndex] as number;
}

/** Index of the opposite move: U↔D, L↔R. */
export function opposite(moveIndex: number): number {
  return moveIndex ^ 1;
}

/** Steps from every cell to `target` without entering `occupied`; −1 where there is no way. */
export function distancesTo(grid: Grid, target: number, occupied: readonly number[] = []): Int16Array {
  const distances = new Int16Array(grid.free.length).fill(-1);
  const queue = [target];
  distances[target] = 0;
  for (let head = 0; head < queue.length; head++) {
    const cell = queue[head] as number;
    for (let move = 0; move < 4; move++) {
      const next = cellAfter(grid, cell, move);
      if (next < 0 || distances[next] !== -1 || occupied.includes(next)) continue;
      distances[next] = (distances[cell] as number) + 1;
      queue.push(next);
    }
  }
  return distances;
}

/** The moves of a shortest path down a table of distances; ties go to the first of U D L R. The cell must have a
 *  way. */
export function pathDown(grid: Grid, from: number, distances: Int16Array): Move[] {
  const moves: Move[] = [];
  for (let cell = from; (distances[cell] as number) > 0; ) {
    for (let move = 0; move < 4; move++) {
      const next = cellAfter(grid, cell, move);
      if (next < 0 || distances[next] !== (distances[cell] as number) - 1) continue;
      moves.push(allMoves[move] as Move);
      cell = next;
      break;
    }
  }
  return moves;
}
