// Games of a step against scripts and earlier checkpoints: how many, on which side, and what of them counts (Z4, Z6,
// Z7).
import { expect, test } from 'vitest';
import { build } from '../config/build';
import { checkRun } from '../config/check-run';
import { letterTokens } from '../language/letter-tokens.fixture';
import { pastOf } from '../rollouts/past-policy';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { playTogether } from '../rollouts/together';
import { tokensIn } from '../rollouts/transcript';
import { assignAdvantages } from './assign-advantages';
import { frozenSteps, mostFrozen } from './opponents';
import { rolesReportOf } from './report-of';
import { playsOf } from './step';

const configWith = (settings: Record<string, number>) =>
  build('kuhn-poker', { settings: { worldsPerStep: 16, branches: 2, ...settings } });
const playsWith = (settings: Record<string, number>, step = 1) =>
  playsOf({ config: configWith(settings), step, tokenizer: letterTokens });
const bets = () => scriptedSampler(letterTokens, () => 'U');

test('Z6 the shares of the settings are played against scripts, half from each side; the rest is self-play', () => {
  const plays = playsWith({ randomOpponents: 0.25, bestOpponents: 0.5 });
  expect(
    plays.map(({ settings: { policies }, seeds }) => [policies['first'], policies['second'], seeds.length]),
  ).toEqual([
    ['shared', 'shared', 4],
    ['script:random', 'shared', 2],
    ['shared', 'script:random', 2],
    ['script:equilibrium', 'shared', 4],
    ['shared', 'script:equilibrium', 4],
  ]);
  const alone = playsWith({});
  expect(alone).toHaveLength(1);
  expect(plays.flatMap(({ seeds }) => seeds)).toEqual(alone[0]?.seeds); // the problems are the same
  expect(playsWith({ randomOpponents: 1 }).map(({ seeds }) => seeds.length)).toEqual([8, 8]);
});

test('Z4 Z6 opponents train nothing, generate no tokens and are in no role’s figures', async () => {
  const settings = { bestOpponents: 1 };
  const plays = playsWith(settings);
  const asked = bets();
  const worlds = await playTogether(plays, asked);
  const groups = assignAdvantages(configWith(settings), worlds);
  const scripts = groups.filter(({ policy }) => policy === 'script:equilibrium');
  expect(new Set(scripts.map(({ role }) => role))).toEqual(new Set(['first', 'second']));
  expect(scripts.every(({ branches, dropped }) => branches.length === 1 && dropped === 'frozen')).toBe(true);
  expect(new Set(asked.asked.map(({ policy }) => policy))).toEqual(new Set(['shared']));
  const spoken = groups.filter(({ policy }) => policy === 'shared');
  const answered = spoken.flatMap(({ branches }) => branches);
  const followed = answered.flatMap((branch) => branch.followed ?? []).flatMap(({ answers }) => answers);
  const own = [...answered.map(({ token_T }) => token_T.length), ...followed.map(({ tokens }) => tokens)];
  expect(tokensIn(worlds)).toBe(own.reduce((sum, tokens) => sum + tokens, 0));
  const reports = rolesReportOf(groups);
  expect((reports['first']?.samples ?? 0) + (reports['second']?.samples ?? 0)).toBe(answered.length);
  expect(await playTogether(playsWith(settings), bets())).toEqual(worlds); // R1: from the seed alone
});

test('Z7 checkpoints are frozen with the evaluations, at most eight, spread over the run so far; none is dropped and wanted again', () => {
  const config = configWith({ pastOpponents: 0.5, evaluateEvery: 5 });
  expect([1, 5, 6, 36, 40, 41, 200].map((step) => frozenSteps(config, step))).toEqual([
    [0],
    [0],
    [0, 5],
    [0, 5, 10, 15, 20, 25, 30, 35],
    [0, 5, 10, 15, 20, 25, 30, 35],
    [0, 10, 20, 30, 40],
    [0, 40, 80, 120, 160],
  ]);
  for (let step = 2; step < 2000; step++) {
    const now = frozenSteps(config, step);
    const before = new Set([...frozenSteps(config, step - 1), step - 1]);
    expect(now.length).toBeLessThanOrEqual(mostFrozen);
    expect(now.every((at) => before.has(at))).toBe(true);
  }
  const fork = { run: 'other', step: 12, hash: '', seed: 1 };
  expect([12, 13, 18].map((step) => frozenSteps({ ...config, fork }, step))).toEqual([[], [12], [12, 17]]);
});

test('Z7 earlier checkpoints take their share, half on each side, each game’s drawn from the frozen by the run’s seed', () => {
  const settings = { randomOpponents: 0.25, pastOpponents: 0.5, evaluateEvery: 5 };
  const plays = playsWith(settings, 21);
  const told = plays.map(({ settings: { policies, opponents }, seeds }) => ({
    n: seeds.length,
    opponents: opponents ?? [],
    past: ['first', 'second'].map((role) => pastOf(policies[role] ?? '')),
    policies,
  }));
  const past = told.filter((play) => play.past.some((one) => one !== undefined));
  const n = (of: typeof told) => of.reduce((sum, play) => sum + play.n, 0);
  expect([n(told), n(past)]).toEqual([16, 8]);
  for (const side of [0, 1]) {
    const there = past.filter((play) => play.past[side] !== undefined);
    expect(n(there)).toBe(4);
    for (const { opponents, policies, past } of there) {
      expect(opponents).toEqual([['first', 'second'][side]]);
      expect(Object.values(policies)).toContain('shared'); // the other side learns
      expect([0, 5, 10, 15, 20]).toContain(past[side]?.step);
      expect(past[side]?.policy).toBe('shared');
    }
  }
  expect(plays.flatMap(({ seeds }) => seeds)).toEqual(playsWith({}, 21).flatMap(({ seeds }) => seeds));
  expect(playsWith(settings, 21)).toEqual(plays);
  const drawn = Array.from({ length: 40 }, (_, i) => playsWith(settings, 21 + 5 * i)).flatMap((of) =>
    of.flatMap(({ settings: { policies } }) => Object.values(policies).flatMap((policy) => pastOf(policy)?.step ?? [])),
  );
  expect(new Set(drawn).size).toBeGreaterThan(10);
});

test('Z4 Z7 an earlier checkpoint trains nothing and is in no role’s figures; its tokens are generated', async () => {
  const settings = { pastOpponents: 1 };
  const asked = bets();
  const worlds = await playTogether(playsWith(settings), asked);
  expect(new Set(asked.asked.map(({ policy }) => policy))).toEqual(new Set(['shared', 'past:0:shared']));
  const groups = assignAdvantages(configWith(settings), worlds);
  const past = groups.filter(({ policy }) => policy === 'past:0:shared');
  expect(new Set(past.map(({ role }) => role))).toEqual(new Set(['first', 'second']));
  expect(past.every(({ branches, dropped }) => branches.length === 1 && dropped === 'frozen')).toBe(true);
  const own = groups.filter(({ policy }) => policy === 'shared').flatMap(({ branches }) => branches);
  const reports = rolesReportOf(groups);
  expect((reports['first']?.samples ?? 0) + (reports['second']?.samples ?? 0)).toBe(own.length);
  const followed = [...own].flatMap((branch) => branch.followed ?? []).flatMap(({ answers }) => answers);
  const answered = [...own, ...past.flatMap(({ branches }) => branches)].map(({ token_T }) => token_T.length);
  const tokens = [...answered, ...followed.map((answer) => answer.tokens)];
  expect(tokensIn(worlds)).toBe(tokens.reduce((sum, count) => sum + count, 0));
});

test('opponents that cannot be are refused by name', () => {
  expect(() => checkRun(configWith({ randomOpponents: 0.6, bestOpponents: 0.6 }))).toThrow('at most 1 together');
  expect(() => checkRun(configWith({ bestOpponents: 0.6, pastOpponents: 0.6 }))).toThrow('at most 1 together');
  expect(() => checkRun(build('sokoban', { settings: { pastOpponents: 0.5 } }))).toThrow('the world "sokoban" is none');
  expect(() => checkRun(build('sokoban', { settings: { randomOpponents: 0.5 } }))).toThrow(
    'the world "sokoban" is none',
  );
});
