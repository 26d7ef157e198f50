// What keeps a graph from being walked: a node or an edge that names what is not there, a node that no way leads to, or
// none out of. It knows no world and does not walk.
import { check } from '../../basics/check';
import type { RoleId } from '../rollouts/transcript';
import { end, type GraphEdge, type NodeId, type TeamGraph } from './graph';

/** What is wrong with a graph, and where: at a node, or at an edge by its index. */
export interface GraphFault {
  readonly node?: NodeId;
  readonly edge?: number;
  readonly what: string;
}

/** Throws an ExpectationError that names the node or edge at fault. */
export function checkGraph(graph: TeamGraph, roles: readonly RoleId[]): void {
  const [fault] = faultsOfGraph(graph, roles);
  check(fault === undefined, () => (fault ? graphFaultSentence(graph, fault) : ''));
}

/** 'node "judge": nobody leads to it'. */
export function graphFaultSentence({ edges }: TeamGraph, { node, edge, what }: GraphFault): string {
  const at = edge === undefined ? undefined : edges[edge];
  const where = at ? `edge "${at.from}" → "${at.to}"` : node === undefined ? 'the graph' : `node "${node}"`;
  return `${where}: ${what}`;
}

/** Everything that keeps a graph from being walked. */
export function faultsOfGraph(graph: TeamGraph, roles: readonly RoleId[]): GraphFault[] {
  const { nodes, edges, start, mostVisits } = graph;
  const faults: GraphFault[] = [];
  const ids = new Set(nodes.map(({ id }) => id));
  const wrong = (what: string, at: Omit<GraphFault, 'what'> = {}) => faults.push({ ...at, what });
  if (nodes.length === 0) wrong('has no node');
  if (!Number.isInteger(mostVisits) || mostVisits < 1 || mostVisits > 16)
    wrong(`"mostVisits" is a whole number from 1 to 16, got ${mostVisits}`);
  if (start.length === 0) wrong('nobody speaks first: name a node in "start"');
  for (const id of start) if (!ids.has(id)) wrong(`"start" names "${id}", and there is no such node`);
  nodes.forEach(({ id, role }, index) => {
    if (id === end || id === '') wrong(`"${id}" is no name for a node`, { node: id });
    if (nodes.findIndex((other) => other.id === id) < index) wrong('there are two of that name', { node: id });
    if (role !== undefined && !roles.includes(role))
      wrong(`there is no role "${role}": known are ${roles.join(', ')}`, { node: id });
    if (!edges.some(({ from, leads }) => from === id && leads !== false))
      wrong('no edge leads on from it: lead it to another node, or to the end', { node: id });
  });
  edges.forEach((edge, index) => faults.push(...faultsOfEdge(edge, ids).map((what) => ({ edge: index, what }))));
  for (const role of roles)
    if (nodes.every((node) => node.role !== role)) wrong(`the role "${role}" speaks at no node`);
  const reached = reachedFrom(start, edges);
  for (const { id } of nodes) if (!reached.has(id)) wrong('no way leads to it from the start', { node: id });
  const ending = reachedFrom(
    [end],
    edges.map((edge) => ({ ...edge, from: edge.to, to: edge.from })),
  );
  for (const { id } of nodes) if (!ending.has(id)) wrong('no way leads from it to the end', { node: id });
  return faults;
}

function faultsOfEdge({ from, to, when = [], leads }: GraphEdge, ids: ReadonlySet<NodeId>): string[] {
  const faults: string[] = [];
  if (!ids.has(from)) faults.push(`there is no node "${from}"`);
  if (to !== end && !ids.has(to)) faults.push(`there is no node "${to}"`);
  if (to === end && leads === false) faults.push('nobody hears what is handed to the end: let it lead there');
  for (const condition of when) {
    if (condition.kind === 'said' && condition.by !== undefined && !ids.has(condition.by))
      faults.push(`its condition asks for what "${condition.by}" said, and there is no such node`);
    if (condition.kind === 'said' && condition.word.trim() === '') faults.push('its condition asks for no word');
    const share = condition.kind === 'agreement' ? condition.atLeast : undefined;
    const below = condition.kind === 'disagreement' ? condition.below : undefined;
    if (!within01(share ?? below ?? 1)) faults.push('its condition asks for a share that is not above 0 and at most 1');
    if (condition.kind !== 'visit' && condition.kind !== 'turn') continue;
    const { from: least = 1, to: most = least } = condition;
    if (!(Number.isInteger(least) && Number.isInteger(most) && least >= 1 && most >= least))
      faults.push(`its condition asks for a ${condition.kind} from ${least} to ${most}: whole numbers from 1 on`);
  }
  return faults;
}

const within01 = (share: number) => share > 0 && share <= 1;

function reachedFrom(start: readonly NodeId[], edges: readonly GraphEdge[]): Set<NodeId> {
  const reached = new Set(start);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to, leads } of edges) if (leads !== false && reached.has(from)) reached.add(to);
  }
  return reached;
}
