// Transcripts of teams that write no real program, bit for bit what they have been since the runs that are stored and
// shipped were made (R1, S3, R2): whoever changes the play changes these runs' replays, and has to know.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rngFrom, seedFrom } from '../../basics/rng';
import { teamById } from '../agents';
import { planAlone, toolAndPlan } from '../agents/teams/planning';
import { settingsFrom } from '../config/run-config';
import { environmentById } from '../environments';
import { worldSeed } from '../environments/splits';
import { tokenizerFrom } from '../language/tokenizer';
import { playWorlds } from './play';
import { scriptedSampler } from './scripted-sampler.fixture';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const calls = ['push U 1', 'push D 1; go 2 2', 'path 1 1 5 5', 'put 1 2', 'fill 1 1 1', 'place 1 1', 'hm'];
const moves = ['UU', 'DDL', 'LL', 'RRRRRRRRRRRRRR', '12 21', '111 222', '?', ''];

test.each([
  ['sokoban', toolAndPlan, 8, 'best', 289920646],
  ['sokoban', planAlone, 1, 'first', 381531922],
  ['plan-path', toolAndPlan, 4, 'random', 2890309571],
  ['sudoku', toolAndPlan, 4, 'best', 3316414590],
  ['blocksworld', { ...toolAndPlan, order: 'parallel' as const }, 4, 'best', 659707303],
] as const)('of %s', async (id, team, branches, pickRule, fingerprint) => {
  const sampler = scriptedSampler(tokenizer, ({ prompt, seed }) =>
    rngFrom(seed).pick(prompt.endsWith('tool:') ? calls : moves),
  );
  const settings = {
    environment: environmentById(id),
    environmentSettings: {},
    team,
    policies: { tool: 'tool', plan: 'plan' },
    tokenizer,
    wording: 'compact',
    weights: settingsFrom({}),
    branches,
    turns: 3,
    moveBudget: 12,
    temperature: 1,
    pickRule,
    stream: 7,
  } as const;
  const seeds = Array.from({ length: 10 }, (_, index) => worldSeed('train', index));
  const worlds = await playWorlds(settings, seeds, sampler);
  // Since then the validity of a proposal has a name of its own in records; nothing else is different.
  expect(seedFrom(JSON.stringify(worlds).replaceAll('"runs":', '"legal":'))).toBe(fingerprint);
});

const symbols = [' ba', ' be', ' bi', ' ku', ' na', ' so', ''];
const objects = [' red star', ' blue star', ' green ring', ' red dot', ' blue', 'hm'];
const atOnce = { ...toolAndPlan, order: 'parallel' as const };

// Of Signals since a wrong pick is as legal as the right one: 606561772 and 3920892032 before.
test.each([
  ['signals', teamById('signals-team'), 'look-ahead', 3270568233],
  ['signals', teamById('signals-team'), 'counterfactual', 952373745],
  ['plan-path', toolAndPlan, 'counterfactual', 2483555605],
  ['blocksworld', atOnce, 'look-ahead', 3911925607],
] as const)('of %s with credit that reaches the partner (%#)', async (id, team, credit, fingerprint) => {
  const sampler = scriptedSampler(tokenizer, ({ prompt, seed }) => {
    const role = /(\w+):$/.exec(prompt)?.[1];
    const said = role === 'speaker' ? symbols : role === 'listener' ? objects : role === 'tool' ? calls : moves;
    return rngFrom(seed, prompt).pick(said);
  });
  const settings = {
    environment: environmentById(id),
    environmentSettings: {},
    team,
    policies: {},
    tokenizer,
    wording: 'compact',
    weights: settingsFrom({}),
    branches: 4,
    turns: 2,
    moveBudget: 12,
    temperature: 1,
    pickRule: 'best',
    credit,
    lookAheads: 3,
    stream: 7,
  } as const;
  const seeds = Array.from({ length: 10 }, (_, index) => worldSeed('train', index));
  const worlds = await playWorlds(settings, seeds, sampler);
  // What influence is measured by came later, and moves nothing (C4).
  const before = JSON.stringify(worlds, (key, value) => (key === 'elsewhere' ? undefined : value));
  expect(seedFrom(before)).toBe(fingerprint);
});
