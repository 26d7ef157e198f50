// What a role of a team would see of a real problem, for the preview: earlier roles answer as the world's own solver
// would.

import type { View } from '../../../learning/agents/role';
import type { RoleSpec, TeamSpec } from '../../../learning/agents/team-spec';
import { withProposal } from '../../../learning/agents/try-views';
import type { Environment } from '../../../learning/environments/environment';

export interface PreviewOf {
  readonly environment: Environment;
  readonly state: unknown;
  readonly spec: Pick<TeamSpec, 'order' | 'roles'>;
  readonly index: number;
  readonly turn: number;
  readonly moveBudget: number;
}

export function previewView({ environment, state, spec, index, turn, moveBudget }: PreviewOf): View {
  const first: View = { environment, state, turn, last: turn === 1 ? 'start' : 'still', earlier: [] };
  if (spec.order === 'parallel') return first;
  return spec.roles.slice(0, index).reduce((view, role) => afterAnswer(view, role, moveBudget), first);
}

function afterAnswer(view: View, role: RoleSpec, moveBudget: number): View {
  const { environment, state } = view;
  if (role.answers === 'program') {
    const text = environment.calls.best(state) ?? environment.calls.possible(state)[0] ?? '';
    const seen = withProposal(view, text, moveBudget);
    const heard = seen.earlier.map((said, at) => (at < view.earlier.length ? said : { ...said, role: role.id }));
    return { ...seen, earlier: heard };
  }
  if (role.answers === 'word') {
    const [word = ''] = role.words ?? [];
    const said = { role: role.id, text: word, moves: word, why: `said ${word}` };
    return { ...view, earlier: [...view.earlier, said] };
  }
  const [move] = environment.legal(state);
  if (move === undefined) return view;
  const { state: after, why } = environment.act(state, move, moveBudget);
  const moves = environment.wording.write(move);
  return { ...view, state: after, earlier: [...view.earlier, { role: role.id, text: moves, moves, why }] };
}
