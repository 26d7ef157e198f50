// Games of two against each other, against scripts, and what of it trains (Z1, Z2, Z4), by players who follow a rule.
import { expect, test } from 'vitest';
import { teamById } from '../agents';
import { presetById } from '../config/presets';
import { type RunConfig, settingsFrom } from '../config/run-config';
import type { Environment } from '../environments/environment';
import { kuhnPoker } from '../environments/games/kuhn-poker/kuhn-poker';
import { ticTacToe } from '../environments/games/tic-tac-toe/tic-tac-toe';
import { worldSeed } from '../environments/splits';
import { letterTokens } from '../language/letter-tokens.fixture';
import { assignAdvantages } from '../training/assign-advantages';
import { evaluate, modelFreeReferences } from '../training/evaluate';
import { exactFigure } from '../training/game-evaluation';
import { playWorlds } from './play';
import type { PlaySettings } from './play-settings';
import { type Script, scriptedSampler } from './scripted-sampler.fixture';

const settings: PlaySettings = {
  environment: kuhnPoker as Environment,
  environmentSettings: {},
  team: teamById('kuhn-poker-team'),
  policies: { first: 'shared', second: 'shared' },
  tokenizer: letterTokens,
  wording: 'compact',
  weights: settingsFrom({ formatWeight: 0.5, legalWeight: 0.5, progressWeight: 0 }),
  branches: 2,
  turns: 2,
  moveBudget: 1,
  temperature: 1,
  pickRule: 'random',
  credit: 'play-out',
  stream: 1,
};
const seeds = Array.from({ length: 6 }, (_, index) => worldSeed('train', index));
/** Of two branches one bets and one checks; alone, everybody bets and calls. */
const either: Script = ({ branch }) => (branch % 2 === 0 ? 'U' : 'D');
const sampler = () => scriptedSampler(letterTokens, either);

/** Chips gained, read off a team term. */
const chips = (team: number | undefined) => 4 * (team ?? 0) - 2;

test('Z1 a move is worth what the game comes to for its mover, played on to the end', async () => {
  const worlds = await playWorlds(settings, seeds, sampler());
  expect(new Set(worlds.map(({ start }) => start.join())).size).toBe(6); // every deal
  for (const { groups } of worlds)
    for (const { role, seen = [], branches, before } of groups) {
      const [first, second] = before.slice(0, 2).map((line) => 'JQK'.indexOf(line.at(-1) ?? ''));
      const higher = (first ?? 0) > (second ?? 0) === (role === 'first');
      const [bet, lower] = branches.map(({ terms }) => chips(terms['team']));
      expect(bet).toBe(higher ? 2 : -2); // it is called
      const played = seen[2]?.replace('played:', '').trim();
      if (played === 'U' || played === 'D U') expect(lower).toBe(-1); // folds
      if (played === 'D') expect(lower).toBe(higher ? 1 : -1); // both checked
      if (played === 'nothing') expect(lower).toBe(higher ? 2 : -2); // the other bets, and is called
      expect(branches.map(({ terms }) => terms['legal'])).toEqual([1, 1]);
    }
});

test('Z2 with the random pick rule any answer of the mover’s policy goes on, not the best', async () => {
  const many = Array.from({ length: 40 }, (_, index) => worldSeed('train', index));
  const worlds = await playWorlds(settings, many, sampler());
  const trunks = worlds.flatMap(({ groups }) => groups.map(({ trunk }) => trunk));
  expect(new Set(trunks)).toEqual(new Set([0, 1]));
});

test('an answer that is no move gives the game up, and nobody is asked after it', async () => {
  const worlds = await playWorlds(
    settings,
    seeds,
    scriptedSampler(letterTokens, () => '?'),
  );
  for (const { groups, solved, end } of worlds) {
    expect(groups.map(({ role }) => role)).toEqual(['first']);
    expect([solved, end]).toEqual([false, 'lost']);
    expect(groups[0]?.branches.map(({ terms }) => [chips(terms['team']), terms['legal'], terms['format']])).toEqual(
      Array.from({ length: 2 }, () => [-1, 0, 0]),
    );
  }
});

const config: RunConfig = {
  ...presetById('kuhn-poker').config,
  settings: settingsFrom({ ...presetById('kuhn-poker').config.settings, branches: 2 }),
};

test('Z4 an opponent is asked once, its answers are compared with nothing and train nothing', async () => {
  const against = { ...settings, opponents: ['second'], policies: { first: 'shared', second: 'script:equilibrium' } };
  const asked = sampler();
  const worlds = await playWorlds(against, seeds, asked);
  expect(new Set(asked.asked.map(({ policy }) => policy))).toEqual(new Set(['shared']));
  const groups = assignAdvantages(config, worlds);
  expect(groups.some(({ role }) => role === 'second')).toBe(true);
  for (const { role, branches, dropped } of groups) {
    expect(branches).toHaveLength(role === 'second' ? 1 : 2);
    expect(dropped === 'frozen').toBe(role === 'second');
    if (role === 'second') expect(branches[0]?.followed).toBeUndefined();
  }
  expect(await playWorlds(against, seeds, sampler())).toEqual(worlds); // R1: a script's chance is named
});

test('an evaluation plays half its games from each side, against whom plays best', async () => {
  const base = { ...presetById('tic-tac-toe').config };
  const task = { config: base, split: 'validation', n: 8, tokenizer: letterTokens } as const;
  // Takes the first free field: it loses to minimax, or now and then holds.
  const firstFree: Script = ({ prompt }) =>
    ` ${
      prompt
        .replace(/^map\n/, '')
        .replaceAll('\n', '')
        .indexOf('.') + 1
    }`;
  const longer = { evaluation: { maxTokens: 3 } }; // a letter a token
  const letters = scriptedSampler(letterTokens, firstFree);
  const config = { ...base, sampling: { cross: longer, nought: longer } };
  const { worlds, evaluation } = await evaluate({ ...task, config, sampler: letters });
  expect(evaluation.n).toBe(8);
  worlds.forEach(({ groups }, index) => {
    const scripted = groups.filter(({ policy }) => policy === 'script:minimax').map(({ role }) => role);
    expect(new Set(scripted)).toEqual(new Set([index < 4 ? 'nought' : 'cross']));
  });
  const { random, solver } = await modelFreeReferences({
    config: base,
    split: 'test',
    n: 60,
    tokenizer: letterTokens,
  } as never);
  expect(solver.rate).toBe(1);
  expect(random.rate).toBeLessThan(0.4);
  expect(worlds[0]?.environment).toBe(ticTacToe.card.id);
});

test('Z5 the exact figure asks for the chance of every move in every view', async () => {
  const asked: string[] = [];
  const figure = await exactFigure({
    environment: kuhnPoker as Environment,
    team: teamById('kuhn-poker-team'),
    policies: { first: 'shared', second: 'shared' },
    tokenizer: letterTokens,
    learner: {
      logprobs: async (policy, batch) => {
        asked.push(...batch.map(({ prompt_P }) => `${policy} ${letterTokens.decode(prompt_P)}`));
        return batch.map(({ completions }) => completions.map(({ token_T }) => token_T.map(() => Math.log(0.5))));
      },
    },
  });
  expect(new Set(asked).size).toBe(12);
  expect(figure?.name).toBe('exploitability');
  expect(figure?.value).toBeCloseTo(11 / 24, 12);
});
