import { expect, it } from 'vitest';
import { presetById } from '../learning/config/presets';
import type { LabRun } from '../run/run-store';
import { resultsTable } from './results';

const worldOf = (preset: string) => {
  const run = {
    name: 'r',
    config: presetById(preset).config,
    status: 'ready',
    step: 0,
    seconds: 0,
    gpu: 'none',
  } as LabRun;
  const { columns, rows } = resultsTable([{ run, reports: [] }]);
  return rows[0]?.[columns.indexOf('environment')];
};

it('a run on one world is listed under it, a mix under all of its worlds with their shares', () => {
  expect(worldOf('sokoban')).toBe('sokoban');
  expect(worldOf('eight-queens')).toBe('eight-queens 0.4 : eight-queens-2 0.3 : eight-queens-3 0.3');
});
