// The teams' contract in training: a whole step from fresh worlds to new weights, for every listed team on every listed
// world that it plays. A table speaks for the policies (run/table-learner.ts): its tokens are whole answers, so that
// some of them are worth something.
import { describe, expect, it } from 'vitest';
import { tableLearner } from '../../contract/table-learner.fixture';
import { runHere } from '../../headless/run-here.fixture';
import { checkRun } from '../config/check-run';
import { type RunConfig, settingsFrom } from '../config/run-config';
import { letterTokens } from '../language/letter-tokens.fixture';
import type { Tokenizer } from '../language/tokenizer';
import { trainingStep, worldSeedsOf } from '../training/step';
import { answerFor, type Pair, pairs, printedBy, type RunNow } from './played-teams.fixture';
import type { View } from './role';

const run: RunNow = (request) => printedBy(request) ?? runHere(request);
const runner = { run: async (requests: readonly Parameters<RunNow>[0][]) => requests.map(run) };

function configOf({ id, environment, language, team }: Pair, changes: Partial<RunConfig> = {}): RunConfig {
  return {
    preset: 'quick',
    model: 'table',
    worlds: [{ environment: environment.card.id, environmentSettings: {}, share: 1 }],
    team: id,
    wording: language === 'calls' ? 'compact' : 'instruct',
    toolLanguage: language,
    policies: Object.fromEntries(team.roles.map((role) => [role.id, role.id])),
    trainable: 'adapter',
    frozen: [],
    sampling: Object.fromEntries(team.roles.map((role) => [role.id, { training: { maxTokens: 1 } }])),
    settings: settingsFrom({ worldsPerStep: 3, branches: 8, turns: 2, learningRate: 0.1 }),
    ...changes,
  };
}

/** Good and weak answers of every role to the step's own problems, and what nobody reads. */
function phrasesFor({ environment, team }: Pair, config: RunConfig): readonly string[] {
  const answers = worldSeedsOf(config, 1).flatMap((seed) => {
    const view: View = { environment, state: environment.start(seed, {}), turn: 1, last: 'start', earlier: [] };
    return team.roles.flatMap((role) => (['good', 'weak'] as const).map((worth) => answerFor(worth, role, view, run)));
  });
  return [...new Set([...answers, '?'])].map((text) => (text.includes('```') ? `\n${text}\n` : text));
}

/** Letters, and a token for each phrase. */
function phraseTokens(phrases: readonly string[]): Tokenizer {
  const first = letterTokens.size;
  const piece = (token: number) => phrases[token - first] ?? letterTokens.pieces([token])[0] ?? '';
  return {
    ...letterTokens,
    size: first + phrases.length,
    decode: (token_T) => token_T.map((token) => phrases[token - first] ?? letterTokens.decode([token])).join(''),
    pieces: (token_T) => token_T.map(piece),
  };
}

async function stepOf(pair: Pair, changes: Partial<RunConfig> = {}) {
  const config = configOf(pair, changes);
  checkRun(config);
  const phrases = phrasesFor(pair, config);
  const tokenizer = phraseTokens(phrases);
  const vocabulary = phrases.map((_, index) => letterTokens.size + index);
  const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
  const names = [...new Set([...Object.values(config.policies), 'base', 'bystander'])];
  for (const name of names)
    if (name !== 'base') await learner.addPolicy(name, { kind: 'adapter', rank: 1, alpha: 1, seed: 1 });
  const weights = () => Promise.all(names.map(async (name) => [name, (await learner.save(name)).tensors] as const));
  const before = new Map(await weights());
  const { report, tree } = await trainingStep({ config, step: 1, learner, tokenizer, runner, now: () => 0 });
  const moved = (await weights()).filter(
    ([name, tensors]) => JSON.stringify(tensors) !== JSON.stringify(before.get(name)),
  );
  return { report, tree, moved: moved.map(([name]) => name).sort() };
}

/** Where in a plain value a number is not finite. */
function notFinite(value: unknown, where = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [where];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => notFinite(inner, `${where}.${name}`));
}

describe.each(pairs.map((pair) => [pair.name, pair] as const))('%s', (_, pair) => {
  const ids = pair.team.roles.map(({ id }) => id);

  it('P1 P3 P4: a step gives finite numbers and trains the policies of its roles, and no other', async () => {
    const { report, tree, moved } = await stepOf(pair);
    expect(notFinite(report)).toEqual([]);
    expect(notFinite(tree)).toEqual([]);
    expect(tree.worlds).toHaveLength(3);
    expect(Object.keys(report.roles).sort()).toEqual([...ids].sort());
    expect(Object.keys(report.updates).sort()).toEqual([...ids].sort());
    expect(moved).toEqual([...ids].sort());
    for (const { groups } of tree.worlds)
      for (const { role, policy, branches, dropped } of groups) {
        expect(policy).toBe(role);
        const sum = branches.reduce((total, { advantage }) => total + advantage, 0);
        expect(sum).toBeCloseTo(0, 6); // A1
        if (dropped === undefined) expect(branches.some(({ advantage }) => advantage !== 0)).toBe(true);
      }
  });

  it('P1: roles that share a policy train that one alone', async () => {
    const { report, moved } = await stepOf(pair, { policies: Object.fromEntries(ids.map((id) => [id, 'shared'])) });
    expect(Object.keys(report.updates)).toEqual(['shared']);
    expect(moved).toEqual(['shared']);
  });

  it('P2: a frozen role and one that the base model speaks for play, and train nothing', async () => {
    const [first = '', ...others] = ids;
    const frozen = await stepOf(pair, { frozen: [first] });
    expect(frozen.moved).toEqual([...others].sort());
    expect(frozen.report.roles[first]?.samples).toBeGreaterThan(0);
    const policies = Object.fromEntries(ids.map((id) => [id, id === first ? 'base' : id]));
    expect((await stepOf(pair, { policies })).moved).toEqual([...others].sort());
  });
});
