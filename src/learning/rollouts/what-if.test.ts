// What if (C4): games of every kind of team played again from each of their answers.
import { describe, expect, it, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { teamById } from '../agents';
import type { Team } from '../agents/team';
import { planRole, toolAndPlan } from '../agents/teams/planning';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import { signals } from '../environments/signals/signals';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import type { Tokenizer } from '../language/tokenizer';
import { playWorlds } from './play';
import type { PlaySettings } from './play-settings';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';
import type { GroupRecord, WorldRecord } from './transcript';
import { type Replacement, replay } from './what-if';

const sokoban: PlaySettings = {
  environment: environmentById('sokoban'),
  environmentSettings: { size: 6, boxes: 1 },
  team: toolAndPlan,
  policies: {},
  tokenizer: letterTokens,
  wording: 'compact',
  weights: settingsFrom({}),
  branches: 3,
  turns: 3,
  moveBudget: 12,
  temperature: 1,
  sampling: { tool: { maxTokens: 40 }, plan: { maxTokens: 40 } },
  pickRule: 'best',
  stream: 1,
};
const seeds = Array.from({ length: 4 }, (_, index) => worldSeed('train', index));
const calls = ['push U 1', 'push D 1', 'push L 1', 'push R 1', '?'];
const moves = ['UU', 'DD', 'LL', 'RR', 'U', '?'];
/** By chance, and by what it hears. */
const byChance: Script = ({ prompt, seed }) =>
  rngFrom(seed, prompt).pick(/(tool|speaker):$/.test(prompt) ? calls : moves);
/** By chance only. */
const deaf: Script = ({ prompt, seed }) => rngFrom(seed).pick(prompt.endsWith('tool:') ? calls : moves);
const walkers: Team = {
  ...toolAndPlan,
  order: 'parallel',
  roles: ['a', 'b', 'c'].map((id) => ({ ...planRole, id })),
};

function tableOf(settings: PlaySettings, script: Script = byChance) {
  const sampler = scriptedSampler(letterTokens, script);
  return {
    sampler,
    played: () => playWorlds(settings, seeds, sampler),
    again: (record: WorldRecord, at?: Pick<GroupRecord, 'turn' | 'role'>, by: Replacement = { kind: 'nothing' }) =>
      replay(settings, record, at && { turn: at.turn, role: at.role, by }, sampler),
  };
}

test.each<[string, Partial<PlaySettings>]>([
  ['a tree of roles that take turns', {}],
  ['a chain', { branches: 1, pickRule: 'first' }],
  ['one of several games of a world', { branches: 1, games: 3 }],
  ['a parallel team', { team: walkers, pickRule: 'random' }],
  ['credit after the turn', { credit: 'after-turn' }],
  ['credit that looks ahead', { credit: 'counterfactual', lookAheads: 2 }],
  ['joint credit', { team: walkers, credit: 'look-ahead' }],
])('with nothing replaced the record is repeated, from its start and from every answer: %s', async (_, changes) => {
  const { played, again } = tableOf({ ...sokoban, ...changes });
  for (const record of await played()) {
    expect(await again(record)).toEqual(record);
    for (const group of record.groups) expect(await again(record, group)).toEqual(record);
  }
});

describe('an answer of a team that takes turns', () => {
  it('gives way to another of its group: nothing before it and no sibling changes, and nobody is asked for it', async () => {
    const { played, again, sampler } = tableOf(sokoban);
    for (const record of await played()) {
      for (const [index, group] of record.groups.entries()) {
        const branch = (group.trunk + 1) % sokoban.branches;
        const questions = sampler.asked.length;
        const { groups } = await again(record, group, { kind: 'branch', branch });
        expect(groups.slice(0, index)).toEqual(record.groups.slice(0, index));
        expect(groups[index]).toEqual({ ...group, trunk: branch });
        expect(sampler.asked.length - questions).toBe(groups.length - index - 1);
        if (group.role === 'tool')
          expect(groups[index + 1]?.prompt).toContain(`tool:${group.branches[branch]?.text}\n`);
        if (group.role === 'plan' && groups[index + 1])
          expect(groups[index + 1]?.before).toEqual(group.branches[branch]?.after);
      }
    }
  });

  it('gives way to silence, which moves nothing', async () => {
    const { played, again } = tableOf(sokoban);
    for (const record of await played()) {
      const [, plan] = record.groups as readonly GroupRecord[] as [GroupRecord, GroupRecord];
      const { groups } = await again(record, plan, { kind: 'silence' });
      expect(groups[1]?.branches.slice(0, -1)).toEqual(plan.branches);
      expect(groups[1]?.branches.at(-1)).toMatchObject({ text: '', token_T: [], moves: '', after: plan.before });
      expect(groups[1]?.trunk).toBe(plan.branches.length);
      expect(groups[2]).toMatchObject({ turn: 2, role: 'tool', before: plan.before });
    }
  });

  it('gives way to a person’s own, which the next role hears and the world obeys', async () => {
    const { played, again } = tableOf(sokoban);
    for (const record of await played()) {
      const { environment, environmentSettings, moveBudget } = sokoban;
      const [tool, plan] = record.groups as readonly GroupRecord[] as [GroupRecord, GroupRecord];
      const told = await again(record, tool, { kind: 'text', text: 'go 1 1' });
      expect(told.groups[1]?.prompt).toContain('tool:go 1 1\n');
      const moved = await again(record, plan, { kind: 'text', text: 'LU' });
      const start = environment.start(record.seed, environmentSettings);
      const { state } = environment.act(start, environment.wording.read('LU'), moveBudget);
      expect(moved.groups[1]?.branches.at(-1)?.after).toEqual(environment.picture(state));
    }
  });

  it('changes nothing that follows where nobody listens', async () => {
    const { played, again } = tableOf(sokoban, deaf);
    for (const record of await played())
      for (const group of record.groups.filter(({ role }) => role === 'tool')) {
        const { groups } = await again(record, group, { kind: 'silence' });
        const trunks = (all: readonly GroupRecord[]) =>
          all.filter((one) => one.role === 'plan').map(({ branches, trunk }) => branches[trunk]);
        expect(trunks(groups)).toEqual(trunks(record.groups));
      }
  });
});

test('in a parallel team the others’ answers of the turn stay, and all are carried out together', async () => {
  const { played, again } = tableOf({ ...sokoban, team: walkers });
  const { environment, environmentSettings, moveBudget } = sokoban;
  for (const record of await played()) {
    const [a, b, c] = record.groups as readonly GroupRecord[] as [GroupRecord, GroupRecord, GroupRecord];
    const { groups } = await again(record, b, { kind: 'text', text: 'R' });
    expect([groups[0], groups[2]]).toEqual([a, c]);
    const texts = [a.branches[a.trunk]?.text ?? '', 'R', c.branches[c.trunk]?.text ?? ''];
    const after = texts.reduce(
      (state, text) =>
        environment.solved(state) ? state : environment.act(state, environment.wording.read(text), moveBudget).state,
      environment.start(record.seed, environmentSettings),
    );
    if (groups[3]) expect(groups[3].before).toEqual(environment.picture(after));
  }
});

test('a listener of Signals picks by the word that is put into the speaker’s mouth', async () => {
  const said = ['ba', 'be', 'bi', 'bo'];
  const things = ['red star', 'blue star', 'red ring', 'blue ring'];
  const decoding: Script = ({ prompt, branch }) =>
    prompt.endsWith('speaker:')
      ? ` ${said[branch % 4]}`
      : ` ${things[said.findIndex((word) => prompt.includes(` ${word}\n`))] ?? 'red star'}`;
  const { played, again } = tableOf(
    {
      ...sokoban,
      environment: signals as PlaySettings['environment'],
      environmentSettings: { symbols: 4, shapes: 2, colours: 2 },
      team: teamById('signals-team'),
      turns: 1,
      moveBudget: 1,
      credit: 'look-ahead',
      sampling: { speaker: { maxTokens: 40 }, listener: { maxTokens: 40 } },
    },
    decoding,
  );
  for (const record of await played()) {
    const [speaker] = record.groups as readonly GroupRecord[] as [GroupRecord];
    const object = speaker.before[0]?.replace('object: ', '');
    for (const [index, thing] of things.entries()) {
      const replayed = await again(record, speaker, { kind: 'text', text: ` ${said[index]}` });
      expect(replayed.groups[1]?.branches[0]?.text).toBe(` ${thing}`);
      expect(replayed.solved).toBe(thing === object);
    }
  }
});

test('an answer of fixed length needs no end, a person’s own neither', async () => {
  const words: string[] = [];
  const tokenOf = (word: string) => (words.includes(word) ? words.indexOf(word) : words.push(word) - 1);
  const wordTokens: Tokenizer = {
    ...letterTokens,
    encode: (text) => (text.match(/\n| ?[^ \n]+/g) ?? []).map(tokenOf),
    decode: (token_T) => token_T.map((token) => words[token] ?? '').join(''),
    pieces: (token_T) => token_T.map((token) => words[token] ?? '<end>'),
  };
  const environment = signals as PlaySettings['environment'];
  const team = teamById('signals-team');
  const settings = { ...sokoban, environment, environmentSettings: {}, team, turns: 1, tokenizer: wordTokens };
  const sampler = scriptedSampler(wordTokens, ({ prompt }) => (prompt.endsWith('speaker:') ? ' ba' : ' red star'));
  const [record] = (await playWorlds(settings, seeds.slice(0, 1), sampler)) as readonly WorldRecord[] as [WorldRecord];
  const [said = ''] =
    environment.players?.['speaker']?.says?.(environment.start(record.seed, {})).symbols.slice(1) ?? [];
  const from = { turn: 1, role: 'speaker', by: { kind: 'text', text: ` ${said}` } } as const;
  const { groups } = await replay(settings, record, from, sampler);
  expect(groups[0]?.branches.at(-1)).toMatchObject({ moves: ` ${said}`, terms: { format: 1 } });
  expect(groups[1]?.seen).toContain(`heard: ${said}`);
  const longer = { ...from, by: { kind: 'text', text: ` ${said} ${said}` } } as const;
  await expect(replay(settings, record, longer, sampler)).rejects.toThrow('shorten it');
});

test('what cannot be replaced or played on is said', async () => {
  const { played, again } = tableOf(sokoban);
  const [record] = (await played()) as readonly WorldRecord[] as [WorldRecord];
  const [tool] = record.groups as readonly GroupRecord[] as [GroupRecord];
  await expect(again(record, { turn: 9, role: 'tool' })).rejects.toThrow('no answer of the tool role at turn 9');
  await expect(again(record, tool, { kind: 'branch', branch: 3 })).rejects.toThrow('there is no branch 4');
  await expect(again(record, tool, { kind: 'text', text: 'U'.repeat(50) })).rejects.toThrow('shorten it');
  const decode = (token_T: readonly number[]) => letterTokens.decode(token_T).replaceAll('Ω', '');
  const poor = tableOf({ ...sokoban, tokenizer: { ...letterTokens, decode } });
  await expect(poor.again(record, tool, { kind: 'text', text: 'UΩ' })).rejects.toThrow('no tokens for all of “UΩ”');
  const other = { ...record, groups: record.groups.map((group) => ({ ...group, prompt: 'another' })) };
  await expect(again(other, tool)).rejects.toThrow('cannot be played on');
});
