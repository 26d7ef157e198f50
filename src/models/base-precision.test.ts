import { expect, test } from 'vitest';
import { type RunConfig, settingsFrom } from '../learning/config/run-config';
import { presetById } from '../learning/config/presets';
import { basePrecisionOf } from './base-precision';
import { hashOfConfig } from '../run/session-parts';

const { config } = presetById('quick');
const withBase = (basePrecision: 'f32' | 'int4'): RunConfig => ({
  ...config,
  settings: settingsFrom({ ...config.settings, basePrecision }),
});
/** A run as it was stored before there was a choice. */
function older(): RunConfig {
  const { basePrecision: _, ...settings } = config.settings;
  return { ...config, settings: settings as RunConfig['settings'] };
}

test('R2 a run’s base precision is part of its name; a run from before there was one is an f32 run', async () => {
  expect(basePrecisionOf(withBase('int4'))).toBe('int4');
  expect(basePrecisionOf(older())).toBe('f32');
  const hash = await hashOfConfig(older());
  expect(await hashOfConfig(withBase('f32'))).toBe(hash);
  expect(await hashOfConfig(withBase('int4'))).not.toBe(hash);
});

test('all weights are trained on an f32 base alone', () => {
  expect(() => basePrecisionOf({ ...withBase('int4'), trainable: 'all-weights' })).toThrow(
    'training all weights needs basePrecision f32, got int4: set it to f32, or train adapters',
  );
  expect(basePrecisionOf({ ...withBase('f32'), trainable: 'all-weights' })).toBe('f32');
});
