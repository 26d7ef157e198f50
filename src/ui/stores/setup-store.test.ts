import { beforeEach, describe, expect, test } from 'vitest';
import { toolAndPlanSpec } from '../../learning/agents/teams/specs';
import { catalogueOf } from '../../learning/catalogue';
import { environments } from '../../learning/environments';
import { presetById } from '../../learning/training/presets';
import {
  changesOf,
  chooseEnvironment,
  chooseOwnTeam,
  choosePreset,
  chooseTeam,
  configFrom,
  copySetup,
  resetKnob,
  setEnvironmentKnob,
  setKnob,
  setPolicies,
  setupFaults,
  setupStore,
} from './setup-store';

const config = () => configFrom(setupStore.getState());
beforeEach(() => choosePreset('sokoban'));

describe('the setup', () => {
  test('is the preset until something is changed', () => {
    expect(config()).toEqual(presetById('sokoban').config);
  });

  test('knows only what differs', () => {
    setKnob('branches', 16);
    expect(config().settings.branches).toBe(16);
    setKnob('branches', presetById('sokoban').config.settings.branches);
    expect(setupStore.getState().changes).toEqual({});
    setKnob('seed', 7);
    resetKnob('seed');
    expect(config()).toEqual(presetById('sokoban').config);
  });

  test('names the knob that no run could start with', () => {
    setKnob('branches', 1);
    expect(setupFaults(setupStore.getState()).join()).toContain('branches');
    setKnob('branches', 8);
    setKnob('formatWeight', 0.5);
    expect(setupFaults(setupStore.getState()).join()).toContain('sum to 1');
  });

  test('takes any listed world under its usual settings, and says when they do not go together', () => {
    setEnvironmentKnob('size', 8);
    for (const { card } of environments) {
      chooseEnvironment(card.id);
      const { environment, environmentSettings } = config();
      expect(environment).toBe(card.id);
      expect(Object.keys(environmentSettings)).toEqual(Object.keys(card.knobs));
      expect(setupFaults(setupStore.getState())).toEqual([]);
    }
    chooseEnvironment('maths');
    expect(config().team).not.toBe('tool-and-plan');
    chooseTeam('tool-and-plan');
    expect(setupFaults(setupStore.getState()).join()).toContain('does not play the world "maths"');
    chooseEnvironment('sudoku');
    setEnvironmentKnob('blanks', 40);
    expect(setupFaults(setupStore.getState()).join()).toContain('a 4×4 Sudoku has at most 10 blanks, got 40');
    setEnvironmentKnob('size', 9);
    expect(setupFaults(setupStore.getState())).toEqual([]);
    expect(changesOf(config()).map(({ name, value, usual }) => [name, value, usual])).toEqual([
      ['World', 'Sudoku', 'Sokoban'],
      ['size', 9, 4],
      ['blanks', 40, 8],
    ]);
    const earlier = config();
    choosePreset('plan-path');
    copySetup(earlier);
    expect(config()).toEqual(earlier);
    chooseEnvironment('sokoban');
    expect(config()).toEqual(presetById('sokoban').config);
  });

  test('carries a team that somebody wrote whole, with its policies and sampling', () => {
    const spec = { ...toolAndPlanSpec, id: 'mine', name: 'Mine' };
    const policies = { tool: 'plan', plan: 'plan' };
    const sampling = { tool: { training: { temperature: 0.8 } } };
    chooseOwnTeam({ spec, policies, sampling });
    expect(config()).toMatchObject({ team: 'mine', definitions: { teams: [spec] }, policies, sampling });
    expect(catalogueOf(config().definitions as object).teamById('mine').name).toBe('Mine');
    const earlier = config();
    choosePreset('plan-path');
    expect(config().definitions).toBeUndefined();
    copySetup(earlier);
    expect(config()).toEqual(earlier);
    expect(() => chooseOwnTeam({ spec: { ...spec, roles: [] }, policies })).toThrow('the team, roles: has no role');
    chooseTeam('tool-and-plan');
    expect(config()).toEqual(presetById('sokoban').config);
  });

  test('takes another team, each role with a policy of its own', () => {
    setPolicies({ tool: 'shared', plan: 'shared' });
    chooseTeam('plan-alone');
    expect(config()).toMatchObject({ team: 'plan-alone', policies: { plan: 'plan' } });
    expect(changesOf(config())).toEqual([{ name: 'Team', value: 'Single agent', usual: 'Tool and plan' }]);
    const earlier = config();
    choosePreset('quick');
    copySetup(earlier);
    expect(config()).toEqual(earlier);
    chooseTeam('tool-and-plan');
    expect(config()).toEqual(presetById('sokoban').config);
  });

  test('of an earlier run can be used again', () => {
    setKnob('learningRate', 2e-3);
    setEnvironmentKnob('size', 7);
    setPolicies({ tool: 'shared', plan: 'shared' });
    const earlier = config();
    choosePreset('plan-path');
    copySetup(earlier);
    expect(config()).toEqual(earlier);
    expect(changesOf(earlier).map(({ name }) => name)).toEqual(['Learning rate', 'size']);
  });
});
