// What roles would see of a problem: at its start, after a turn that moved nothing, and with the proposal that the world's own best call
// makes. For previews and trials, where nobody has played yet.
import type { Environment } from '../environments/environment';
import { tryAnswer } from './reading';
import type { View } from './role';
import { toolRole } from './teams/planning';

/** Without a proposal, then with one. */
export function viewsOn(environment: Environment, state: unknown, moveBudget: number): [alone: View, proposed: View] {
  const alone: View = { environment, state, turn: 1, last: 'start' };
  const text = environment.calls.best(state) ?? environment.calls.possible(state)[0] ?? '';
  const { proposal } = tryAnswer({ environment, role: toolRole, state, text, stop: 'end', moveBudget });
  const proposed: View = { environment, state, turn: 2, last: 'still', ...(proposal ? { proposal } : {}) };
  return [alone, proposed];
}
