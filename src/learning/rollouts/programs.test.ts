import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import type { ProgramRequest } from '../agents/program-runner';
import type { Role, View } from '../agents/role';
import { scriptedRunner } from '../agents/scripted-runner.fixture';
import type { Team } from '../agents/team';
import { planRole, toolRole } from '../agents/teams/planning';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import type { Environment, Outcome } from '../environments/environment';
import { noCalls } from '../environments/environment';
import { worldSeed } from '../environments/splits';
import { tokenizerFrom } from '../language/tokenizer';
import { playWorlds } from './play';
import type { PlaySettings } from './play-settings';
import type { Sampler } from './sampler';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';
import { playTogether } from './together';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const seeds = Array.from({ length: 3 }, (_, index) => worldSeed('train', index));
/** Its answer is real code, whatever it is called. */
const coder: Role = { ...toolRole, program: (_view, text, seed) => ({ language: 'javascript', source: text, seed }) };
const settings: PlaySettings = {
  environment: environmentById('sokoban'),
  environmentSettings: { size: 6, boxes: 1 },
  team: { id: 'coder-and-plan', name: '', sentence: '', roles: [coder, planRole], order: 'sequential' },
  policies: {},
  tokenizer,
  wording: 'compact',
  weights: settingsFrom({}),
  branches: 4,
  turns: 2,
  moveBudget: 12,
  temperature: 1,
  pickRule: 'best',
  stream: 1,
};
const sources = ['go 1', 'go 2', 'go 3', 'go 4'];
const answers: Script = ({ prompt, branch }) => (prompt.endsWith('tool:') ? (sources[branch] as string) : 'UU');
const printed: Record<string, string | Error> = {
  'go 1': 'UD\n',
  'go 2': 'hello\n',
  'go 3': new Error('no such name'),
  'go 4': '',
};
const script = ({ source }: ProgramRequest) => printed[source] ?? '';

test('all programs of a role are run in one call, and nothing else is', async () => {
  const runner = scriptedRunner(script);
  const worlds = await playWorlds(settings, seeds, scriptedSampler(tokenizer, answers), { runner });
  const turns = Math.max(...worlds.map((world) => world.turns));
  expect(runner.calls.map((requests) => requests.length)).toEqual(Array.from({ length: turns }, () => 12));
  const programSeeds = runner.calls.flat().map(({ seed }) => seed);
  expect(new Set(programSeeds).size).toBe(programSeeds.length);
});

test('what a program printed is its proposal; one that throws or prints no moves is a result with a reason', async () => {
  const [world] = await playWorlds({ ...settings, turns: 1 }, seeds, scriptedSampler(tokenizer, answers), {
    runner: scriptedRunner(script),
  });
  const [went, babbled, threw, silent] = world?.groups[0]?.branches ?? [];
  expect(went).toMatchObject({ moves: 'UD', programOutput: 'UD – finished', terms: { format: 1, runs: 1 } });
  expect(babbled).toMatchObject({
    moves: '',
    why: 'what it printed cannot be read',
    terms: { format: 0, runs: 0, progress: 0 },
  });
  expect(threw).toMatchObject({
    moves: '',
    programOutput: 'printed nothing – no such name',
    terms: { format: 0, runs: 0 },
  });
  expect(silent).toMatchObject({ moves: '', terms: { format: 1, runs: 0 } });
  expect(world?.groups[1]?.prompt).toContain('ran:UD\n');
});

test('an answer without a program in it runs nothing and is not readable', async () => {
  const runner = scriptedRunner(script);
  const speaker: Role = { ...coder, program: () => undefined };
  const team: Team = { ...settings.team, roles: [speaker, planRole] };
  const [world] = await playWorlds({ ...settings, team }, seeds, scriptedSampler(tokenizer, answers), { runner });
  expect(runner.calls).toEqual([]);
  expect(world?.groups[0]?.branches[0]).toMatchObject({
    moves: '',
    why: 'there is no program in it',
    terms: { format: 0 },
  });
});

test('without a runner the error names the role that needs one', async () => {
  await expect(playWorlds(settings, seeds, scriptedSampler(tokenizer, answers))).rejects.toThrow(
    'the role "tool" has programs to run, and there is no program runner: hand one in',
  );
});

test('R1 the same stream gives the same programs, seeds and play; company changes nothing', async () => {
  const lucky = scriptedRunner(({ seed }) => rngFrom(seed).pick(['UU\n', 'DD\n', 'LL\n', 'RR\n']));
  const play = (worlds: readonly number[]) =>
    playWorlds(settings, worlds, scriptedSampler(tokenizer, answers), { runner: lucky });
  const first = await play(seeds);
  expect(await play(seeds)).toEqual(first);
  expect([...(await play(seeds.slice(0, 1))), ...(await play(seeds.slice(1)))]).toEqual(first);
});

test('a role may read its own answer, and hears everything that earlier roles of the turn said', async () => {
  const heard: View[] = [];
  const listening: Role = {
    ...planRole,
    read: (view, text) => {
      heard.push(view);
      return text === 'UU' ? ['D'] : undefined;
    },
  };
  const team: Team = {
    ...settings.team,
    roles: [coder, coder, listening].map((role, index) => ({ ...role, id: `role-${index}` })),
  };
  const [world] = await playWorlds({ ...settings, team, turns: 1 }, seeds, scriptedSampler(tokenizer, answers), {
    runner: scriptedRunner(script),
  });
  expect(world?.groups[2]?.branches[0]).toMatchObject({ text: 'UU', moves: 'D' });
  const { earlier, proposal } = heard[0] as View;
  expect(earlier.map(({ role, text, moves, why }) => [role, text, moves, why])).toEqual([
    ['role-0', 'go 1', 'UD', 'finished'],
    ['role-1', 'go 1', 'UD', 'finished'],
  ]);
  expect(proposal).toBe(earlier[1]?.proposal);
  expect(proposal).toMatchObject({ program: 'go 1', output: 'UD\n', moves: 'UD' });
});

/** A world of numbers: an answer is judged by what a program says about it. */
const judged: Environment<{ sum: number }, number> = {
  card: { id: 'judged', name: '', sentence: '', knobs: {}, form: 'text', symbols: {}, problem: '', remainingUnit: '' },
  start: (seed) => ({ sum: seed % 2 }),
  programs: (_state, action) => (action === 0 ? [] : [{ language: 'python', source: `judge ${action}`, seed: 0 }]),
  act: ({ sum }, action, _budget, results = []): Outcome<{ sum: number }> => {
    const right = results[0]?.output === 'right';
    const state = { sum: sum + action };
    const terms = { team: right ? 1 : 0, legal: 1, progress: right ? 1 : 0 };
    return { state, terms, solved: right, done: right, why: `now ${state.sum}`, frames: [], excess: 0 };
  },
  solved: () => false,
  remaining: () => 1,
  legal: () => [],
  random: () => 0,
  solve: () => 7,
  picture: ({ sum }) => [`${sum}`],
  wording: {
    title: 'sum',
    describe: ({ sum }) => `${sum}\n`,
    describeAfter: ({ sum }) => `${sum}\n`,
    write: (action) => (action === 0 ? '' : `${action}`),
    read: (text) => (/^\d*$/.test(text) ? Number(text) : undefined),
    help: 'a number',
    symbolsPerMove: 2,
  },
  calls: noCalls,
};

test('a world that judges by programs is asked what to run, for all answers at once', async () => {
  const runner = scriptedRunner(({ source }) => (source === 'judge 7' ? 'right' : 'wrong'));
  const team: Team = { ...settings.team, roles: [planRole], fits: () => true };
  const numbers = ['3', '7', '', '?'];
  const sampler = scriptedSampler(tokenizer, ({ branch }) => numbers[branch] as string);
  const worlds = await playWorlds(
    { ...settings, environment: judged as Environment, environmentSettings: {}, team },
    seeds,
    sampler,
    {
      runner,
    },
  );
  expect(runner.calls).toHaveLength(1);
  expect(runner.calls[0]?.map(({ source }) => source)).toEqual(seeds.flatMap(() => ['judge 3', 'judge 7']));
  for (const world of worlds) {
    expect(world).toMatchObject({ solved: true, turns: 1 });
    expect(world.groups[0]?.branches.map(({ terms }) => terms['team'])).toEqual([0, 1, 0, 0]);
  }
});

test('G5 actions of a parallel team are carried out one after the other on the common state, judged anew', async () => {
  const runner = scriptedRunner(() => 'wrong');
  const counting = (id: string): Role => ({
    ...planRole,
    id,
    prompt: ({ state, earlier }) => `${id} ${JSON.stringify(state)} ${earlier.length}`,
  });
  const team: Team = { ...settings.team, roles: ['a', 'b', 'c'].map(counting), order: 'parallel', fits: () => true };
  const sampler = scriptedSampler(tokenizer, ({ policy }) => ({ a: '1', b: '?', c: '5' })[policy] as string);
  const start = worldSeed('train', 0) % 2;
  const [world] = await playWorlds(
    { ...settings, environment: judged as Environment, environmentSettings: {}, team, branches: 1 },
    [worldSeed('train', 0)],
    sampler,
    { runner },
  );
  expect(world?.groups.map(({ prompt }) => prompt)).toEqual(
    [start, start + 6].flatMap((sum) => ['a', 'b', 'c'].map((id) => `${id} {"sum":${sum}} 0`)),
  );
  expect(runner.calls.map((requests) => requests.map(({ source }) => source))).toEqual(
    [0, 1].flatMap(() => [['judge 1', 'judge 5'], ['judge 5']]),
  );
});

test('plays that share a table come out as each would alone, and ask in one batch', async () => {
  const chance: Script = ({ prompt, seed }) =>
    prompt.endsWith('tool:') ? 'push U 1' : rngFrom(seed).pick(['UU', 'D', '']);
  const team: Team = { ...settings.team, roles: [toolRole, planRole] };
  const plays = (['sokoban', 'plan-path', 'blocksworld'] as const).map((id, index) => ({
    settings: { ...settings, environment: environmentById(id), environmentSettings: {}, team, turns: 1 + index },
    seeds,
  }));
  const together = scriptedSampler(tokenizer, chance);
  let asked = 0;
  const counting: Sampler = {
    sample: (groups) => {
      asked++;
      return together.sample(groups);
    },
  };
  const worlds = await playTogether(plays, counting);
  const alone = [];
  for (const play of plays)
    alone.push(...(await playWorlds(play.settings, play.seeds, scriptedSampler(tokenizer, chance))));
  expect(worlds).toEqual(alone);
  expect(asked).toBe(6); // two roles, three turns of the longest
});
