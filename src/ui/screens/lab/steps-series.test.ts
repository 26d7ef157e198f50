import { expect, test } from 'vitest';
import { wilson } from '../../../basics/statistics';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import { presetById } from '../../../learning/training/presets';
import type { StepReport } from '../../../learning/training/report';
import type { RunView } from '../../stores/run-view';
import { successColumns, worldColumn, worldNamesIn } from './steps-series';

const { config } = presetById('quick');
const { environment, environmentSettings } = config;
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
  const worlds = [
    { environment, environmentSettings, share: 1 },
    { environment: 'plan-path', environmentSettings: {}, share: 1 },
  ];
  expect(worldNamesIn({ ...config, worlds })).toEqual(['sokoban', 'plan-path']);
  expect(worldNamesIn(config)).toEqual([]);
  expect(worldColumn(run, 'sokoban')).toEqual([0.1, null, 0.3]);
  expect(worldColumn(run, 'plan-path')).toEqual([0.2, null, 0.6]);
  expect(successColumns(run).steps).toHaveLength(worldColumn(run, 'sokoban').length);
});
