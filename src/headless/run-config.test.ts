import { expect, test } from 'vitest';
import { toolAndPlanSpec } from '../learning/agents/teams/specs';
import { catalogueOf } from '../learning/catalogue';
import { checkRun } from '../learning/config/check-run';
import { presetById } from '../learning/config/presets';
import { firstWorld } from '../learning/config/worlds';
import { configFrom } from './run-config';

const quick = presetById('quick').config;

test('a preset without wishes is the preset', () => {
  expect(configFrom({ preset: 'quick', set: [] })).toEqual(quick);
});

test('knobs of training and of the world are set by their names', () => {
  const config = configFrom({ preset: 'quick', seed: 7, set: ['branches=6', 'size=8', 'boxes=2'] });
  expect(config.settings).toEqual({ ...quick.settings, seed: 7, branches: 6 });
  expect(firstWorld(config).environmentSettings).toEqual({ size: 8, boxes: 2 });
});

test('choices that had another name are still known by it', () => {
  expect(configFrom({ preset: 'quick', set: ['grouping=none'], trainable: 'prompt-only' })).toMatchObject({
    trainable: 'none',
    settings: { grouping: 'batch' },
  });
});

test('one world takes the place of the preset’s; several are mixed by their shares, each with knobs of its own', () => {
  expect(configFrom({ preset: 'quick', set: ['blocked=0.1'], worlds: ['plan-path'] })).toEqual({
    ...quick,
    worlds: [{ environment: 'plan-path', environmentSettings: { blocked: 0.1 }, share: 1 }],
  });
  const mixed = configFrom({
    preset: 'quick',
    worlds: ['sokoban=3', 'plan-path', 'sokoban'],
    set: ['size=7', 'plan-path.size=8', 'plan-path.moveBudget=20', 'sokoban-2.boxes=2', 'moveBudget=9'],
  });
  expect(mixed.worlds).toEqual([
    { environment: 'sokoban', environmentSettings: { size: 7, boxes: 1 }, share: 3 },
    { environment: 'plan-path', environmentSettings: { size: 8 }, share: 1, moveBudget: 20 },
    { environment: 'sokoban', environmentSettings: { size: 6, boxes: 2 }, share: 1 },
  ]);
  expect(mixed.settings.moveBudget).toBe(9);
  expect(() => checkRun(mixed)).not.toThrow();
});

test('one world stands alone in place of a preset’s mix; its settings stay where it is the preset’s own', () => {
  const queens = presetById('eight-queens').config;
  expect(queens.worlds).toHaveLength(3);
  const sokoban = configFrom({ preset: 'eight-queens', set: [], worlds: ['sokoban'] });
  expect(sokoban.worlds).toEqual([{ environment: 'sokoban', environmentSettings: {}, share: 1 }]);
  const own = configFrom({ preset: 'eight-queens', set: [], worlds: ['eight-queens'] });
  expect(own.worlds).toEqual([{ ...firstWorld(queens), share: 1 }]);
  for (const config of [sokoban, own]) {
    expect(() => checkRun(config)).not.toThrow();
  }
});

test('roles are sampled as set, in training and in evaluation', () => {
  const { sampling } = configFrom({
    preset: 'quick',
    set: ['plan.temperature=0.7', 'plan.maxTokens=9', 'tool.evaluation.temperature=0.5'],
  });
  expect(sampling).toEqual({
    plan: { training: { temperature: 0.7, maxTokens: 9 } },
    tool: { evaluation: { temperature: 0.5 } },
  });
});

test('another team, named or specified, brings its roles; the run carries a specified one', () => {
  expect(configFrom({ preset: 'quick', set: [], team: 'plan-alone' })).toMatchObject({
    team: 'plan-alone',
    policies: { plan: 'plan' },
  });
  const spec = { ...toolAndPlanSpec, id: 'mine' };
  const team = {
    spec,
    policies: { tool: 'mine', plan: 'base' },
    sampling: { plan: { training: { temperature: 0.8 } } },
  };
  const config = configFrom({ preset: 'sokoban', set: [], team });
  const { policies, sampling } = team;
  expect(config).toMatchObject({ team: 'mine', policies, sampling, definitions: { teams: [spec] } });
  expect(() => checkRun(config, catalogueOf({ teams: [spec] }))).not.toThrow();
  expect(configFrom({ preset: 'sokoban-shared', set: [], team: 'plan-alone' }).policies).toEqual({ plan: 'shared' });
});

test.each([
  [{ set: ['plan-path.size=8'] }, 'there is no world or role "plan-path": known are sokoban, tool, plan'],
  [{ set: ['plan.topK=8'] }, 'there is no knob "topK": known are temperature, maxTokens'],
  [{ set: ['plan.temperature=9'] }, 'plan.temperature lies between 0.1 and 2, got 9'],
  [{ set: ['sokoban.seed=9'] }, 'there is no knob "seed"'],
  [{ set: [], worlds: ['chess'] }, 'there is no environment "chess"'],
  [{ set: [], worlds: ['sokoban=0'] }, '--world takes a world or world=share'],
  [{ set: [], toolLanguage: 'basic' }, '--tool-language is one of calls, javascript, python, got "basic"'],
  [{ set: [], team: 'nobody' }, 'there is no team "nobody"'],
])('says what is wrong with %o', (wishes, message) => {
  expect(() => configFrom({ preset: 'quick', ...wishes })).toThrow(message);
});
