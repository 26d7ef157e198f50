import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mathsTeams } from '../../learning/agents/teams/maths';
import { toolAndPlanSpec } from '../../learning/agents/teams/specs';
import { catalogueOf } from '../../learning/catalogue';
import { checkRun } from '../../learning/config/check-run';
import { presetById } from '../../learning/config/presets';
import { firstWorld } from '../../learning/config/worlds';
import { environments } from '../../learning/environments';
import {
  addWorld,
  changedBeyond,
  changeMoveBudget,
  changesOf,
  changeWorld,
  chooseEnvironment,
  chooseModel,
  chooseOwnTeam,
  choosePreset,
  chooseTeam,
  configFrom,
  copySetup,
  languageFault,
  noOwnTeamBecause,
  removeWorld,
  resetKnob,
  setEnvironmentKnob,
  setKnob,
  setPolicies,
  setSampling,
  setStart,
  setToolLanguage,
  setTrainable,
  setupFaults,
  setupStore,
} from './setup-store';
import { openWorlds } from './worlds';

const config = () => configFrom(setupStore.getState());
beforeAll(openWorlds); // as the page does before any world but the first few is played
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
    setupStore.setState({ changes: { formatWeight: 0.5 } }); // as an address may say
    expect(setupFaults(setupStore.getState()).join()).toContain('sum to 1');
  });

  test('has the other weights of a reward give way to one that is set, and come back with it', () => {
    const usual = config().settings;
    setKnob('formatWeight', 0.5);
    expect(setupFaults(setupStore.getState())).toEqual([]);
    expect(config().settings.progressWeight).toBeLessThan(usual.progressWeight);
    resetKnob('formatWeight');
    expect(setupStore.getState().changes).toEqual({});
  });

  test('takes any listed world under its usual settings, and says when they do not go together', () => {
    setEnvironmentKnob('size', 8);
    for (const { card } of environments) {
      chooseEnvironment(card.id);
      const { environment, environmentSettings } = firstWorld(config());
      expect(environment).toBe(card.id);
      expect(environmentSettings).toEqual(
        card.id === 'sokoban' ? firstWorld(presetById('sokoban').config).environmentSettings : {},
      );
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
      ['Size', 9, 4],
      ['Blanks', 40, 8],
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

  test('says of a world of texts that nobody writes a team for it', () => {
    expect(noOwnTeamBecause(config())).toBeUndefined();
    chooseEnvironment('code');
    expect(noOwnTeamBecause(config())).toContain('Teams of text worlds');
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
    expect(changesOf(earlier).map(({ name }) => name)).toEqual([
      'Tool role speaks through',
      'Plan role speaks through',
      'Learning rate',
      'Size',
    ]);
  });
});

describe('who learns', () => {
  const start = { run: 'run-1', policy: 'plan', hash: 'abc' };

  test('what is trainable is as in the preset until another is chosen', () => {
    setTrainable('all-weights');
    expect(config().trainable).toBe('all-weights');
    setTrainable('adapter');
    expect(setupStore.getState().trainable).toBeUndefined();
  });

  test('a policy may start from a run, as long as it is one of the setup’s', () => {
    setStart('plan', start);
    expect(config().start).toEqual({ plan: start });
    setPolicies({ tool: 'shared', plan: 'shared' });
    expect(config().start).toBeUndefined();
    setPolicies({ tool: 'tool', plan: 'plan' });
    setTrainable('none');
    expect(config().start).toBeUndefined();
    setTrainable(undefined);
    setStart('plan', undefined);
    expect(config()).toEqual(presetById('sokoban').config);
  });

  test('a policy of another listed team starts from a run too, and of as many roles as there are', () => {
    choosePreset('plan-path');
    chooseTeam('tool-alone');
    setStart('tool', start);
    expect(config().start).toEqual({ tool: start });
    const earlier = config();
    choosePreset('sokoban');
    copySetup(earlier);
    expect(config()).toEqual(earlier);
    setStart('tool', undefined);
    chooseEnvironment('maths');
    for (const team of mathsTeams) {
      chooseTeam(team.id);
      const policy = team.roles.at(-1)?.id as string;
      setStart(policy, start);
      expect(config().start).toEqual({ [policy]: start });
      setStart(policy, undefined);
    }
  });

  test('a copied setup starts where the run started', () => {
    copySetup({ ...presetById('sokoban').config, trainable: 'all-weights', start: { plan: start } });
    expect(config()).toMatchObject({ trainable: 'all-weights', start: { plan: start } });
  });
});

describe('how roles answer', () => {
  test('is chosen for single roles of any team, and forgotten with the team', () => {
    setSampling('plan', { evaluation: { maxTokens: 60 } });
    setSampling('tool', { training: { temperature: 0.7 } });
    const sampling = { plan: { evaluation: { maxTokens: 60 } }, tool: { training: { temperature: 0.7 } } };
    expect(config().sampling).toEqual(sampling);
    expect(() => checkRun(config())).not.toThrow();
    const earlier = config();
    choosePreset('plan-path');
    copySetup(earlier);
    expect(config()).toEqual(earlier);
    expect(changesOf(earlier).map(({ name, value }) => [name, value])).toEqual([
      ['Plan role while it is evaluated: Longest answer', 60],
      ['Tool role while it trains: Temperature', 0.7],
    ]);
    setSampling('tool', {});
    setSampling('plan', {});
    expect(config()).toEqual(presetById('sokoban').config);
    setSampling('tool', sampling.tool);
    chooseTeam('plan-alone');
    expect(config().sampling).toBeUndefined();
  });

  test('is told before the run begins when it cannot be', () => {
    setSampling('tool', { training: { temperature: 5 } });
    expect(setupFaults(setupStore.getState()).join()).toContain('tool: temperature lies between 0.1 and 2, got 5');
  });
});

describe('several worlds in one run', () => {
  test('have a share each, the first the setup’s own world', () => {
    setEnvironmentKnob('size', 7);
    addWorld('plan-path');
    addWorld('blocksworld');
    changeWorld(0, { share: 2 });
    changeWorld(1, { environmentSettings: { size: 8, blocked: 0.2 } });
    expect(config().worlds.map(({ environment, share }) => [environment, share])).toEqual([
      ['sokoban', 2],
      ['plan-path', 1],
      ['blocksworld', 1],
    ]);
    expect(config().worlds[0]?.environmentSettings).toEqual({ size: 7, boxes: 1 });
    expect(config().worlds[1]?.environmentSettings).toEqual({ size: 8, blocked: 0.2 });
    expect(setupFaults(setupStore.getState())).toEqual([]);
    expect(() => checkRun(config())).not.toThrow();
    expect(changesOf(config())[0]).toEqual({
      name: 'World',
      value: 'Sokoban 2 : Plan-Path 1 : Blocksworld 1',
      usual: 'Sokoban',
    });
    const earlier = config();
    choosePreset('plan-path');
    copySetup(earlier);
    expect(config()).toEqual(earlier);
  });

  test('may each have a move budget of their own, or the run’s', () => {
    addWorld('plan-path');
    changeMoveBudget(1, 20);
    expect(config().worlds[1]).toMatchObject({ moveBudget: 20 });
    expect(setupFaults(setupStore.getState())).toEqual([]);
    changeMoveBudget(1, 0);
    expect(setupFaults(setupStore.getState()).join()).toContain('plan-path: moveBudget lies between 1');
    changeMoveBudget(1, undefined);
    expect(config().worlds[1]).not.toHaveProperty('moveBudget');
  });

  test('are one again when the others are taken out, or another team cannot play them', () => {
    addWorld('plan-path');
    removeWorld(1);
    expect(config()).toEqual(presetById('sokoban').config);
    addWorld('plan-path');
    chooseEnvironment('plan-path');
    expect(config().worlds).toHaveLength(1);
    addWorld('sokoban');
    chooseEnvironment('maths');
    expect(config().worlds).toHaveLength(1);
  });

  test('that cannot be played so are told before the run begins', () => {
    addWorld('plan-path');
    changeWorld(1, { share: 0 });
    expect(setupFaults(setupStore.getState()).join()).toContain('plan-path: a share is a number above 0, got 0');
    changeWorld(1, { share: 1, environmentSettings: { size: 10, blocked: 0.22 } });
    setKnob('worldsPerStep', 1);
    expect(setupFaults(setupStore.getState()).join()).toContain('2 worlds need at least 2 problems at a time, got 1');
    resetKnob('worldsPerStep');
    addWorld('maths');
    expect(setupFaults(setupStore.getState()).join()).toContain('does not play the world "maths"');
  });
});

describe('what programs are written in', () => {
  const model = { model: 'owner/mini', wording: 'instruct' } as const;

  test('is real code only for a language model and a team that writes it', () => {
    expect(languageFault(config(), 'python')).toContain('needs a language model');
    chooseModel(model);
    expect(languageFault(config(), 'python')).toBeUndefined();
    setToolLanguage('python');
    expect(config().toolLanguage).toBe('python');
    expect(() => checkRun(config())).not.toThrow();
    const earlier = config();
    choosePreset('quick');
    copySetup(earlier);
    expect(config()).toEqual(earlier);
    chooseTeam('plan-alone');
    expect(config().toolLanguage).toBe('calls');
    expect(languageFault(config(), 'python')).toContain('no role');
  });

  test('is not changed behind one’s back when the model cannot write it', () => {
    chooseModel(model);
    setToolLanguage('javascript');
    chooseModel(undefined);
    expect(config().toolLanguage).toBe('javascript');
    expect(setupFaults(setupStore.getState()).join()).toContain('tools in javascript need a language model');
    setToolLanguage('calls');
    expect(setupFaults(setupStore.getState())).toEqual([]);
    expect(config()).toEqual(presetById('sokoban').config);
  });
});

test('counts what was changed beside the settings that are shown', () => {
  choosePreset('sokoban');
  expect(changedBeyond(setupStore.getState(), ['branches'])).toBe(0);
  setKnob('branches', 4);
  expect(changedBeyond(setupStore.getState(), ['branches'])).toBe(0);
  setKnob('turns', 2);
  setEnvironmentKnob('size', 7);
  setToolLanguage('javascript');
  expect(changedBeyond(setupStore.getState(), ['branches'])).toBe(3);
  choosePreset('sokoban');
});
