import { beforeEach, expect, test } from 'vitest';
import { build } from '../../learning/config/build';
import {
  choosePreset,
  configFrom,
  copySetup,
  setFork,
  setFrozen,
  setKnob,
  setupFaults,
  setupStore,
} from './setup-store';

const parent = build('sokoban', { settings: { steps: 40, learningRate: 2e-4 } });
const fork = { run: 'run-1', step: 30, hash: 'a'.repeat(64), seed: 1 };

beforeEach(() => {
  copySetup(parent);
  setFork({ fork, parent, name: 'sokoban 1' });
});

const faults = () => setupFaults(setupStore.getState());

test('a fork is the run it goes on from, and says so in its configuration', () => {
  expect(configFrom(setupStore.getState())).toEqual({ ...parent, fork });
  expect(faults()).toEqual([]);
});

test('what only concerns learning may be changed', () => {
  setKnob('learningRate', 1e-4);
  setKnob('branches', 3);
  setKnob('credit', 'own');
  setFrozen(['plan']);
  expect(faults()).toEqual([]);
});

test('what the weights are of may not, nor what success is measured on, nor fewer steps than are done', () => {
  setKnob('rank', 4);
  expect(faults().join()).toContain('the kept weights would not fit');
  setKnob('rank', parent.settings.rank);
  setKnob('validationWorlds', 7);
  expect(faults().join()).toContain('measured on different play');
  setKnob('validationWorlds', parent.settings.validationWorlds);
  setKnob('steps', 30);
  expect(faults().join()).toContain('30 are done there');
});

test('another preset is no fork', () => {
  choosePreset('plan-path');
  expect(configFrom(setupStore.getState()).fork).toBeUndefined();
});

test('the settings of a fork can be taken again', () => {
  copySetup({ ...parent, fork });
  expect(configFrom(setupStore.getState())).toEqual({ ...parent, fork });
});
