// A team's graph while it is being edited. Every change gives a new graph; what is wrong with one is said by
// learning/agents/graph-faults. Pure; knows no page.
import {
  type Condition,
  end,
  type GraphEdge,
  type GraphNode,
  type NodeId,
  simpleGraph,
  type TeamGraph,
} from '../../../learning/agents/graph';
import type { TeamSpec } from '../../../learning/agents/team-spec';

/** The graph that the team's order is: what an editor begins with. Actions wait for the end of the turn. */
export function graphOfOrder({ roles, order }: Pick<TeamSpec, 'roles' | 'order'>): TeamGraph {
  const graph = simpleGraph(
    roles.map(({ id }) => id),
    order,
  );
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, acts: 'draft' })), mostVisits: 3 };
}

/** The graph after roles were renamed, added or taken away: nodes of a renamed role go with it, those of one that is
 *  gone go too. */
export function followingRoles(graph: TeamGraph, before: TeamSpec['roles'], after: TeamSpec['roles']): TeamGraph {
  const [known, left] = [before.map(({ id }) => id), after.map(({ id }) => id)];
  const gone = known.filter((id) => !left.includes(id));
  const come = left.filter((id) => !known.includes(id));
  const [from, to] = [gone[0], come[0]];
  if (before.length === after.length && gone.length === 1 && from !== undefined && to !== undefined) {
    const nodes = graph.nodes.map((node) => (node.role === from ? { ...node, role: to } : node));
    return renamedNode({ ...graph, nodes }, from, to);
  }
  const lost = graph.nodes.filter(({ role }) => role !== undefined && gone.includes(role));
  const cut = lost.reduce((rest, { id }) => withoutNode(rest, id), graph);
  return come.reduce((grown, role) => withNode(grown, role), cut);
}

/** One more node, which leads to the end; without a role it counts. Where nobody led to it, it speaks first. */
export function withNode(graph: TeamGraph, role: string | undefined): TeamGraph {
  const id = freeId(graph, role ?? 'count');
  const node: GraphNode = { id, ...(role === undefined ? {} : { role }), acts: 'draft' };
  return {
    ...graph,
    nodes: [...graph.nodes, node],
    edges: [...graph.edges, { from: id, to: end, carries: 'words' }],
    start: [...graph.start, id],
  };
}

export function withoutNode(graph: TeamGraph, id: NodeId): TeamGraph {
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => node.id !== id),
    edges: graph.edges.filter(({ from, to }) => from !== id && to !== id),
    start: graph.start.filter((one) => one !== id),
  };
}

/** `first`: whether it speaks first. */
export function withNodeChanged(
  graph: TeamGraph,
  id: NodeId,
  { first, ...change }: Partial<Omit<GraphNode, 'id'>> & { readonly first?: boolean },
): TeamGraph {
  const nodes = graph.nodes.map((node) => (node.id === id ? { ...node, ...change } : node));
  if (first === undefined) return { ...graph, nodes };
  return { ...graph, nodes, start: [...graph.start.filter((one) => one !== id), ...(first ? [id] : [])] };
}

/** The node under another name, wherever it is named; the same graph where that name is taken. */
export function renamedNode(graph: TeamGraph, from: NodeId, to: NodeId): TeamGraph {
  if (from === to || graph.nodes.some(({ id }) => id === to)) return graph;
  const name = (id: NodeId) => (id === from ? to : id);
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, id: name(node.id) })),
    edges: graph.edges.map((edge) => ({
      ...edge,
      from: name(edge.from),
      to: name(edge.to),
      ...(edge.when ? { when: edge.when.map((condition) => renamedIn(condition, name)) } : {}),
    })),
    start: graph.start.map(name),
  };
}

function renamedIn(condition: Condition, name: (id: NodeId) => NodeId): Condition {
  return condition.kind === 'said' && condition.by !== undefined ? { ...condition, by: name(condition.by) } : condition;
}

/** One more edge, behind all others: it hands on what was said and leads there. */
export function withEdge(graph: TeamGraph, from: NodeId, to: NodeId): TeamGraph {
  return { ...graph, edges: [...graph.edges, { from, to, carries: 'words' }] };
}

export function withoutEdge(graph: TeamGraph, index: number): TeamGraph {
  return { ...graph, edges: graph.edges.filter((_, at) => at !== index) };
}

export function withEdgeChanged(graph: TeamGraph, index: number, change: (edge: GraphEdge) => GraphEdge): TeamGraph {
  return { ...graph, edges: graph.edges.map((edge, at) => (at === index ? change(edge) : edge)) };
}

/** An edge with these conditions; without any it is always taken. */
export function withConditions({ when: _, ...edge }: GraphEdge, when: readonly Condition[]): GraphEdge {
  return when.length === 0 ? edge : { ...edge, when };
}

export function leading({ leads: _, ...edge }: GraphEdge, leads: boolean): GraphEdge {
  return leads ? edge : { ...edge, leads: false };
}

/** How each kind of condition begins. */
export const newConditions: Readonly<Record<Condition['kind'], Condition>> = {
  said: { kind: 'said', word: 'yes' },
  agreement: { kind: 'agreement', atLeast: 1 },
  disagreement: { kind: 'disagreement', below: 1 },
  visit: { kind: 'visit', from: 1, to: 1 },
  turn: { kind: 'turn', from: 1, to: 1 },
  otherwise: { kind: 'otherwise' },
};

export const conditionNames: Readonly<Record<Condition['kind'], string>> = {
  said: 'a word was said',
  agreement: 'enough agree',
  disagreement: 'too few agree',
  visit: 'it speaks for the n-th time',
  turn: 'in turn n',
  otherwise: 'otherwise',
};

/** "“done”", "otherwise", "below 100 % agree": for the label of an edge. */
export function conditionInWords(condition: Condition): string {
  const span = ({ from = 1, to }: { from?: number; to?: number }) =>
    to === from ? `${from}` : to === undefined ? `${from} or later` : `${from} to ${to}`;
  switch (condition.kind) {
    case 'said':
      return condition.by === undefined ? `“${condition.word}”` : `${condition.by} said “${condition.word}”`;
    case 'agreement':
      return `${percent(condition.atLeast)} agree`;
    case 'disagreement':
      return `below ${percent(condition.below)} agree`;
    case 'visit':
      return `visit ${span(condition)}`;
    case 'turn':
      return `turn ${span(condition)}`;
    case 'otherwise':
      return 'otherwise';
  }
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** What stands at an edge: its conditions, and what it does not do. */
export function edgeInWords({ when = [], carries, leads }: GraphEdge): string {
  const conditions = when.map(conditionInWords);
  if (leads === false) return [...conditions, 'tells'].join(', ');
  return [...conditions, ...(carries === 'nothing' ? ['silent'] : [])].join(', ');
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the nodes stand: a column for each round in which they can first speak, the end behind all. */
export function placesOf({ nodes, edges, start }: TeamGraph): ReadonlyMap<NodeId, Place> {
  const depth = new Map<NodeId, number>(start.map((id) => [id, 0]));
  for (let round = 0; round < nodes.length; round++)
    for (const { from, to, leads } of edges)
      if (leads !== false && depth.get(from) === round && !depth.has(to)) depth.set(to, round + 1);
  const last = Math.max(0, ...nodes.map(({ id }) => depth.get(id) ?? 0));
  const columns = new Map<number, NodeId[]>();
  for (const { id } of [...nodes, { id: end }]) {
    const column = id === end ? last + 1 : (depth.get(id) ?? last);
    columns.set(column, [...(columns.get(column) ?? []), id]);
  }
  return new Map(
    [...columns].flatMap(([column, ids]) =>
      ids.map(
        (id, row) => [id, { x: column * 190, y: (row - (ids.length - 1) / 2) * 92 + (column % 2) * 18 }] as const,
      ),
    ),
  );
}

function freeId({ nodes }: TeamGraph, like: string): NodeId {
  const taken = nodes.map(({ id }) => id);
  for (let number = 1; ; number++) {
    const id = number === 1 ? like : `${like}-${number}`;
    if (!taken.includes(id) && id !== end) return id;
  }
}
