// Graphs as data: the walk over them, what their conditions read, and what is said of one that cannot be walked.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { graphTeams, teams } from '.';
import {
  agreementOf,
  begin,
  end,
  holds,
  mostOf,
  onward,
  type Said,
  simpleGraph,
  type TeamGraph,
  type Walk,
} from './graph';
import { checkGraph, faultsOfGraph } from './graph-faults';
import { graphOf } from './team';
import { debateGraph, routerGraph, solverVerifierGraph, voteGraph } from './teams/graph-teams';

const saying = (node: string, moves: string): Said => ({ node, role: node, text: moves, moves, why: '' });
type Words = Readonly<Record<string, string | undefined>>;
const round = (graph: TeamGraph, walk: Walk, words: Words, turn = 1) => {
  const said = Object.entries(words).flatMap(([node, moves]) =>
    moves === undefined ? [] : [[node, saying(node, moves)] as const],
  );
  return onward(graph, walk, new Map(said), turn);
};

/** Who is active in each round, when every node says what it is given for that round. */
function rounds(graph: TeamGraph, words: readonly Words[]): readonly (readonly string[])[] {
  let walk = begin(graph);
  return words.map((said) => {
    const { active } = walk;
    walk = round(graph, walk, said);
    return active;
  });
}

describe('the two simplest graphs', () => {
  it('a sequential team is a chain in which each hears all before it, in their order', () => {
    const graph = simpleGraph(['a', 'b', 'c'], 'sequential');
    expect(rounds(graph, [{ a: '1' }, { b: '2' }, { c: '3' }, {}])).toEqual([['a'], ['b'], ['c'], []]);
    const walk = round(graph, round(graph, begin(graph), { a: '1' }), { b: '2' });
    expect(walk.heard['c']?.map(({ node }) => node)).toEqual(['a', 'b']);
  });

  it('in a chain one who passes is heard by nobody, and the next speaks all the same', () => {
    const graph = simpleGraph(['a', 'b', 'c'], 'sequential');
    const walk = round(graph, round(graph, begin(graph), {}), { b: '2' });
    expect(walk).toMatchObject({ active: ['c'] });
    expect(walk.heard['c']?.map(({ node }) => node)).toEqual(['b']);
  });

  it('a parallel team speaks at once and hears nobody', () => {
    const graph = simpleGraph(['a', 'b'], 'parallel');
    expect(begin(graph).active).toEqual(['a', 'b']);
    expect(round(graph, begin(graph), { a: '1', b: '2' })).toMatchObject({ active: [], heard: {} });
  });
});

describe('solver and verifier', () => {
  const graph = solverVerifierGraph(3);

  it('ends where the verifier takes the draft, and goes back where it says anything else or nothing', () => {
    const taken = [{ solver: 'x' }, { verifier: 'done' }, {}];
    expect(rounds(graph, taken)).toEqual([['solver'], ['verifier'], []]);
    for (const verdict of [{ verifier: 'need' }, {}])
      expect(rounds(graph, [{ solver: 'x' }, verdict, {}])).toEqual([['solver'], ['verifier'], ['solver']]);
  });

  it('a node remembers the latest that each said', () => {
    let walk = begin(graph);
    for (const words of [{ solver: 'x' }, { verifier: 'need' }, { solver: 'y' }]) walk = round(graph, walk, words);
    expect(walk.heard['verifier']?.map(({ moves }) => moves)).toEqual(['y']);
    expect(walk.heard['solver']?.map(({ moves }) => moves)).toEqual(['need', 'y']);
  });

  it('F3 a loop ends at its bound, and that is in the way', () => {
    let walk = begin(graph);
    const met: string[] = [];
    while (walk.active.length > 0) {
      met.push(...walk.active);
      walk = round(graph, walk, { solver: 'x', verifier: 'need' });
    }
    expect(met).toEqual(['solver', 'verifier', 'solver', 'verifier', 'solver', 'verifier']);
    expect(walk.passages.at(-1)).toEqual({ round: 6, from: 'verifier', to: 'solver', stopped: true });
    expect(walk.passages.slice(0, -1).every(({ stopped }) => stopped === undefined)).toBe(true);
  });
});

describe('debate', () => {
  const graph = debateGraph(['one', 'two', 'three'], 2);

  it('ends without the judge as soon as all agree', () => {
    const all = { one: '5', two: '5', three: '5' };
    expect(rounds(graph, [all, {}, {}])).toEqual([['one', 'two', 'three'], ['count'], []]);
  });

  it('asks once more, then the judge; the debaters hear each other and themselves, the judge their last answers', () => {
    const first = { one: '5', two: '6', three: '5' };
    const second = { one: '5', two: '6', three: '7' };
    let walk = begin(graph);
    walk = round(graph, walk, first);
    walk = round(graph, walk, {});
    expect(walk.active).toEqual(['one', 'two', 'three']);
    expect(walk.heard['two']?.map(({ moves }) => moves)).toEqual(['5', '6', '5']);
    walk = round(graph, walk, second);
    walk = round(graph, walk, {});
    expect(walk.active).toEqual(['judge']);
    expect(walk.heard['judge']?.map(({ moves }) => moves)).toEqual(['5', '6', '7']);
    expect(round(graph, walk, { judge: '5' })).toMatchObject({ active: [] });
  });

  it('takes in its last round what most of three say, in an earlier one what all say', () => {
    const most = { one: '5', two: '6', three: '5' };
    const all = ['one', 'two', 'three'];
    expect(rounds(graph, [most, {}, most, {}, {}])).toEqual([all, ['count'], all, ['count'], []]);
  });

  it('of one round goes straight to the judge', () => {
    expect(rounds(debateGraph(['one', 'two'], 1), [{ one: '5', two: '6' }, {}, {}])).toEqual([
      ['one', 'two'],
      ['count'],
      ['judge'],
    ]);
  });
});

test('a router leads to the one it names, and to the end where it names nobody', () => {
  const graph = routerGraph(['add', 'sub']);
  expect(rounds(graph, [{ router: 'sub' }, { sub: '3' }, {}])).toEqual([['router'], ['sub'], []]);
  expect(rounds(graph, [{}, {}])).toEqual([['router'], []]);
});

test('F2 a condition reads what its edges carry, the visit and the turn: the same of these leads the same way', () => {
  const own = saying('a', 'yes');
  const heard = [saying('b', 'no'), saying('c', 'yes')];
  const at = { own, heard, visit: 2, turn: 3, led: false };
  expect(holds({ kind: 'said', word: 'yes' }, at)).toBe(true);
  expect(holds({ kind: 'said', word: 'yes', by: 'b' }, at)).toBe(false);
  expect(holds({ kind: 'said', word: 'no', by: 'b' }, at)).toBe(true);
  expect(holds({ kind: 'said', word: 'yes' }, { ...at, own: undefined })).toBe(false);
  expect(holds({ kind: 'agreement', atLeast: 2 / 3 }, at)).toBe(true);
  expect(holds({ kind: 'agreement', atLeast: 1 }, at)).toBe(false);
  expect(holds({ kind: 'disagreement', below: 1 }, at)).toBe(true);
  expect(holds({ kind: 'visit', from: 2 }, at)).toBe(true);
  expect(holds({ kind: 'visit', to: 1 }, at)).toBe(false);
  expect(holds({ kind: 'turn', from: 1, to: 2 }, at)).toBe(false);
  expect(holds({ kind: 'otherwise' }, at)).toBe(true);
  expect(holds({ kind: 'otherwise' }, { ...at, led: true })).toBe(false);
});

test('votes: of those who put something forward the first of the most; nobody agrees where nobody does', () => {
  const said = [saying('a', ''), saying('b', '3'), saying('c', '4'), saying('d', '4')];
  expect(mostOf(said)?.node).toBe('c');
  expect(mostOf(said.slice(0, 3))?.node).toBe('b');
  expect(mostOf([saying('a', '')])).toBeUndefined();
  expect(agreementOf(said)).toBeCloseTo(2 / 3, 12);
  expect(agreementOf([])).toBe(0);
});

test('F3 every built-in graph ends, whatever is said, within its bound', () => {
  const words = fc.constantFrom('done', 'need', 'add', 'mul', '5', '6', '');
  fc.assert(
    fc.property(fc.constantFrom(...graphTeams), fc.infiniteStream(words), (team, talk) => {
      const graph = graphOf(team);
      let walk = begin(graph);
      for (let count = 0; walk.active.length > 0; count++) {
        expect(count).toBeLessThan(graph.nodes.length * graph.mostVisits);
        const said = Object.fromEntries(walk.active.map((node) => [node, talk.next().value ?? '']));
        walk = round(graph, walk, said);
      }
      for (const visits of Object.values(walk.visits)) expect(visits).toBeLessThanOrEqual(graph.mostVisits);
    }),
  );
});

test('the graph of every listed team can be walked', () => {
  for (const team of [...teams, ...graphTeams])
    expect(
      faultsOfGraph(
        graphOf(team),
        team.roles.map(({ id }) => id),
      ),
      team.id,
    ).toEqual([]);
});

describe('what is said of a graph that cannot be walked', () => {
  const sound = solverVerifierGraph(3);
  const roles = ['solver', 'verifier'];
  const loose = { from: 'solver', to: 'nobody', carries: 'words' } as const;
  test.each<[string, TeamGraph, string]>([
    [
      'an edge to nowhere',
      { ...sound, edges: [...sound.edges, loose] },
      'edge "solver" → "nobody": there is no node "nobody"',
    ],
    ['no start', { ...sound, start: [] }, 'the graph: nobody speaks first: name a node in "start"'],
    [
      'a node that nobody leads to',
      {
        ...sound,
        nodes: [...sound.nodes, { id: 'critic', role: 'verifier', acts: 'draft' }],
        edges: [...sound.edges, { from: 'critic', to: end, carries: 'words' }],
      },
      'node "critic": no way leads to it from the start',
    ],
    [
      'a loop without a way out',
      { ...sound, edges: sound.edges.filter(({ to }) => to !== end) },
      'node "solver": no way leads from it to the end',
    ],
    [
      'a strange role',
      { ...sound, nodes: sound.nodes.map((node) => (node.id === 'solver' ? { ...node, role: 'poet' } : node)) },
      'node "solver": there is no role "poet": known are solver, verifier',
    ],
    ['no bound', { ...sound, mostVisits: Number.POSITIVE_INFINITY }, '"mostVisits" is a whole number from 1 to 16'],
    [
      'a condition on a stranger',
      {
        ...sound,
        edges: sound.edges.map((edge) =>
          edge.to === end ? { ...edge, when: [{ kind: 'said', word: 'yes', by: 'critic' }] } : edge,
        ),
      },
      'edge "verifier" → "end": its condition asks for what "critic" said, and there is no such node',
    ],
  ])('%s', (_, graph, sentence) => {
    expect(() => checkGraph(graph, roles)).toThrow(sentence);
  });

  it('nothing of a sound one', () => {
    expect(() => checkGraph(sound, roles)).not.toThrow();
    expect(faultsOfGraph(voteGraph(['a', 'b'], 'solver'), ['solver'])).toEqual([]);
  });
});
