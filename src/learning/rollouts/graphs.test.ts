// Teams that are graphs, in play: who gets which group (F1, F4), the bound (F3), what conditions see (F2), and the
// advantages of every built-in graph, computed by hand. The play is scripted, so every reward can be read off it: a
// right answer of Maths earns 1 + 0.8 + 0.1 + 0.1 = 2, a wrong one that can be read 0.1 for its form (a wrong final
// answer ends the question and is no legal play), a right word or verdict 2, a wrong verdict 0.1 + 0.1 = 0.2, and what
// cannot be read 0. Advantages are rewards less their group's mean.
import { describe, expect, it, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { teamById } from '../agents';
import { simpleGraph } from '../agents/graph';
import type { Team } from '../agents/team';
import { debater, judge } from '../agents/teams/graph-roles';
import { debateGraph } from '../agents/teams/graph-teams';
import { planRole, toolAndPlan } from '../agents/teams/planning';
import { presetById } from '../config/presets';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import type { MathsState } from '../environments/maths/sheet';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import { assignAdvantages } from '../training/assign-advantages';
import { playWorlds } from './play';
import type { PlayedWorld, PlaySettings } from './play-settings';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';
import { replay } from './what-if';

const maths = environmentById('maths');
const seed = worldSeed('train', 1);
const question = maths.start(seed, { level: 1 }) as MathsState;
const right = question.way as string;
const [operation = '', numbers = ''] = [right.split(' ')[0], right.split(' ').slice(1).join(' ')];
const wrong = 'add 900 1';
const otherWrong = 'add 900 2';
const config = {
  ...presetById('maths').config,
  settings: settingsFrom({ normalisation: 'none', branches: 4 }),
};

const settingsOf = (team: Team, changes: Partial<PlaySettings> = {}): PlaySettings => ({
  environment: maths,
  environmentSettings: { level: 1 },
  team,
  policies: {},
  tokenizer: letterTokens,
  wording: 'compact',
  weights: config.settings,
  branches: 4,
  turns: 1,
  moveBudget: 12,
  temperature: 1,
  sampling: Object.fromEntries(team.roles.map(({ id }) => [id, { maxTokens: 60 }])),
  pickRule: 'first',
  stream: 1,
  ...changes,
});

/** Each role's answers, question by question, a letter's worth each. */
function speaking(answers: Readonly<Record<string, readonly (readonly string[])[]>>): Script {
  const asked = new Map<string, number>();
  return ({ policy, branch }) => {
    const number = asked.get(policy) ?? 0;
    const said = answers[policy]?.[number] ?? [];
    if (branch === said.length - 1) asked.set(policy, number + 1);
    return said[branch] ?? '?';
  };
}

async function playOne(settings: PlaySettings, script: Script): Promise<PlayedWorld> {
  const [world] = await playWorlds(settings, [seed], scriptedSampler(letterTokens, script));
  return world as PlayedWorld;
}

/** "solver 2" → its advantages, in the order of the play. */
function advantagesOf(world: PlayedWorld): readonly (readonly [string, readonly number[]])[] {
  return assignAdvantages(config, [world]).map(({ role, node = role, visit = 1, branches }) => [
    `${node} ${visit}`,
    branches.map(({ advantage }) => Math.round(advantage * 1e6) / 1e6),
  ]);
}

describe('solver and verifier', () => {
  const team = teamById('solver-verifier');
  const solverSays = [
    [wrong, wrong, otherWrong, '?'],
    [wrong, right, right, right],
  ];

  it('F1 has a group for every node and visit, with the advantages computed by hand', async () => {
    const script = speaking({
      solver: solverSays,
      verifier: [
        ['need', 'done', 'fail', '?'],
        ['done', 'need', 'need', 'need'],
      ],
    });
    const world = await playOne(settingsOf(team), script);
    expect(advantagesOf(world)).toEqual([
      ['solver 1', [0.025, 0.025, 0.025, -0.075]], // rewards 0.1 0.1 0.1 0, mean 0.075
      ['verifier 1', [0.95, -0.85, 0.95, -1.05]], // the draft is wrong: 2 0.2 2 0, mean 1.05
      ['solver 2', [-1.425, 0.475, 0.475, 0.475]], // 0.1 2 2 2, mean 1.525
      ['verifier 2', [-1.35, 0.45, 0.45, 0.45]], // wrong again: 0.2 2 2 2, mean 1.55
    ]);
    expect(world).toMatchObject({ solved: false, end: 'lost' }); // the verifier took a wrong answer
    expect(world.way).toEqual([
      { turn: 1, round: 1, from: 'solver', to: 'verifier' },
      { turn: 1, round: 2, from: 'verifier', to: 'solver' },
      { turn: 1, round: 3, from: 'solver', to: 'verifier' },
      { turn: 1, round: 4, from: 'verifier', to: 'end' },
    ]);
  });

  it('F4 a node that is not visited again has no group there', async () => {
    const script = speaking({ solver: [[right, wrong, wrong, wrong]], verifier: [['done', 'need', 'need', 'need']] });
    const world = await playOne(settingsOf(team), script);
    expect(advantagesOf(world)).toEqual([
      ['solver 1', [1.425, -0.475, -0.475, -0.475]], // 2 0.1 0.1 0.1, mean 0.575
      ['verifier 1', [1.35, -0.45, -0.45, -0.45]], // 2 0.2 0.2 0.2, mean 0.65
    ]);
    expect(world.end).toBe('solved');
  });

  it('F3 is sent back as often as the bound allows, which is recorded; then the last draft that can be read is done', async () => {
    const script = speaking({
      solver: [
        [wrong, '?'],
        [right, '?'],
        ['?', '?'],
      ],
      verifier: [
        ['need', '?'],
        ['need', '?'],
        ['need', '?'],
      ],
    });
    const world = await playOne(settingsOf(team, { branches: 2 }), script);
    expect(world.groups.map(({ role, visit = 1 }) => `${role} ${visit}`)).toEqual(
      [1, 2, 3].flatMap((visit) => [`solver ${visit}`, `verifier ${visit}`]),
    );
    expect(world.way?.at(-1)).toEqual({ turn: 1, round: 6, from: 'verifier', to: 'solver', stopped: true });
    expect(world.solved).toBe(true);
  });

  it('a draft changes nothing before it is taken; the solver is shown it and the verdict', async () => {
    const script = speaking({ solver: [[wrong], [right]], verifier: [['need'], ['done']] });
    const world = await playOne(settingsOf(team, { branches: 1 }), script);
    for (const { before } of world.groups) expect(before).toEqual(world.start);
    expect(world.groups[1]?.prompt).toContain(`\nif ${wrong}`);
    expect(world.groups[2]?.prompt).toContain(`tool:${wrong}\nran:901 need\ntool:`);
  });
});

test('debate: hand-computed advantages; F4 the judge has no group where the debaters agree', async () => {
  const team = teamById('debate');
  const agreeing = speaking({
    one: [
      [right, wrong],
      [right, '?'],
    ],
    two: [
      [wrong, wrong],
      [right, wrong],
    ],
  });
  const agreed = await playOne(settingsOf(team, { branches: 2 }), agreeing);
  expect(advantagesOf(agreed)).toEqual([
    ['one 1', [0.95, -0.95]], // 2 0.1
    ['two 1', [0, 0]],
    ['one 2', [1, -1]], // 2 0
    ['two 2', [0.95, -0.95]],
  ]);
  expect(agreed.solved).toBe(true);
  const drafts = (agreed.groups[2]?.prompt ?? '').match(/(?<=tool:).+/g);
  expect(drafts).toEqual([right, wrong]);
  const arguing = speaking({
    one: [
      [wrong, wrong],
      [wrong, wrong],
    ],
    two: [
      [right, right],
      [right, '?'],
    ],
    judge: [[right, question.answer]],
  });
  const judged = await playOne(settingsOf(team, { branches: 2 }), arguing);
  expect(advantagesOf(judged).slice(2)).toEqual([
    ['one 2', [0, 0]],
    ['two 2', [1, -1]],
    ['judge 1', [1, -1]], // 2 0: a number alone is not read
  ]);
  expect(judged.solved).toBe(true);
  const nodes = judged.way?.map(({ from }) => from);
  expect(nodes).toEqual(['one', 'two', 'count', 'count', 'one', 'two', 'count', 'judge']);
});

test('vote: three answers of one role are three groups, and what most of them say is done', async () => {
  const team = teamById('vote');
  const script = speaking({
    solver: [
      [wrong, right],
      [right, '?'],
      [right, wrong],
    ],
  });
  const world = await playOne(settingsOf(team, { branches: 2 }), script);
  expect(advantagesOf(world)).toEqual([
    ['one 1', [-0.95, 0.95]],
    ['two 1', [1, -1]],
    ['three 1', [0.95, -0.95]],
  ]);
  expect(new Set(world.groups.map(({ prompt }) => prompt)).size).toBe(1); // F1: the same prompt, and not one group
  expect(world.solved).toBe(true);
  const outvoted = speaking({
    solver: [
      [right, '?'],
      [wrong, '?'],
      [wrong, '?'],
    ],
  });
  expect((await playOne(settingsOf(team, { branches: 2 }), outvoted)).solved).toBe(false);
});

test('router: a word is worth what the specialist makes of it; F4 the others have no group', async () => {
  const others = ['add', 'sub', 'mul'].filter((one) => one !== operation);
  const words = [operation, ...others, '?'];
  const script: Script = ({ policy, branch }) =>
    policy === 'router' ? (words[branch] as string) : branch < 3 ? ` ${numbers}` : ' 1 1';
  for (const credit of ['look-ahead', 'own'] as const) {
    const world = await playOne(settingsOf(teamById('router'), { credit, lookAheads: 2 }), script);
    expect(advantagesOf(world)).toEqual([
      ['router 1', [0.8, -0.2, -0.2, -0.4]], // 1 + 0.1 + 0.1, then 0.2 0.2 0: mean 0.4
      [`${operation} 1`, [0.475, 0.475, 0.475, -1.425]], // 2 2 2 0.1
    ]);
    expect(world.solved).toBe(true);
  }
});

test('designer: each template is worth what its executors make of it; F4 those not chosen have no group', async () => {
  // The solver is right only after it was sent back, and the verifier knows.
  const script: Script = ({ policy, prompt, branch }) => {
    if (policy === 'designer') return ['1', '2', '3', '?'][branch] as string;
    if (policy === 'verifier') return prompt.endsWith(wrong) ? 'need' : 'done';
    return prompt.endsWith('need\ntool:') ? right : wrong;
  };
  const alone = await playOne(settingsOf(teamById('designer')), script);
  expect(advantagesOf(alone)).toEqual([
    ['designer 1', [-0.2, 0.8, -0.2, -0.4]], // 0.2, 1 + 0.1 + 0.1, 0.2, 0: mean 0.4
    ['alone 1', [0, 0, 0, 0]],
  ]);
  expect(alone.solved).toBe(false);
  const best = await playOne(settingsOf(teamById('designer'), { pickRule: 'best' }), script);
  const visited = best.groups.map(({ role, node = role, visit = 1 }) => `${node} ${visit}`);
  expect(visited).toEqual(['designer 1', 'checked 1', 'verifier 1', 'checked 2', 'verifier 2']);
  expect(best.solved).toBe(true);
});

test('F2 the way does not depend on what nobody said: with another right answer the same talk goes the same way', async () => {
  for (const id of ['solver-verifier', 'debate', 'debate-of-three', 'vote', 'router', 'designer']) {
    const team = teamById(id);
    const talk: Script = ({ prompt, seed: chance, policy }) =>
      rngFrom(chance, prompt).pick(
        policy === 'verifier' ? ['done', 'need'] : [right, wrong, otherWrong, '5', operation],
      );
    const elsewhere = { ...maths, start: () => ({ ...question, answer: '987654' }) };
    const [one, other] = await Promise.all(
      [maths, elsewhere].map((environment) =>
        playOne(settingsOf(team, { environment: environment as PlaySettings['environment'] }), talk),
      ),
    );
    expect(other?.way, id).toEqual(one?.way);
    expect(other?.groups.map(({ prompt }) => prompt)).toEqual(one?.groups.map(({ prompt }) => prompt));
  }
});

test('with any credit the samples and the trunk are as without; plays that look ahead walk the graph to its end', async () => {
  const team: Team = {
    ...teamById('debate'),
    roles: [debater('one', ''), debater('two', ''), debater('own', ''), judge],
    graph: debateGraph(['one', 'two', 'own'], 3),
  };
  const talk: Script = ({ prompt, seed: chance }) => rngFrom(chance, prompt).pick([right, wrong, otherWrong, '5']);
  const plain = await playOne(settingsOf(team), talk);
  for (const credit of ['look-ahead', 'counterfactual', 'after-turn'] as const) {
    const world = await playOne(settingsOf(team, { credit, lookAheads: 2 }), talk);
    const said = ({ groups }: PlayedWorld) =>
      groups.map(({ branches, trunk }) => [branches.map(({ text }) => text), trunk]);
    expect(said(world)).toEqual(said(plain));
    expect(world.way).toEqual(plain.way);
    if (credit === 'after-turn') continue;
    for (const { role, branches } of world.groups) {
      const isLast = role === 'judge';
      for (const { followed } of branches) expect(followed === undefined).toBe(isLast);
    }
  }
});

describe('the two simplest graphs play as the orders do, to the digit', () => {
  const walkers: Team = { ...toolAndPlan, order: 'parallel', roles: ['a', 'b'].map((id) => ({ ...planRole, id })) };
  test.each([
    ['tool-and-plan', toolAndPlan, 'sokoban'],
    ['two in a row', walkers, 'sokoban'],
    ['maths', teamById('maths-solvers-and-judge'), 'maths'],
  ] as const)('%s', async (_, team, world) => {
    const graph = simpleGraph(
      team.roles.map(({ id }) => id),
      team.order,
    );
    const talk: Script = ({ prompt, seed: chance }) =>
      rngFrom(chance, prompt).pick(['push U 1', 'UU', 'push L 1', 'RRD', right, wrong, '5', '?']);
    const changes = {
      environment: environmentById(world),
      environmentSettings: {},
      turns: 3,
      pickRule: 'best',
    } as const;
    const [plain, walked] = await Promise.all(
      [team, { ...team, graph }].map((one) => playOne(settingsOf(one, changes), talk)),
    );
    const { way, ...rest } = walked as PlayedWorld;
    expect(rest).toEqual(plain);
    expect(way?.length).toBeGreaterThan(0);
  });
});

test('a game of a graph is played again from each of its answers', async () => {
  for (const id of ['solver-verifier', 'debate', 'debate-of-three', 'vote', 'router', 'designer']) {
    const settings = settingsOf(teamById(id), { turns: 2 });
    const talk: Script = ({ prompt, seed: chance, policy }) =>
      rngFrom(chance, prompt).pick(
        policy === 'verifier' ? ['done', 'need', 'fail'] : [right, wrong, otherWrong, '5', operation, '2', '3', '?'],
      );
    const sampler = scriptedSampler(letterTokens, talk);
    for (const record of await playWorlds(settings, [seed, worldSeed('train', 2)], sampler)) {
      for (const { turn, role, node, visit } of record.groups) {
        const at = { turn, role, ...(node ? { node } : {}), ...(visit ? { visit } : {}) };
        const again = await replay(settings, record, { ...at, by: { kind: 'nothing' } }, sampler);
        expect(again, id).toEqual(record);
      }
    }
  }
});
