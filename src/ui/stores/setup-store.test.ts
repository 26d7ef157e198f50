import { beforeEach, describe, expect, test } from 'vitest';
import { presetById } from '../../learning/training/presets';
import {
  changesOf,
  choosePreset,
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
