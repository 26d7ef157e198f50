import { expect, test } from 'vitest';
import { shippedTokenizer } from '../../headless/model-files';
import { toolAndPlanSpec } from '../agents/teams/specs';
import { catalogueOf } from '../catalogue';
import { checkPlay, checkRun, checkWords, evaluationOnlyFault } from './check-run';
import { presetById, presets } from './presets';
import { type RunConfig, settingsFrom } from './run-config';

const { config } = presetById('quick');
const signals = presetById('signals').config;
const world = (changes: object = {}) => ({ environment: 'plan-path', environmentSettings: {}, share: 1, ...changes });
const first = { environment: 'sokoban', environmentSettings: { size: 6, boxes: 1 }, share: 2 };

test.each(presets.map(({ id, config: whole }) => [id, whole] as const))('the preset %s can be run', (_, whole) => {
  expect(() => checkRun(whole)).not.toThrow();
});

test('a run of several worlds, with a team of its own and sampling of its own, can be run', () => {
  const teams = [{ ...toolAndPlanSpec, id: 'mine' }];
  const mine: RunConfig = {
    ...config,
    team: 'mine',
    definitions: { teams },
    worlds: [first, world({ moveBudget: 20 })],
    sampling: { plan: { evaluation: { temperature: 0.5 } } },
  };
  expect(() => checkRun(mine, catalogueOf({ teams }))).not.toThrow();
  expect(() => checkRun(mine)).toThrow('there is no team "mine"');
});

test('V1 V5 nothing is trained on problems that are for evaluation only; they are evaluated with, and others are trained on', () => {
  const set = { world: 'maths', name: 'aime', hash: 'aa', splits: 'none' } as const;
  const problems = [{ ...set, problems: [{ id: '1', question: 'What is 1 + 1?', answer: '2', source: 'test' }] }];
  const catalogue = catalogueOf({ problems });
  const onSet: RunConfig = {
    ...presetById('maths').config,
    worlds: [{ environment: 'maths/aime', environmentSettings: {}, share: 1 }],
    definitions: { problems: [set] },
  };
  const why = 'the maths problems "aime" are for evaluation only, and this run trains';
  expect(() => checkRun(onSet, catalogue)).toThrow(why);
  expect(() => checkRun({ ...onSet, frozen: ['tool'] }, catalogue)).toThrow(why);
  const other = { environment: 'maths', environmentSettings: {}, share: 9 };
  const mixed = { ...onSet, worlds: [other, { ...other, environment: 'maths/aime', share: 1 }] };
  expect(() => checkRun(mixed, catalogue)).toThrow(why);
  for (const idle of [
    { trainable: 'none' as const },
    { frozen: ['tool', 'reasoner'] },
    { policies: { tool: 'base', reasoner: 'base' } },
  ])
    expect(() => checkRun({ ...onSet, ...idle }, catalogue)).not.toThrow();
  expect(() => checkPlay(onSet, catalogue)).not.toThrow();
  expect(
    evaluationOnlyFault({ ...onSet, definitions: { problems: [{ ...set, splits: 'by-problem' }] } }),
  ).toBeUndefined();
  expect(evaluationOnlyFault({ ...onSet, worlds: [other] })).toBeUndefined(); // the set is named and not played
});

test.each<[string, Partial<RunConfig>, string]>([
  [
    'a knob out of its range',
    { settings: { ...config.settings, branches: 1 } },
    'branches lies between 2 and 64, got 1',
  ],
  ['weights that do not sum to 1', { settings: { ...config.settings, formatWeight: 1 } }, 'sum to 1'],
  [
    'an unknown trainable',
    { trainable: 'some' as RunConfig['trainable'] },
    'trainable is one of none, adapter, all-weights',
  ],
  ['an unknown team', { team: 'nobody' }, 'there is no team "nobody"'],
  ['a role without a policy', { policies: { plan: 'plan' } }, 'the role "tool" has no policy'],
  ['a policy for nobody', { policies: { tool: 'a', plan: 'b', coder: 'c' } }, 'there is no role "coder" to speak for'],
  [
    'a frozen stranger',
    { frozen: ['coder'] },
    'there is no role "coder" to freeze: the team "tool-and-plan" has the roles tool, plan',
  ],
  ['sampling of a stranger', { sampling: { coder: {} } }, 'there is no role "coder" to sample'],
  ['code for a tiny model', { toolLanguage: 'python' }, 'tools in python need a language model'],
  [
    'code of a team without tools',
    { toolLanguage: 'python', team: 'plan-alone' },
    'the team "plan-alone" has no role that writes',
  ],
  ['an unknown world', { worlds: [world({ environment: 'chess' })] }, 'there is no environment "chess"'],
  [
    'a world the team does not play',
    { worlds: [world({ environment: 'maths' })] },
    'the team "tool-and-plan" does not play the world "maths"',
  ],
  ['an unknown knob', { worlds: [world({ environmentSettings: { holes: 1 } })] }, 'there is no setting "holes"'],
  ['no worlds', { worlds: [] }, 'a run has at least one world, got none'],
  ['an empty share', { worlds: [first, world({ share: 0 })] }, 'plan-path: a share is a number above 0, got 0'],
  [
    'a budget without bounds',
    { worlds: [first, world({ moveBudget: 1000 })] },
    'plan-path: moveBudget lies between 1 and 60',
  ],
  [
    'more worlds than problems',
    { worlds: [first, world(), world()], settings: settingsFrom({ worldsPerStep: 2 }) },
    '3 worlds need at least 3 problems at a time, got 2',
  ],
  [
    'more worlds than problems of the first step',
    { worlds: [first, world()], settings: settingsFrom({ worldsPerStep: 8, firstWorlds: 1, growthSteps: 4 }) },
    '2 worlds need at least 2 problems at a time, got 1',
  ],
  [
    'a curriculum of one world',
    { settings: settingsFrom({ curriculum: 'success' }) },
    'a curriculum chooses among several worlds, and the run has one',
  ],
  [
    'a curriculum over problems that come in turn',
    {
      ...signals,
      worlds: [...signals.worlds, world({ environment: 'signals' })],
      settings: settingsFrom({ curriculum: 'success' }),
    },
    'the few problems of the world "signals" come in turn',
  ],
])('says what is wrong with %s', (_, changes, message) => {
  expect(() => checkRun({ ...config, ...changes })).toThrow(message);
});

test('a world that the model has no tokens for is refused by its words; a language model is asked in full words', async () => {
  const sprout = await shippedTokenizer();
  expect(() => checkWords(config, sprout)).not.toThrow();
  const code = { ...config, team: 'coder-alone', worlds: [world({ environment: 'code' })] };
  expect(() => checkWords(code, sprout)).toThrow(/"sprout" has no tokens for .*“function”.* of the world "code"/);
  expect(() => checkWords({ ...code, wording: 'instruct' }, sprout)).not.toThrow();
});
