// The state of a guided walk: Plan-Path's map and walker, and what was said last. Its problems are drawn as Plan-Path's
// are, but split by the blocked cells alone: given a map and where the walker begins, the goal is then equally likely
// in every cell that a shortest way of at most `farthest` steps leads to, whatever the split – which makes the walker's
// ceiling exact.
import { type ValuesOf, valuesFrom } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import { drawForSplit } from '../drawing';
import type { EnvironmentSettings } from '../environment';
import { allMoves, type Move } from '../moves';
import { drawProblem } from '../plan-path/generator';
import { layoutOf, type MapState, mapBoard, tablesOf } from '../plan-path/map';
import { guideAndWalkerKnobs } from './knobs';

type Values = ValuesOf<typeof guideAndWalkerKnobs>;
export type Sign = Move | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

export interface WalkState extends MapState, Pick<Values, 'farthest' | 'length' | 'alphabet'> {
  /** What the walker hears: said by the guide, gone when the walker has moved; absent where nothing is heard. */
  readonly message?: readonly Sign[];
  /** One of the walker's last moves led into what is blocked. */
  readonly bumped: boolean;
}

export type WalkAction =
  | { readonly player: 'guide'; readonly message: readonly Sign[] }
  | { readonly player: 'walker'; readonly moves: readonly Move[] };

const digits = [...'0123456789'] as readonly Sign[];
const alphabets: Readonly<Record<Values['alphabet'], readonly Sign[]>> = {
  both: [...allMoves, ...digits],
  moves: allMoves,
  digits,
};

export function symbolsOf({ alphabet }: Pick<WalkState, 'alphabet'>): readonly Sign[] {
  return alphabets[alphabet];
}

export function startWalk(seed: number, settings: EnvironmentSettings): WalkState {
  const { size, blocked, farthest, length, alphabet } = valuesFrom(guideAndWalkerKnobs, settings);
  const random = rngFrom('guide-and-walker', seed, size, blocked, farthest);
  const draw = () => {
    const problem = drawProblem(random, size, blocked);
    return problem && problem.startDistance <= farthest ? problem : undefined;
  };
  const what = `a ${size}×${size} map with a goal at most ${farthest} steps away`;
  const problem = drawForSplit({ seed, draw, layout: blockedCells, what });
  return frozen({ ...problem, farthest, length, alphabet, bumped: false });
}

/** Equal for mirrors and turns, wherever the goal is. */
export function blockedCells({ map, ...state }: MapState): string {
  return layoutOf({ ...state, map: map.replace('.', ' ') });
}

export function frozen(state: WalkState): WalkState {
  return Object.freeze(state);
}

/** Cells that may be the goal, given everything else of a problem. */
export function possibleGoals({ map, player, farthest }: MapState & Pick<WalkState, 'farthest'>): readonly number[] {
  const steps = tablesOf(map).distancesTo(player);
  return [...steps.keys()].filter((cell) => (steps[cell] as number) > 0 && (steps[cell] as number) <= farthest);
}

/** Where the walker can go. */
export function waysOf(state: MapState): readonly Move[] {
  return allMoves.filter((move) => mapBoard.step(state, move) !== state);
}
