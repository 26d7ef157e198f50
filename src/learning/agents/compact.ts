// The compact wording: a few dozen tokens a prompt, for the model we ship. The pretraining text uses these very
// functions, so the untrained team is fluent in them.
import { placesOn } from '../environments/places';
import type { Proposal, View } from './role';

/** "sokoban 2 moved", where player, boxes and goals are, the board, and what is noted beside it. Plan-Path calls its
 *  board a map. */
export function boardOf(view: Pick<View, 'environment' | 'state' | 'turn' | 'last'>): string {
  const { environment, state, turn, last } = view;
  const { title, describe, notes } = environment.wording;
  const places = whereabouts(view);
  return `${title} ${Math.min(turn, 9)} ${last}\n${places === '' ? '' : `${places}\n`}${describe(state)}${notes?.(state) ?? ''}`;
}

/** "@ 2 3 $ 2 2 . 4 4": rows and columns as the calls count them. A tiny model need not count cells to name one. */
export function whereabouts(view: Pick<View, 'environment' | 'state'>): string {
  return landmarksOf(view)
    .map(({ symbol, row, column }) => `${symbol} ${row} ${column}`)
    .join(' ');
}

export interface Landmark {
  readonly symbol: string;
  /** Both as the calls count them. */
  readonly row: number;
  readonly column: number;
}

/** Player, boxes and goals, of worlds that have such. */
export function landmarksOf({ environment, state }: Pick<View, 'environment' | 'state'>): readonly Landmark[] {
  const { calls, wording } = environment;
  return Object.entries(wording.landmarks ?? {}).flatMap(([symbol, symbols]) =>
    placesOn(wording.describe(state), symbols).map(({ row, column }) => ({
      symbol,
      row: row + calls.firstIndex,
      column: column + calls.firstIndex,
    })),
  );
}

export function toolPrompt(view: View): string {
  return `${boardOf(view)}tool:`;
}

/** Program, the board it would lead to, its moves and whether it ran through: the moves last, near to where they are
 *  copied. */
export function proposalOf(environment: View['environment'], proposal: Proposal): string {
  const failed = proposal.run.readable && proposal.run.ran ? '' : ' fail';
  return `${proposal.program}\n${environment.wording.describeAfter(proposal.after)}ran:${proposal.moves}${failed}\n`;
}

export function planPrompt(view: View): string {
  const proposed = view.proposal ? `tool:${proposalOf(view.environment, view.proposal)}` : '';
  return `${boardOf(view)}${proposed}plan:`;
}
