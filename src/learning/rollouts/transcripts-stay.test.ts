// Transcripts of teams that write no real program, bit for bit what they have been since the runs that are stored and
// shipped were made (R1, S3, R2): whoever changes the play changes these runs' replays, and has to know.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rngFrom, seedFrom } from '../../basics/rng';
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
