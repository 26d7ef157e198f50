import { expect, test } from 'vitest';
import { wilson } from '../../../basics/statistics';
import { presetById } from '../../../learning/config/presets';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import type { StepReport } from '../../../learning/training/report';
import type { RunView } from '../../stores/run-view';
import { distanceColumn, lastMismatch, namesIn, successColumns, worldColumn, worldNamesIn } from './steps-series';

const { config } = presetById('quick');
const rated = (solved: number): Evaluation => ({ ...wilson(solved, 10), solved, turnsMean: 1 });
const both = (sokoban: number, maps: number): Evaluation => ({
  ...rated(5),
  worlds: { sokoban: rated(sokoban), 'plan-path': rated(maps) },
});
const run = {
  references: { untrained: both(1, 2) },
  reports: [{ step: 1 }, { step: 2, validation: both(3, 6) }] as unknown as StepReport[],
} as unknown as RunView;

test('the worlds of a run on several are told apart, the untrained team at step 0; a run on one has none to tell apart', () => {
  const worlds = [...config.worlds, { environment: 'plan-path', environmentSettings: {}, share: 1 }];
  expect(worldNamesIn({ ...config, worlds })).toEqual(['sokoban', 'plan-path']);
  expect(worldNamesIn(config)).toEqual([]);
  expect(worldColumn(run, 'sokoban')).toEqual([0.1, null, 0.3]);
  expect(worldColumn(run, 'plan-path')).toEqual([0.2, null, 0.6]);
  expect(successColumns(run).steps).toHaveLength(worldColumn(run, 'sokoban').length);
});

test('success in training has what single branches reached beside it, where that is known', () => {
  const reports = [
    { step: 1, success: 0.5 },
    { step: 2, success: 0.75, branchSuccess: 0.125 },
  ] as unknown as StepReport[];
  const { training, branches } = successColumns({ reports });
  expect([training, branches]).toEqual([
    [null, 0.5, 0.75],
    [null, null, 0.125],
  ]);
});

test('the mismatch shown is the largest of the last step that trained anything', () => {
  const update = (mismatch: number) => ({ mismatch });
  const reports = [
    { step: 1, updates: { plan: update(0.5) } },
    { step: 2, updates: { plan: update(0), tool: update(2e-6) } },
    { step: 3, updates: {} },
  ] as unknown as StepReport[];
  expect(lastMismatch(reports)).toEqual({ step: 2, mismatch: 2e-6 });
  expect(lastMismatch([])).toBeUndefined();
  expect(namesIn(reports, 'updates')).toEqual(['plan', 'tool']);
});

test('the distance to the base has a point where it was measured', () => {
  const reports = [
    { step: 1 },
    { step: 2, baseDistances: { plan: { k3: 0.25, tokens: 9, groups: 1 } } },
  ] as unknown as StepReport[];
  expect(distanceColumn(reports, 'plan')).toEqual([null, 0.25]);
});
