// What roles would see of a problem: at its start, and after a turn that moved nothing, with the proposal that some
// program makes. For previews and trials, where nobody has played yet.
import type { Environment } from '../environments/environment';
import { readAnswer, tryAnswer } from './reading';
import type { Proposal, View } from './role';
import { toolRole } from './teams/planning';

/** Without a proposal, then with that of the world's own best call. */
export function viewsOn(environment: Environment, state: unknown, moveBudget: number): [alone: View, proposed: View] {
  const alone: View = { environment, state, turn: 1, last: 'start', earlier: [] };
  const text = environment.calls.best(state) ?? environment.calls.possible(state)[0];
  return [alone, text === undefined ? alone : withProposal({ ...alone, turn: 2, last: 'still' }, text, moveBudget)];
}

/** The view of the role after one that answered with this program of calls. */
export function withProposal(view: View, text: string, moveBudget: number): View {
  const read = readAnswer({ role: toolRole, view, text, stop: 'end', moveBudget, programSeed: 0 });
  const { proposal, moves, why } = tryAnswer(read);
  const said: { proposal?: Proposal } = proposal ? { proposal } : {};
  return { ...view, ...said, earlier: [...view.earlier, { role: toolRole.id, text, moves, why, ...said }] };
}
