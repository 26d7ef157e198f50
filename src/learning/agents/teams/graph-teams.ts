// The built-in graphs: solver and verifier, debate, ensemble with a vote, router to specialists, designer and
// executors. Each is data; the roles that speak in them are those of graph-roles.ts.
import type { EnvironmentCard } from '../../environments/environment';
import { end, type GraphEdge, type NodeId, type TeamGraph } from '../graph';
import type { Role } from '../role';
import type { Team } from '../team';
import {
  debater,
  designer,
  judge,
  router,
  solver,
  specialist,
  specialities,
  templates,
  verdicts,
  verifier,
} from './graph-roles';

/** Worlds of one player in which what is done is written in calls. */
const fits = ({ kind, players }: EnvironmentCard) => kind !== 'tasks' && players === undefined;
const fitsQuestions = ({ kind }: EnvironmentCard) => kind === 'questions';

const tells = (from: NodeId, to: NodeId): GraphEdge => ({ from, to, carries: 'words', leads: false });

/** The solver writes, the verifier takes it or sends it back, `visits` times at most. */
export function solverVerifierGraph(visits: number): TeamGraph {
  return {
    nodes: [
      { id: 'solver', role: 'solver', acts: 'draft' },
      { id: 'verifier', role: 'verifier', acts: 'draft' },
    ],
    edges: [
      tells('solver', 'solver'),
      { from: 'solver', to: 'verifier', carries: 'words' },
      { from: 'verifier', to: end, carries: 'words', when: [{ kind: 'said', word: verdicts.taken }] },
      { from: 'verifier', to: 'solver', carries: 'words', when: [{ kind: 'otherwise' }] },
    ],
    start: ['solver'],
    mostVisits: visits,
  };
}

/** All answer at once; while they do not agree, each sees all answers and answers again, `rounds` times in all. Then
 *  what most of several say is the answer, and where there is no such thing the judge decides. */
export function debateGraph(debaters: readonly NodeId[], rounds: number): TeamGraph {
  const most = [
    { kind: 'agreement', atLeast: 0.51 },
    { kind: 'visit', from: rounds },
  ] as const;
  return {
    nodes: [
      ...debaters.map((id) => ({ id, role: id, acts: 'draft' as const })),
      { id: 'count', acts: 'draft' },
      { id: 'judge', role: 'judge', acts: 'draft' },
    ],
    edges: [
      ...debaters.flatMap((from) => [
        { from, to: 'count', carries: 'words' as const },
        ...debaters.map((to) => tells(from, to)),
        tells(from, 'judge'),
      ]),
      { from: 'count', to: end, carries: 'words', when: [{ kind: 'agreement', atLeast: 1 }] },
      ...(debaters.length > 2 ? [{ from: 'count', to: end, carries: 'words', when: most } as const] : []),
      ...(rounds > 1 ? debaters : []).map((to): GraphEdge => {
        const open = { kind: 'disagreement', below: 1 } as const;
        const more = { kind: 'visit', to: rounds - 1 } as const;
        return { from: 'count', to, carries: 'nothing', when: [open, more] };
      }),
      { from: 'count', to: 'judge', carries: 'nothing', when: [{ kind: 'otherwise' }] },
      { from: 'judge', to: end, carries: 'words' },
    ],
    start: debaters,
    mostVisits: rounds,
  };
}

/** One role answers at several nodes at once, and what most of them say is done. */
export function voteGraph(voters: readonly NodeId[], role: string): TeamGraph {
  return {
    nodes: [...voters.map((id) => ({ id, role, acts: 'draft' as const })), { id: 'vote', acts: 'draft' }],
    edges: [
      ...voters.map((from): GraphEdge => ({ from, to: 'vote', carries: 'words' })),
      { from: 'vote', to: end, carries: 'words' },
    ],
    start: voters,
    mostVisits: 1,
  };
}

/** The router's word leads to the specialist of that name; without one, nobody answers. */
export function routerGraph(specialists: readonly NodeId[]): TeamGraph {
  return {
    nodes: ['router', ...specialists].map((id) => ({ id, role: id, acts: 'draft' as const })),
    edges: [
      ...specialists.map(
        (to): GraphEdge => ({ from: 'router', to, carries: 'nothing', when: [{ kind: 'said', word: to }] }),
      ),
      { from: 'router', to: end, carries: 'nothing', when: [{ kind: 'otherwise' }] },
      ...specialists.map((from): GraphEdge => ({ from, to: end, carries: 'words' })),
    ],
    start: ['router'],
    mostVisits: 1,
  };
}

/** The designer's word leads to one of three templates: a solver alone, one that is checked, or three and a vote. */
export function designerGraph(visits: number): TeamGraph {
  const voters = ['one', 'two', 'three'];
  const chosen = (to: NodeId, word: string): GraphEdge => {
    return { from: 'designer', to, carries: 'nothing', when: [{ kind: 'said', word }] };
  };
  const node = (id: NodeId, role: string) => ({ id, role, acts: 'draft' as const });
  const vote = voteGraph(voters, 'solver');
  return {
    nodes: [
      node('designer', 'designer'),
      node('alone', 'solver'),
      node('checked', 'solver'),
      node('verifier', 'verifier'),
      ...vote.nodes,
    ],
    edges: [
      chosen('alone', templates.alone),
      chosen('checked', templates.checked),
      ...voters.map((to) => chosen(to, templates.voted)),
      { from: 'designer', to: end, carries: 'nothing', when: [{ kind: 'otherwise' }] },
      { from: 'alone', to: end, carries: 'words' },
      tells('checked', 'checked'),
      { from: 'checked', to: 'verifier', carries: 'words' },
      { from: 'verifier', to: end, carries: 'words', when: [{ kind: 'said', word: verdicts.taken }] },
      { from: 'verifier', to: 'checked', carries: 'words', when: [{ kind: 'otherwise' }] },
      ...vote.edges,
    ],
    start: ['designer'],
    mostVisits: visits,
  };
}

const debaters = [debater('one', 'First debater'), debater('two', 'Second debater'), debater('three', 'Third debater')];
const two = debaters.slice(0, 2);
const idsOf = (roles: readonly Role[]): readonly NodeId[] => roles.map(({ id }) => id);

export const graphTeams: readonly Team[] = [
  {
    id: 'solver-alone',
    name: 'Solver alone',
    sentence: 'One agent answers in calls, and that is done: what a solver is without a graph around it.',
    order: 'sequential',
    roles: [solver],
    fits,
  },
  {
    id: 'solver-verifier',
    name: 'Solver and verifier',
    sentence: 'One agent answers, another takes the answer or sends it back, three times at most.',
    order: 'sequential',
    roles: [solver, verifier],
    graph: solverVerifierGraph(3),
    fits,
  },
  {
    id: 'debate',
    name: 'Debate with a judge',
    sentence: 'Two agents answer, see each other’s answers and answer again; where they do not agree, a third decides.',
    order: 'sequential',
    roles: [...two, judge],
    graph: debateGraph(idsOf(two), 2),
    fits,
  },
  {
    id: 'debate-of-three',
    name: 'Debate of three',
    sentence:
      'Three agents answer, see each other’s answers and answer again; what most say is done, and where all differ a judge decides.',
    order: 'sequential',
    roles: [...debaters, judge],
    graph: debateGraph(idsOf(debaters), 2),
    fits,
  },
  {
    id: 'vote',
    name: 'Ensemble with a vote',
    sentence: 'One agent answers three times at once, and what most of the answers say is done.',
    order: 'sequential',
    roles: [solver],
    graph: voteGraph(['one', 'two', 'three'], 'solver'),
    fits,
  },
  {
    id: 'router',
    name: 'Router to specialists',
    sentence: 'One agent names the specialist who answers; each specialist has one operation of the calculator.',
    order: 'sequential',
    roles: [router, ...specialities.map(specialist)],
    graph: routerGraph(specialities),
    fits: fitsQuestions,
  },
  {
    id: 'designer',
    name: 'Designer and executors',
    sentence: 'One agent chooses how a problem is worked on: by a solver alone, by one that is checked, or by a vote.',
    order: 'sequential',
    roles: [designer, solver, verifier],
    graph: designerGraph(3),
    fits: fitsQuestions,
  },
];
