// Games of a step against scripts: how many, on which side, and what of them counts (Z4, Z6).
import { expect, test } from 'vitest';
import { build } from '../config/build';
import { checkRun } from '../config/check-run';
import { letterTokens } from '../language/letter-tokens.fixture';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { playTogether } from '../rollouts/together';
import { tokensIn } from '../rollouts/transcript';
import { assignAdvantages } from './assign-advantages';
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

test('opponents that cannot be are refused by name', () => {
  expect(() => checkRun(configWith({ randomOpponents: 0.6, bestOpponents: 0.6 }))).toThrow('at most 1 together');
  expect(() => checkRun(build('sokoban', { settings: { randomOpponents: 0.5 } }))).toThrow(
    'the world "sokoban" is none',
  );
});
