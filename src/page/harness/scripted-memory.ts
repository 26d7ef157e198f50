// A memory plan that is only pretended, for the harness.

import type { RunConfig } from '../../learning/config/run-config';
import type { MemoryAnswer } from '../../run/trainer-api';

/** In the words of the engine's plan, from figures that are only about right. */
export function scriptedMemory({ settings }: RunConfig, memory: number): MemoryAnswer {
  const { worldsPerStep, branches, turns } = settings;
  const sampling = worldsPerStep * branches * 9e-5;
  const training = worldsPerStep * branches * turns * 2.2e-4;
  const most = (2 * (memory - 0.02)) / 3;
  if (branches * 0.005 > most) {
    const needs = `needs ${(branches * 5).toFixed(0)} MiB beside weights and adapters, there are ${(most * 1024).toFixed(0)} MiB`;
    const todo = 'use fewer branches, shorter prompts or answers, or a smaller model';
    return { kind: 'refused', words: `training on a group of ${branches * 18 + 63} rows ${needs}: ${todo}` };
  }
  const batches = Math.ceil(training / most);
  const total = (0.013 + sampling + training / batches).toFixed(2);
  const words =
    `needs up to ${total} GiB, this device gives ${memory.toFixed(1)} GiB: model 0.003 (0.7 M parameters as f32), policies 0.010, ` +
    `sampling ${sampling.toFixed(2)} (keys and values ${(sampling / 2).toFixed(2)}, at once), ` +
    `training ${(training / batches).toFixed(2)} (${worldsPerStep * turns} groups ${batches > 1 ? `in ${batches} micro-batches` : 'at once'})`;
  return { kind: 'fits', words };
}
