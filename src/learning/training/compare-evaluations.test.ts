import { expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { presetById } from '../config/presets';
import type { RunConfig } from '../config/run-config';
import { letterTokens } from '../language/letter-tokens.fixture';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { compareEvaluations } from './compare-evaluations';
import { evaluate, playModelFree } from './evaluate';

const alone: RunConfig = { ...presetById('maths').config, team: 'maths-alone', policies: { reasoner: 'reasoner' } };
const config: RunConfig = {
  ...alone,
  worlds: [1, 2].map((level) => ({ environment: 'maths', environmentSettings: { level }, share: 1 })),
};
const asked = { config, split: 'report', n: 30 } as const;
const chance = () => ({ rng: rngFrom('compare'), resamples: 200 });

test('V9 every evaluation says which problems it solved, whoever played; those of one split are paired', async () => {
  const solver = await playModelFree(asked, 'solver');
  const random = await playModelFree(asked, 'random');
  const sampler = scriptedSampler(letterTokens, () => '7');
  const { evaluation: sevens, worlds } = await evaluate({ ...asked, sampler, tokenizer: letterTokens });
  expect(solver.solvedEach?.solved).toBe('fffffffc');
  expect(new Set([solver, random, sevens].map(({ solvedEach }) => solvedEach?.problems)).size).toBe(1);
  const right = worlds.filter(({ solved }) => solved).length;
  expect(right).toBe(sevens.solved);
  expect(compareEvaluations([solver], [sevens], chance())).toMatchObject({
    difference: { value: expect.closeTo(1 - right / 30, 12) },
    problems: 30,
    seeds: [{ onlyFirst: 30 - right, onlySecond: 0 }],
  });
  const firstWorld = { ...asked, config: { ...config, worlds: config.worlds.slice(0, 1) } };
  const first = await evaluate({ ...firstWorld, n: 15, sampler, tokenizer: letterTokens });
  expect(sevens.solvedEach?.solved.slice(0, 3)).toBe(first.evaluation.solvedEach?.solved.slice(0, 3));
});

test('V9 other problems, other numbers of seeds and records without solved problems are not paired', async () => {
  const one = await playModelFree(asked, 'solver');
  const test = await playModelFree({ ...asked, split: 'test' }, 'solver');
  const fewer = await playModelFree({ ...asked, n: 20 }, 'solver');
  const { solvedEach: _, ...old } = one;
  for (const other of [[test], [fewer], [old], [one, one, one], []])
    expect(compareEvaluations([one, one], other, chance())).toBeUndefined();
  expect(compareEvaluations([one, one], [one], chance())?.seeds).toEqual(
    Array(2).fill({ onlyFirst: 0, onlySecond: 0, p: 1 }),
  );
});
