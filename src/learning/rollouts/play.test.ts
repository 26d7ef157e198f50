import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { teamById } from '../agents';
import type { Role } from '../agents/role';
import type { Team } from '../agents/team';
import { planAlone, planRole, toolAndPlan, toolRole } from '../agents/teams/planning';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import type { Environment } from '../environments/environment';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import { tokenizerFrom } from '../language/tokenizer';
import { playWorlds } from './play';
import type { PlayedBoard, PlaySettings } from './play-settings';
import type { Sampler } from './sampler';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const sokoban = environmentById('sokoban');
const seeds = Array.from({ length: 12 }, (_, index) => worldSeed('train', index));
const settings: PlaySettings = {
  environment: sokoban,
  environmentSettings: { size: 6, boxes: 1 },
  team: toolAndPlan,
  policies: { tool: 'tool', plan: 'plan' },
  tokenizer,
  wording: 'compact',
  weights: settingsFrom({}),
  branches: 4,
  turns: 3,
  moveBudget: 12,
  temperature: 1,
  pickRule: 'best',
  stream: 1,
};
const calls = ['push U 1', 'push D 1', 'push L 1', 'push R 1'];
const moves = ['UU', 'DD', 'LL', 'RR'];
const everyWay: Script = ({ prompt, branch }) => (prompt.endsWith('tool:') ? calls : moves)[branch % 4] as string;
const play = (script: Script, changes: Partial<PlaySettings> = {}, worlds: readonly number[] = seeds) =>
  playWorlds({ ...settings, ...changes }, worlds, scriptedSampler(tokenizer, script));

/** Solves with the world's own solver, at once. */
function solverScript(
  environment: Environment,
  environmentSettings: PlaySettings['environmentSettings'],
  worlds: readonly number[],
): Script {
  const solutions = new Map(
    worlds.map((seed) => {
      const state = environment.start(seed, environmentSettings);
      return [
        environment.wording.describe(state),
        { moves: environment.wording.write(environment.solve(state)), call: environment.calls.best(state) ?? '' },
      ];
    }),
  );
  return ({ prompt }) => {
    const board = [...solutions].find(([text]) => prompt.includes(text))?.[1];
    return (prompt.endsWith('tool:') ? board?.call : board?.moves) ?? 'U';
  };
}

test('G2 a sample’s reward is fixed before the trunk is chosen: the pick rule changes no reward of the first group', async () => {
  const rewards = async (pickRule: PlaySettings['pickRule']) =>
    (await play(everyWay, { pickRule })).map((world) => world.groups[0]?.branches.map((branch) => branch.reward));
  expect(await rewards('best')).toEqual(await rewards('random'));
});

test('G3 choosing the trunk changes no recorded sample: every branch keeps its own text, board and reward', async () => {
  for (const world of await play(everyWay)) {
    for (const group of world.groups) {
      expect(group.branches.map((branch) => branch.text)).toEqual(group.role === 'tool' ? calls : moves);
      expect(group.branches[group.trunk]?.reward).toBe(Math.max(...group.branches.map((branch) => branch.reward)));
    }
  }
});

test('G4 every role of a turn gets a group, also at the turn that solves the world', async () => {
  const worlds = await play(solverScript(sokoban, settings.environmentSettings, seeds));
  const solved = worlds.filter((world) => world.solved);
  expect(solved.length).toBeGreaterThan(8);
  for (const world of solved)
    expect(world.groups.filter((group) => group.turn === world.turns).map((group) => group.role)).toEqual([
      'tool',
      'plan',
    ]);
});

test('G5 in a sequential team the second role sees the first one’s action of the same turn; in a parallel team nobody does', async () => {
  const promptsOfPlan = async (team: Team) =>
    (await play(everyWay, { team })).flatMap((world) =>
      world.groups.filter((group) => group.role === 'plan').map((group) => group.prompt),
    );
  const sequential = await play(everyWay);
  for (const world of sequential) {
    for (const group of world.groups.filter((one) => one.role === 'plan')) {
      const tool = world.groups.find((one) => one.role === 'tool' && one.turn === group.turn);
      expect(group.prompt).toContain(`tool:${tool?.branches[tool.trunk]?.text}\n`);
    }
  }
  for (const prompt of await promptsOfPlan({ ...toolAndPlan, order: 'parallel' }))
    expect(prompt).not.toContain('tool:');
});

test('G6 a role that passes its turn makes no sample', async () => {
  const team: Team = { ...toolAndPlan, roles: [{ ...toolRole, passes: (view) => view.turn > 1 }, planRole] };
  for (const world of await play(everyWay, { team })) {
    expect(world.groups.filter((group) => group.role === 'tool').map((group) => group.turn)).toEqual([1]);
    expect(world.groups.filter((group) => group.role === 'plan')).toHaveLength(world.turns);
  }
});

test('G6 in a parallel team too: who passes is not asked, and a turn in which all pass goes by', async () => {
  const passes: Role['passes'] = ({ turn }) => turn !== 2;
  const team: Team = { ...toolAndPlan, order: 'parallel', roles: [{ ...toolRole, passes }, planRole] };
  for (const world of await play(everyWay, { team }))
    expect(world.groups.filter((group) => group.role === 'tool').map((group) => group.turn)).toEqual(
      world.turns > 1 ? [2] : [],
    );
  const idle: Team = { ...team, roles: team.roles.map((role) => ({ ...role, passes: () => true })) };
  for (const world of await play(everyWay, { team: idle }))
    expect(world).toMatchObject({ groups: [], end: 'out-of-turns', turns: 3 });
});

test('G5 the roles of a parallel team are asked in one question, all from the board at the start of the turn', async () => {
  const sampler = scriptedSampler(tokenizer, everyWay);
  let questions = 0;
  const counting: Sampler = {
    sample: (groups) => {
      questions++;
      return sampler.sample(groups);
    },
  };
  const walkers: Team = {
    ...toolAndPlan,
    order: 'parallel',
    roles: ['a', 'b', 'c'].map((id) => ({ ...planRole, id })),
  };
  const worlds = await playWorlds({ ...settings, team: walkers }, seeds, counting);
  expect(questions).toBe(Math.max(...worlds.map(({ turns }) => turns)));
  for (const world of worlds) {
    for (let turn = 1; turn <= world.turns; turn++) {
      const groups = world.groups.filter((group) => group.turn === turn);
      expect(groups.map(({ role }) => role)).toEqual(['a', 'b', 'c']); // G4
      expect(new Set(groups.map(({ before }) => before.join('\n'))).size).toBe(1);
      expect(new Set(groups.map(({ prompt }) => prompt)).size).toBe(1);
    }
  }
});

/** The boards of `seed` after each of these lists of moves, one after the other. */
function boardsAfter(seed: number, lists: readonly string[]): string[] {
  let state = sokoban.start(seed, settings.environmentSettings);
  return lists.map((moves) => {
    state = sokoban.act(state, sokoban.wording.read(moves), settings.moveBudget).state;
    return sokoban.picture(state).join('\n');
  });
}

test('three roles that act: in turn each sees what the others before it did; in parallel their moves follow at the end of the turn', async () => {
  const said: Record<string, string> = { a: 'U', b: 'L', c: 'D' };
  const script: Script = ({ policy }) => said[policy] ?? '';
  const roles = Object.keys(said).map((id): Role => ({ ...planRole, id }));
  const changes = { branches: 2, turns: 2, policies: {} };
  for (const order of ['sequential', 'parallel'] as const) {
    for (const world of await play(script, { ...changes, team: { ...toolAndPlan, order, roles } })) {
      const start = world.start.join('\n');
      const [afterA = '', afterB = '', afterC = ''] = boardsAfter(world.seed, ['U', 'L', 'D']);
      const seen = world.groups.map(({ before }) => before.join('\n'));
      expect(seen.slice(0, 3)).toEqual(order === 'parallel' ? [start, start, start] : [start, afterA, afterB]);
      if (world.turns > 1) expect(seen[3]).toBe(afterC);
    }
  }
});

test('G7 the second role’s rewards are measured on outcomes of its own actions', async () => {
  const groups = (await play(everyWay)).flatMap((world) => world.groups.filter((group) => group.role === 'plan'));
  const boards = groups.map((group) => new Set(group.branches.map((branch) => branch.after.join('\n'))).size);
  expect(Math.max(...boards)).toBeGreaterThan(1);
  for (const group of groups) {
    for (const branch of group.branches) {
      const direction = branch.text[0] as string;
      const moved = branch.frames.some((frame) => frame.join() !== group.before.join());
      expect(branch.frames.length).toBe(branch.text.length);
      if (!moved) expect(branch.after).toEqual(group.before);
      else expect(branch.after, `${direction} moved something`).not.toEqual(group.before);
    }
  }
});

test('W2 a list longer than the budget earns nothing for the excess and is marked', async () => {
  const [world] = await play(() => 'UDUDUDUD', {
    team: planAlone,
    policies: { plan: 'plan' },
    moveBudget: 6,
    turns: 1,
  });
  const branch = world?.groups[0]?.branches[0];
  expect(branch).toMatchObject({ excess: 2, terms: { format: 0 } });
  expect(branch?.frames).toHaveLength(6);
});

test('W4 running out of turns is never success', async () => {
  for (const world of await play(() => '?', { turns: 2 }))
    expect(world).toMatchObject({ solved: false, end: 'out-of-turns', turns: 2 });
});

test('W5 an answer that cannot be read gets format 0 and changes no state', async () => {
  for (const world of await play(() => '??', { turns: 1 })) {
    for (const group of world.groups) {
      for (const branch of group.branches)
        expect(branch).toMatchObject({
          terms: { format: 0, [group.role === 'tool' ? 'runs' : 'legal']: 0, progress: 0 },
          after: group.before,
        });
    }
  }
});

test('V2 with one branch the same play is a chain', async () => {
  const worlds = await play(everyWay, { branches: 1, temperature: 0, pickRule: 'first' });
  for (const world of worlds)
    for (const group of world.groups) expect(group).toMatchObject({ branches: { length: 1 }, trunk: 0 });
});

test('R1 the same stream gives the same play, another one other seeds; company changes nothing', async () => {
  const chance: Script = ({ prompt, seed }) =>
    (prompt.endsWith('tool:') ? calls : moves)[rngFrom(seed).integer(4)] as string;
  const first = await play(chance);
  expect(await play(chance)).toEqual(first);
  expect(await play(chance, { stream: 2 })).not.toEqual(first);
  const halves = [...(await play(chance, {}, seeds.slice(0, 5))), ...(await play(chance, {}, seeds.slice(5)))];
  expect(halves).toEqual(first);
});

test('policies are routed by role, and every branch has a seed of its own', async () => {
  const sampler = scriptedSampler(tokenizer, everyWay);
  await playWorlds({ ...settings, policies: { tool: 'a', plan: 'b' } }, seeds, sampler);
  for (const group of sampler.asked)
    expect(group.policy).toBe(tokenizer.decode(group.prompt_P).endsWith('tool:') ? 'a' : 'b');
  const branchSeeds = sampler.asked.flatMap((group) => group.seed_K);
  expect(new Set(branchSeeds).size).toBe(branchSeeds.length);
});

test('boards in play tell the turn that is played', async () => {
  const turns: number[] = [];
  await playWorlds(
    { ...settings, turns: 3 },
    seeds.slice(0, 1),
    scriptedSampler(letterTokens, () => ''),
    {
      onProgress: ({ boards }) => turns.push(...boards.map(({ turn }) => turn)),
    },
  );
  expect(turns).toEqual([1, 1, 2, 2, 3, 3]);
});

test('the last boards told are those at the end, of a parallel team too', async () => {
  for (const order of ['sequential', 'parallel'] as const) {
    const told: PlayedBoard[][] = [];
    const worlds = await playWorlds(
      { ...settings, team: { ...toolAndPlan, order } },
      seeds.slice(0, 8),
      scriptedSampler(tokenizer, solverScript(sokoban, settings.environmentSettings, seeds)),
      { onProgress: ({ boards }) => told.push([...boards]) },
    );
    expect(worlds.some(({ solved }) => solved)).toBe(true);
    expect(told.at(-1)?.map(({ solved }) => solved)).toEqual(worlds.map(({ solved }) => solved));
  }
});

test('boards in play tell what each player of several sees, and what was said in the turn', async () => {
  const environment = environmentById('guide-and-walker');
  const boards: PlayedBoard[] = [];
  await playWorlds(
    {
      ...settings,
      environment,
      environmentSettings: {},
      team: teamById('guide-and-walker-team'),
      tokenizer: letterTokens,
      turns: 1,
    },
    seeds.slice(0, 1),
    scriptedSampler(letterTokens, ({ prompt }) => (prompt.endsWith('guide:') ? ' U L' : 'DD')),
    { onProgress: (progress) => boards.push(...progress.boards) },
  );
  expect(boards).toHaveLength(2);
  for (const { seen, said, picture } of boards) {
    expect(seen?.['guide']).toEqual(picture);
    expect(seen?.['walker']).toHaveLength(3);
    expect(said).toEqual({ player: 'guide', words: ' U L' });
  }
});
