import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../basics/knobs';
import { catalogueOf } from '../catalogue';
import { settingsFrom } from '../config/run-config';
import { environments } from '../environments';
import { worldSeed } from '../environments/splits';
import { tokenizerFrom } from '../language/tokenizer';
import { playWorlds } from '../rollouts/play';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { codeHelp } from './code';
import type { View } from './role';
import { fits, type Team } from './team';
import {
  faultsOfSpec,
  passRules,
  type RoleSpec,
  specFaultSentence,
  type TeamSpec,
  teamFrom,
  teamSpecFrom,
} from './team-spec';
import { solverVerifierGraph } from './teams/graph-teams';
import { planAlone, toolAndPlan } from './teams/planning';
import { planAloneSpec, planSpec, toolAndPlanSpec, toolSpec } from './teams/specs';
import { viewsOn, withProposal } from './try-views';

const moveBudget = 12;

/** Views of a world: with and without a proposal, one that ran and one that failed, after every kind of turn. */
function viewsOf(environment: (typeof environments)[number]): View[] {
  return [2, 5, 9].flatMap((seed) => {
    const state = environment.start(worldSeed('train', seed), defaultsOf(environment.card.knobs));
    const programs = [
      environment.calls.best(state) ?? '',
      ...environment.calls.possible(state).slice(0, 2),
      'go 0 0',
      'no call',
      '',
    ];
    return (['start', 'moved', 'still'] as const).flatMap((last, index) => {
      const view: View = { environment, state, turn: 1 + 5 * index, last, earlier: [] };
      return [view, ...programs.map((text) => withProposal(view, text, moveBudget))];
    });
  });
}

it('shows worked examples before the question, word for word, in the instruct wording alone', () => {
  const [view] = viewsOf(environments.find(({ card }) => card.id === 'plan-path')!);
  const examples = [
    { user: '@ - .', answer: 'RR' },
    { user: '{board}', answer: 'U' },
  ];
  const spec = { ...planAloneSpec, roles: [{ ...planSpec, instruct: { ...planSpec.instruct, examples } }] };
  const [role] = teamFrom(spec).roles;
  const [system, ...rest] = planAlone.roles[0]!.instruct.ask(view!, moveBudget);
  expect(role!.instruct.ask(view!, moveBudget)).toEqual([
    system,
    { role: 'user', content: '@ - .' },
    { role: 'assistant', content: 'RR' },
    { role: 'user', content: '{board}' },
    { role: 'assistant', content: 'U' },
    ...rest,
  ]);
  expect(role!.prompt(view!)).toBe(planAlone.roles[0]!.prompt(view!));
});

describe.each([
  ['tool and plan', toolAndPlan, toolAndPlanSpec],
  ['plan alone', planAlone, planAloneSpec],
] as const)('the built-in team %s as a specification', (_, built, spec) => {
  const team = teamFrom(spec);

  it.each(
    environments
      .filter(({ card }) => fits(built, card))
      .map((environment) => [environment.card.id, environment] as const),
  )('asks in %s byte for byte what the built-in one asks, in both wordings', (_id, environment) => {
    const views = viewsOf(environment);
    expect(views.length).toBeGreaterThan(30);
    for (const [index, role] of team.roles.entries()) {
      const twin = built.roles[index]!;
      for (const view of views) {
        expect(role.prompt(view)).toBe(twin.prompt(view));
        expect(role.instruct.ask(view, moveBudget)).toEqual(twin.instruct.ask(view, moveBudget));
      }
      for (const symbols of [1, 12, 36]) {
        expect(role.maxTokens(symbols)).toBe(twin.maxTokens(symbols));
        expect(role.instruct.maxTokens(symbols)).toBe(twin.instruct.maxTokens(symbols));
      }
    }
  });

  it('has the same roles in the same order', () => {
    const facts = ({ id, name, sentence, order, roles }: typeof team) => ({
      ...{ id, name, sentence, order },
      roles: roles.map((role) => [role.id, role.name, role.meaning, role.answers]),
    });
    expect(facts(team)).toEqual(facts(built));
    expect(teamFrom(JSON.parse(JSON.stringify(spec)))).toMatchObject({ id: built.id });
  });
});

it('plays as the built-in team does, answer by answer', async () => {
  const tokenizer = tokenizerFrom(
    JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
  );
  const answers = ['push D 1', 'push L 2;push U 1', 'UDLR', 'RR', 'go 1 1', 'DD'];
  const played = (team: Team) =>
    playWorlds(
      {
        environment: environments[0]!,
        environmentSettings: { size: 6, boxes: 1 },
        team,
        policies: { tool: 'tool', plan: 'plan' },
        tokenizer,
        wording: 'compact',
        weights: settingsFrom({}),
        branches: 3,
        turns: 3,
        moveBudget: 12,
        temperature: 1,
        pickRule: 'best',
        stream: 1,
      },
      [1, 2, 3].map((index) => worldSeed('train', index)),
      scriptedSampler(tokenizer, ({ prompt, branch }) => answers[(prompt.length + branch) % answers.length] ?? ''),
    );
  expect(await played(teamFrom(toolAndPlanSpec))).toEqual(await played(toolAndPlan));
});

it('lets a role write real code, and tells it what the program is given', () => {
  const coder: RoleSpec = { ...toolSpec, language: 'python', longest: { compact: 18, instruct: 512 } };
  const [role] = teamFrom({ ...toolAndPlanSpec, roles: [coder, planSpec] }).roles;
  const environment = environments[0]!;
  const [view] = viewsOn(environment, environment.start(worldSeed('train', 1), {}), 12);
  const [system] = role!.instruct.ask(view, 12);
  expect(system!.content).toContain(codeHelp('python', view, 12));
  expect(role!.program?.(view, '```python\nprint("U")\n```', 7)).toMatchObject({
    language: 'python',
    source: 'print("U")',
    seed: 7,
  });
  expect(teamFrom(toolAndPlanSpec).roles[0]!.program).toBeUndefined();
});

it('is found by its id in a catalogue, beside the built-in ones', () => {
  const spec = { ...toolAndPlanSpec, id: 'mine' };
  const catalogue = catalogueOf({ teams: [spec] });
  expect(catalogue.teamById('mine').roles.map(({ id }) => id)).toEqual(['tool', 'plan']);
  expect(catalogue.teamById('plan-alone')).toBe(planAlone);
  expect(() => catalogueOf({ teams: [toolAndPlanSpec] })).toThrow('there are two teams "tool-and-plan"');
});

describe('what a role sees', () => {
  const view = viewsOf(environments[0]!).find(({ proposal, last }) => proposal?.run.ran && last === 'still')!;
  const withPlan = (plan: Partial<RoleSpec>, team: Partial<TeamSpec> = {}) =>
    teamFrom({ ...toolAndPlanSpec, ...team, roles: [toolSpec, { ...planSpec, ...plan }] });

  it('is all that its prompt shows', () => {
    const blindToProposal = withPlan({ sees: ['board', 'last'] });
    const { proposal: _, ...without } = view;
    expect(blindToProposal.roles[1]!.prompt(view)).toBe(planAlone.roles[0]!.prompt(without));
    expect(blindToProposal.roles[1]!.instruct.ask(view, 12)).toEqual(planAlone.roles[0]!.instruct.ask(without, 12));
  });

  it.each(Object.keys(passRules) as RoleSpec['passes'][])('lets it pass its turn: %s', (passes) => {
    const role = withPlan({ passes }).roles[1]!;
    const { proposal: _, ...without } = view;
    const cases = [view, { ...view, turn: 1 }, { ...view, last: 'moved' as const }, without].map(
      (each) => role.passes?.(each) ?? false,
    );
    const expected = {
      never: [false, false, false, false],
      'first-turn': [false, true, false, false],
      'later-turns': [true, false, true, true],
      moved: [false, false, true, false],
      proposed: [true, true, true, false],
      'nothing-proposed': [false, false, false, true],
    };
    expect(cases).toEqual(expected[passes]);
  });
});

describe('a specification that cannot be played', () => {
  const sentences = (given: unknown) => faultsOfSpec(given).map((fault) => specFaultSentence(given, fault));
  const withPlan = (plan: object, team: object = {}) => ({
    ...toolAndPlanSpec,
    ...team,
    roles: [toolSpec, { ...planSpec, ...plan }],
  });

  it.each([
    [
      'an unknown member',
      { ...toolAndPlanSpec, colour: 'red' },
      'the team, the specification: there is no field "colour": take it out',
    ],
    [
      'an unknown member of a role',
      withPlan({ speed: 1 }),
      'role "plan", the role: there is no field "speed": take it out',
    ],
    ['no role', { ...toolAndPlanSpec, roles: [] }, 'the team, roles: has no role'],
    [
      'two roles with the same id',
      withPlan({ id: 'tool' }),
      'role "tool", id: role 1 has the same id: every role has its own',
    ],
    [
      'an id with spaces',
      withPlan({ id: 'My role' }),
      'role "My role", id: is made of small letters, digits and "-", a letter first',
    ],
    ['the id of a policy', withPlan({ id: 'base' }), 'role "base", id: "base" names a policy: take another'],
    ['a nameless role', withPlan({ name: ' ' }), 'role "plan", name: is empty'],
    [
      'nobody to move',
      { ...toolAndPlanSpec, roles: [toolSpec] },
      'the team, roles: nobody makes moves: one role has to answer with an action',
    ],
    ['an empty prompt', withPlan({ compact: '' }), 'role "plan", compact prompt: is empty'],
    [
      'a field that does not exist',
      withPlan({ compact: '{board}\n{bord}' }),
      'role "plan", compact prompt: {bord} is no field: known are title, turn, last, places, board, notes, proposal, program, moves, after, failed, output, earlier',
    ],
    [
      'an open {if}',
      withPlan({ compact: '{board}\n{if proposal}' }),
      'role "plan", compact prompt: {if proposal} in line 2 has no {end}',
    ],
    [
      'a field of the other wording',
      withPlan({ compact: '{board}{calls}' }),
      'role "plan", compact prompt: {calls} belongs to the instruct wording',
    ],
    [
      'a field that the role does not see',
      withPlan({ compact: '{board}\n{output}', sees: ['board', 'last', 'proposal'] }),
      'role "plan", compact prompt: {output} is not seen by this role: let it see "output", or put it between {if output} and {end}',
    ],
    [
      'a proposal in a parallel team',
      withPlan({ compact: '{board}\n{proposal}' }, { order: 'parallel' }),
      'role "plan", compact prompt: {proposal} is never there, for parallel roles see nothing of each other: put it between {if proposal} and {end}',
    ],
    [
      'a prompt without the board',
      withPlan({ compact: 'plan:' }),
      'role "plan", compact prompt: shows no board: put {board} into it, outside of any {if …}',
    ],
    [
      'an example without an answer',
      withPlan({ instruct: { ...planSpec.instruct, examples: [{ user: '@ .', answer: '' }] } }),
      'role "plan", instruct.examples.0.answer: is empty',
    ],
    [
      'instructions without the calls',
      {
        ...toolAndPlanSpec,
        roles: [{ ...toolSpec, instruct: { system: 'Write a program.', user: '{board}' } }, planSpec],
      },
      'role "tool", instruct wording, system text: does not say what a program may do: put {calls} into it',
    ],
    [
      'an endless answer',
      withPlan({ longest: { compact: 0, instruct: 'moves' } }),
      'role "plan", longest compact answer: is a whole number of tokens from 1 to 2048, or "moves"',
    ],
  ])('says so of %s', (_, given, sentence) => {
    expect(sentences(given)).toContain(sentence);
    expect(() => teamSpecFrom(given)).toThrow(sentences(given)[0]);
  });

  it('says so of what is no team at all', () => {
    for (const given of [undefined, null, 7, 'team', [], {}, { roles: [null] }])
      expect(sentences(given).length).toBeGreaterThan(0);
  });

  it('lets a role see what all before it said, and none of it in a parallel team', () => {
    const critic: RoleSpec = {
      ...planSpec,
      id: 'critic',
      sees: ['board', 'earlier'],
      compact: '{board}\n{earlier}\ncritic:',
      instruct: { ...planSpec.instruct, system: '{format}', user: '{board}\n{earlier}' },
    };
    const withCritic = { ...toolAndPlanSpec, roles: [toolSpec, critic] };
    const [, proposed] = viewsOn(environments[0]!, environments[0]!.start(worldSeed('train', 1), {}), 12);
    expect(teamFrom(withCritic).roles[1]!.prompt(proposed)).toMatch(/\ntool:push [UDLR] \d\ncritic:$/);
    expect(sentences({ ...withCritic, order: 'parallel' }).join()).toContain('{earlier} is never there');
    expect(sentences({ ...withCritic, roles: [critic, toolSpec] }).join()).toContain(
      '{earlier} is never there, for it answers first',
    );
  });

  it('allows in a parallel team what stands in a part of its own', () => {
    expect(sentences({ ...toolAndPlanSpec, order: 'parallel' })).toEqual([]);
  });
});

describe('a team with a graph', () => {
  const verifier: RoleSpec = {
    ...planSpec,
    id: 'verifier',
    name: 'Verifier',
    answers: 'word',
    words: ['done', 'need'],
    accepts: ['done'],
    sees: ['board', 'earlier'],
    compact: '{board}\n{if earlier}{earlier}\n{end}need',
    longest: { compact: 2, instruct: 8 },
  };
  const solver: RoleSpec = { ...planSpec, id: 'solver', sees: ['board'], compact: '{board}\nplan:', passes: 'never' };
  const graph = solverVerifierGraph(2);
  const spec: TeamSpec = { ...planAloneSpec, id: 'checked', roles: [solver, verifier], graph };

  it('is played: its word roles say words, and the graph is the team’s', () => {
    expect(faultsOfSpec(spec)).toEqual([]);
    const team = teamFrom(JSON.parse(JSON.stringify(spec)));
    expect(team.graph).toEqual(graph);
    expect(team.roles[1]).toMatchObject({ answers: 'word', words: ['done', 'need'], accepts: ['done'] });
  });

  it.each<[string, unknown, string]>([
    [
      'an edge to nowhere',
      { ...graph, edges: [...graph.edges, { from: 'solver', to: 'poet', carries: 'words' }] },
      'the team, the graph: edge "solver" → "poet": there is no node "poet"',
    ],
    [
      'an unknown kind of condition',
      { ...graph, edges: [{ from: 'solver', to: 'end', carries: 'words', when: [{ kind: 'mood' }] }] },
      'the team, graph.edges.0.when.0.kind: is "mood", and is to be one of "said"',
    ],
    ['no graph', undefined, 'role "verifier", answers: is a word, and only a graph reads words: draw one'],
  ])('%s is named', (_, given, sentence) => {
    const { graph: __, ...plain } = spec;
    const faulty = given ? { ...plain, graph: given } : plain;
    const [fault] = faultsOfSpec(faulty);
    expect(fault && specFaultSentence(faulty, fault)).toContain(sentence);
  });

  it('a role that nothing is handed to cannot show what others said', () => {
    const deaf = {
      ...spec,
      graph: { ...graph, edges: graph.edges.map((edge) => ({ ...edge, carries: 'nothing' as const })) },
    };
    const listening = {
      ...deaf,
      roles: [solver, { ...verifier, compact: '{board}\n{earlier}need', sees: ['board'] as const }],
    };
    const sentences = faultsOfSpec(listening).map((fault) => specFaultSentence(listening, fault));
    expect(sentences.join('\n')).toContain('{earlier} is never there, for no edge of the graph hands anything to it');
  });
});
