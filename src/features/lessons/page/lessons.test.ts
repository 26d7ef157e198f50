import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecordedRun } from '../../../files/formats/run-json';
import { presetById } from '../../../learning/config/presets';
import { completed, type StoredConfig } from '../../../learning/config/stored';
import { mutualInformation } from '../../../learning/environments/signals/code-table';
import { evaluatedCeiling } from '../../../learning/training/evaluate';
import { secondBest } from './second-best';
import { beginTables, codeOf, learned, successOf, type TwoTables } from './two-tables';

test('the recorded run holds a second-best answer that was made less likely', () => {
  const bytes = readFileSync(new URL('../../../../public/recorded-run.json', import.meta.url));
  const { run, trees } = readRecordedRun(bytes, 'recorded-run.json');
  const found = secondBest(trees, completed(run.config as unknown as StoredConfig).settings);
  expect(found?.levels[0]?.advantage).toBeGreaterThan(0);
  expect(found?.second.advantage).toBeLessThan(0);
  expect(found?.second.reward).toBeGreaterThan(found?.levels.at(-1)?.reward ?? Number.POSITIVE_INFINITY);
  expect(secondBest(trees, { normalisation: 'agent' })).toBeUndefined();
});

const after = (steps: number, seed: number): TwoTables => {
  let tables = beginTables(8, 16, seed);
  for (let step = 0; step < steps; step++) tables = learned(tables);
  return tables;
};

test('two tables begin by guessing and come to a code that others do not understand', () => {
  expect(successOf(after(0, 1))).toBeCloseTo(1 / 8, 2);
  const [one, other] = [after(240, 1), after(240, 2)];
  expect(successOf(one)).toBeGreaterThan(0.6);
  expect(mutualInformation(codeOf(one))).toBeGreaterThan(2);
  expect(successOf(one, other)).toBeLessThan(0.5);
});

test('no step makes them understand each other less, but for rounding', () => {
  let tables = beginTables(8, 16, 3);
  for (let step = 0; step < 60; step++) {
    const next = learned(tables);
    expect(successOf(next)).toBeGreaterThan(successOf(tables) - 1e-6);
    tables = next;
  }
});

test('what one player reaches is computed while the lesson is read', () => {
  const ceiling = (preset: string, n: number) =>
    evaluatedCeiling({ config: presetById(preset).config, split: 'test', n }).rate;
  expect(ceiling('signals', 8)).toBeCloseTo(1 / 8, 6);
  expect(ceiling('guide-and-walker', 40)).toBeLessThan(0.6);
  expect(ceiling('sokoban-for-two', 10)).toBe(0);
});
