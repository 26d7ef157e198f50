// A team as a graph, and the walk over it: nodes speak in rounds, as in Pregel (Malewicz et al. 2010). Whoever is
// active speaks, all of a round at once; then every edge out of them whose condition holds hands on what was said and
// makes its target active. A turn of the world is one walk from the start until nobody is active. Plain data in and
// out: it knows no world, no policy and no chance.
import type { RoleId } from '../rollouts/transcript';
import type { Heard } from './role';

export type NodeId = string;

/** Where an edge leads that ends the turn. */
export const end = 'end';

/** What becomes of a node's actions: done at once, as in a sequential team; at the end of the turn, one after the
 *  other, as in a parallel team; or a draft, of which the last one put forward is done at the end of the turn. */
export type Acting = 'at-once' | 'turn-end' | 'draft';

export interface GraphNode {
  readonly id: NodeId;
  /** Who speaks here. Absent of a node that counts: what most of those it hears put forward is put forward once more,
   *  of equals what was said first. */
  readonly role?: RoleId;
  readonly acts: Acting;
}

/** Read off what the graph's edges carry and how often a node has spoken, and off nothing else (F2). */
export type Condition =
  /** The word that the source itself said, or with `by` the last that it heard from that node. */
  | { readonly kind: 'said'; readonly word: string; readonly by?: NodeId }
  /** Of those the source heard and its own word, at least (or below) this share is the same. */
  | { readonly kind: 'agreement'; readonly atLeast: number }
  | { readonly kind: 'disagreement'; readonly below: number }
  /** How often the source has spoken in this turn, this time included: from `from` up to `to`. */
  | { readonly kind: 'visit'; readonly from?: number; readonly to?: number }
  /** The world's turn, from 1. */
  | { readonly kind: 'turn'; readonly from?: number; readonly to?: number }
  /** No edge before it out of this source leads on. */
  | { readonly kind: 'otherwise' };

export interface GraphEdge {
  readonly from: NodeId;
  /** A node, or "end". */
  readonly to: NodeId;
  /** All must hold; absent: always. */
  readonly when?: readonly Condition[];
  /** "words": what the source said. A node remembers the latest of each until the turn is over. */
  readonly carries: 'words' | 'nothing';
  /** It hands on what was said, and does not make its target speak. */
  readonly leads?: false;
}

export interface TeamGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Who speaks first, all at once. */
  readonly start: readonly NodeId[];
  /** How often a node speaks in one turn at most: loops end (F3). */
  readonly mostVisits: number;
}

/** What a node said. */
export interface Said extends Heard {
  readonly node: NodeId;
}

/** An edge that was taken; `stopped`: it was not, because its target had spoken as often as it may (F3). */
export interface Passage {
  /** Of the turn, from 1. */
  readonly round: number;
  readonly from: NodeId;
  readonly to: NodeId;
  readonly stopped?: true;
}

/** Where a walk stands between two rounds. */
export interface Walk {
  /** Who speaks in this round, in the order of the nodes; nobody when the turn is over. */
  readonly active: readonly NodeId[];
  /** How often each has spoken in this turn, this round included. */
  readonly visits: Readonly<Record<NodeId, number>>;
  /** What each has heard, in the order in which it was said. */
  readonly heard: Readonly<Record<NodeId, readonly Said[]>>;
  readonly passages: readonly Passage[];
  /** Which round this is, from 1. */
  readonly round: number;
}

/** The walk at its start. */
export function begin({ start, nodes }: TeamGraph): Walk {
  const active = nodes.flatMap(({ id }) => (start.includes(id) ? [id] : []));
  return { active, visits: Object.fromEntries(active.map((id) => [id, 1])), heard: {}, passages: [], round: 1 };
}

/** The walk after this round. `said`: by those active; whoever passed or could not be read is missing. */
export function onward(graph: TeamGraph, walk: Walk, said: ReadonlyMap<NodeId, Said>, turn: number): Walk {
  const heard: Record<NodeId, readonly Said[]> = { ...walk.heard };
  const visits: Record<NodeId, number> = { ...walk.visits };
  const passages = [...walk.passages];
  const next = new Set<NodeId>();
  for (const from of walk.active) {
    const own = said.get(from);
    const at = { own, heard: walk.heard[from] ?? [], visit: walk.visits[from] ?? 1, turn };
    let led = false;
    for (const edge of graph.edges) {
      if (edge.from !== from || !(edge.when ?? []).every((condition) => holds(condition, { ...at, led }))) continue;
      if (own && edge.carries === 'words' && edge.to !== end) heard[edge.to] = withLatest(heard[edge.to] ?? [], own);
      if (edge.leads === false) continue;
      led = true;
      const stopped = edge.to !== end && (walk.visits[edge.to] ?? 0) >= graph.mostVisits;
      passages.push({ round: walk.round, from, to: edge.to, ...(stopped ? { stopped } : {}) });
      if (edge.to !== end && !stopped) next.add(edge.to);
    }
  }
  const active = graph.nodes.flatMap(({ id }) => (next.has(id) ? [id] : []));
  for (const id of active) visits[id] = (visits[id] ?? 0) + 1;
  return { active, visits, heard, passages, round: walk.round + 1 };
}

function withLatest(heard: readonly Said[], one: Said): readonly Said[] {
  return [...heard.filter(({ node }) => node !== one.node), one];
}

/** All that a condition can see. */
export interface Evidence {
  /** What the source said in this round. */
  readonly own: Said | undefined;
  /** What its edges brought to it. */
  readonly heard: readonly Said[];
  readonly visit: number;
  readonly turn: number;
  /** An edge before it out of the same source leads on. */
  readonly led: boolean;
}

export function holds(condition: Condition, { own, heard, visit, turn, led }: Evidence): boolean {
  const within = (at: number, { from = 1, to = Number.POSITIVE_INFINITY }: { from?: number; to?: number }) =>
    at >= from && at <= to;
  const agreeing = () => agreementOf([...heard.filter(({ node }) => node !== own?.node), ...(own ? [own] : [])]);
  switch (condition.kind) {
    case 'said': {
      const one = condition.by === undefined ? own : heard.findLast(({ node }) => node === condition.by);
      return one?.moves.trim() === condition.word;
    }
    case 'agreement':
      return agreeing() >= condition.atLeast;
    case 'disagreement':
      return agreeing() < condition.below;
    case 'visit':
      return within(visit, condition);
    case 'turn':
      return within(turn, condition);
    case 'otherwise':
      return !led;
  }
}

/** The share of those who put something forward that put forward the same; 0 where nobody did. */
export function agreementOf(said: readonly Said[]): number {
  const votes = said.filter(({ moves }) => moves !== '');
  const winner = mostOf(votes);
  return winner === undefined ? 0 : votes.filter(({ moves }) => moves === winner.moves).length / votes.length;
}

/** The first of those that say what most of them say; undefined where nobody put anything forward. */
export function mostOf(said: readonly Said[]): Said | undefined {
  const counts = new Map<string, number>();
  for (const { moves } of said) if (moves !== '') counts.set(moves, (counts.get(moves) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return said.find(({ moves }) => most > 0 && counts.get(moves) === most);
}

/** Whether anybody may speak after this node. */
export function leadsOn({ edges }: TeamGraph, node: NodeId): boolean {
  return edges.some(({ from, to, leads }) => from === node && to !== end && leads !== false);
}

/** The two simplest graphs: a chain in which each hears all before it, and nodes that speak at once and hear nobody. */
export function simpleGraph(roles: readonly RoleId[], order: 'sequential' | 'parallel'): TeamGraph {
  if (order === 'parallel')
    return {
      nodes: roles.map((id) => ({ id, role: id, acts: 'turn-end' })),
      edges: roles.map((id) => ({ from: id, to: end, carries: 'nothing' })),
      start: roles,
      mostVisits: 1,
    };
  const edges = roles.flatMap((from, index): GraphEdge[] => [
    { from, to: roles[index + 1] ?? end, carries: 'words' },
    ...roles.slice(index + 2).map((to): GraphEdge => ({ from, to, carries: 'words', leads: false })),
  ]);
  const nodes = roles.map((id): GraphNode => ({ id, role: id, acts: 'at-once' }));
  return { nodes, edges, start: roles.slice(0, 1), mostVisits: 1 };
}
