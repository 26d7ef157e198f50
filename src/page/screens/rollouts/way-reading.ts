// Of a team that is a graph: where in it a group stands, and which way a play took through it.
import type { GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';

/** Beside its role: the node where that has a name of its own, and how often it had spoken there; "" where a role
 *  speaks once in a turn. */
export function placeInWords({ role, node = role, visit = 1 }: Pick<GroupRecord, 'role' | 'node' | 'visit'>): string {
  return [...(node === role ? [] : [`at “${node}”`]), ...(visit === 1 ? [] : [`visit ${visit}`])].join(', ');
}

/** "solver → verifier → solver → verifier → end"; a turn after the other where there are several. Undefined of a team
 *  that is no graph. */
export function wayInWords({ way, turns }: Pick<WorldRecord, 'way' | 'turns'>): string | undefined {
  if (!way || way.length === 0) return undefined;
  const ofTurns = Array.from({ length: turns }, (_, index) => {
    const steps = way.filter(({ turn }) => turn === index + 1);
    const rounds = [...new Set(steps.map(({ round }) => round))].map((round) => {
      const nodes = steps.flatMap((step) => (step.round === round ? [step.from] : []));
      return [...new Set(nodes)].join(' + ');
    });
    const last = steps.at(-1)?.stopped ? 'end, as often asked as the graph allows' : 'end';
    return `${turns > 1 ? `turn ${index + 1}: ` : ''}${[...rounds, last].join(' → ')}`;
  });
  return ofTurns.join(' · ');
}
