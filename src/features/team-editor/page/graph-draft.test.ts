import { describe, expect, it, test } from 'vitest';
import { end } from '../../../learning/agents/graph';
import { faultsOfGraph } from '../../../learning/agents/graph-faults';
import { debateGraph, solverVerifierGraph } from '../../../learning/agents/teams/graph-teams';
import { planSpec, toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import {
  conditionInWords,
  edgeInWords,
  followingRoles,
  graphOfOrder,
  newConditions,
  placesOf,
  renamedNode,
  withConditions,
  withEdge,
  withNode,
  withNodeChanged,
  withoutEdge,
  withoutNode,
} from './graph-draft';

const graph = solverVerifierGraph(3);
const roles = ['solver', 'verifier'];

test('an editor begins with the graph that the order is, and that can be walked', () => {
  for (const order of ['sequential', 'parallel'] as const)
    expect(faultsOfGraph(graphOfOrder({ ...toolAndPlanSpec, order }), ['tool', 'plan'])).toEqual([]);
});

describe('nodes and edges', () => {
  it('a new node leads to the end and can be walked; taken away, the graph is as before', () => {
    for (const role of ['solver', undefined]) {
      const grown = withNode(graph, role);
      expect(faultsOfGraph(grown, roles)).toEqual([]);
      expect(withoutNode(grown, grown.nodes.at(-1)?.id ?? '')).toEqual(graph);
    }
  });

  it('a new edge comes last, and goes again', () => {
    const grown = withEdge(graph, 'verifier', 'verifier');
    expect(grown.edges.at(-1)).toEqual({ from: 'verifier', to: 'verifier', carries: 'words' });
    expect(withoutEdge(grown, grown.edges.length - 1)).toEqual(graph);
  });

  it('a renamed node keeps its edges, its place at the start and what conditions ask of it', () => {
    const asking = withConditions({ from: 'verifier', to: end, carries: 'words' }, [
      { kind: 'said', word: 'yes', by: 'solver' },
    ]);
    const renamed = renamedNode({ ...graph, edges: [...graph.edges, asking] }, 'solver', 'writer');
    expect(renamed.start).toEqual(['writer']);
    expect(renamed.edges.at(-1)?.when).toEqual([{ kind: 'said', word: 'yes', by: 'writer' }]);
    expect(faultsOfGraph(renamed, roles)).toEqual([]);
    expect(renamedNode(graph, 'solver', 'verifier')).toBe(graph); // taken
  });

  it('who speaks first is chosen', () => {
    expect(withNodeChanged(graph, 'verifier', { first: true }).start).toEqual(['solver', 'verifier']);
    expect(withNodeChanged(graph, 'solver', { first: false }).start).toEqual([]);
  });
});

test('the graph follows its roles: renamed, added, taken away', () => {
  const [solver, verifier] = roles.map((id) => ({ ...planSpec, id }));
  if (!solver || !verifier) throw new Error('there are two');
  const renamed = followingRoles(graph, [solver, verifier], [{ ...solver, id: 'poet' }, verifier]);
  expect(faultsOfGraph(renamed, ['poet', 'verifier'])).toEqual([]);
  const grown = followingRoles(graph, [solver, verifier], [solver, verifier, { ...solver, id: 'third' }]);
  expect(faultsOfGraph(grown, [...roles, 'third'])).toEqual([]);
  const cut = followingRoles(graph, [solver, verifier], [solver]);
  expect(cut.nodes.map(({ id }) => id)).toEqual(['solver']);
});

test('conditions and edges in words', () => {
  expect(Object.values(newConditions).map(conditionInWords)).toEqual([
    '“yes”',
    '100 % agree',
    'below 100 % agree',
    'visit 1',
    'turn 1',
    'otherwise',
  ]);
  expect(conditionInWords({ kind: 'visit', from: 2 })).toBe('visit 2 or later');
  expect(edgeInWords({ from: 'a', to: 'b', carries: 'words', leads: false })).toBe('tells');
  expect(edgeInWords({ from: 'a', to: 'b', carries: 'nothing', when: [{ kind: 'otherwise' }] })).toBe(
    'otherwise, silent',
  );
});

test('every node has a place of its own, the end behind all', () => {
  const places = placesOf(debateGraph(['one', 'two'], 2));
  expect([...places.keys()].sort()).toEqual(['count', 'end', 'judge', 'one', 'two']);
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
  expect(Math.max(...[...places.values()].map(({ x }) => x))).toBe(places.get(end)?.x);
});
