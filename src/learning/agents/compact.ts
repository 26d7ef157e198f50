// The compact wording: a few dozen tokens a prompt, for the model we ship. The pretraining text uses these very functions, so the
// untrained team is fluent in them.
import type { Proposal, View } from './role';

/** "sokoban 2 moved" and the board below it. Plan-Path calls its board a map. */
export function boardOf(view: Pick<View, 'environment' | 'state' | 'turn' | 'last'>): string {
  const { environment, state, turn, last } = view;
  const title = environment.card.id === 'plan-path' ? 'map' : environment.card.id;
  return `${title} ${Math.min(turn, 9)} ${last}\n${environment.wording.describe(state)}`;
}

export function toolPrompt(view: View): string {
  return `${boardOf(view)}tool:`;
}

/** Program, its moves, whether it ran through, and the board it would lead to. */
export function proposalOf(environment: View['environment'], proposal: Proposal): string {
  const failed = proposal.run.readable && proposal.run.ran ? '' : ' fail';
  return `${proposal.program}\nran:${proposal.moves}${failed}\n${environment.wording.describeAfter(proposal.after)}`;
}

export function planPrompt(view: View): string {
  const proposed = view.proposal ? `tool:${proposalOf(view.environment, view.proposal)}` : '';
  return `${boardOf(view)}${proposed}plan:`;
}
