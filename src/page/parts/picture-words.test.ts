import { expect, test } from 'vitest';
import { presetById } from '../../learning/config/presets';
import { pictureFile, runInWords } from './picture-words';

test('a picture’s file has a name that every file system takes', () => {
  expect(pictureFile('Sokoban, seed 1', 'success')).toBe('grove-sokoban-seed-1-success');
  expect(pictureFile('Ärger / ../é "x"', 'step-12', 'tree')).toBe('grove-arger-e-x-step-12-tree');
  expect(pictureFile('日本', 'success')).toBe('grove-success');
  expect(pictureFile('a'.repeat(300), 'success').length).toBeLessThan(100);
});

test('a run is named with its seed, once', () => {
  const { config } = presetById('sokoban');
  const of = (name: string) =>
    runInWords({ name, step: 12, config: { ...config, settings: { ...config.settings, seed: 7, steps: 60 } } });
  expect(of('calm-otter')).toBe('calm-otter, seed 7, step 12 of 60');
  expect(of('sokoban, seed 7')).toBe('sokoban, seed 7, step 12 of 60');
});
