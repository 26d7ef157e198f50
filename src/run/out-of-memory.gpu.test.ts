// A real GPU (a software one will do) that has only so much memory: it complains of every buffer beyond. The run goes
// on with half its plan, as often as it has to, and comes to the same training; where no plan is small enough, it ends
// with numbers.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Rooms } from '../engine/model/memory-plan';
import { folderRunStore } from '../headless/folder-run-store';
import { baseModelFromDisk, modelFolder } from '../headless/model-files';
import { findGpu } from '../headless/open-gpu';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import { engineIn } from './engine-learner';
import { startSession } from './session';
import type { TrainerEvent } from './trainer-api';

const found = await findGpu();
const shipped = existsSync(join(modelFolder('sprout'), 'model.safetensors'));
const missing = found.kind === 'none' ? found.reason : shipped ? undefined : 'models/sprout has no model.safetensors';
if (missing !== undefined) console.warn(`SKIPPED: a GPU out of memory was not tried: ${missing}`);
const folder = mkdtempSync(join(tmpdir(), 'grove-scarce-'));
afterAll(() => rmSync(folder, { recursive: true }));

class GPUOutOfMemoryError {
  readonly message = 'no room for the buffer';
}

/** `most`: the most bytes that were alive on a device of it. */
function gpuOf(memory: number) {
  const seen = { most: 0 };
  const requestAdapter = async () => {
    const adapter = (await (found as { gpu: GPU }).gpu.requestAdapter()) as GPUAdapter;
    const { limits, features, info } = adapter;
    const requestDevice = async (wanted: GPUDeviceDescriptor) => {
      const device = await adapter.requestDevice(wanted);
      let alive = 0;
      const make = device.createBuffer.bind(device);
      device.createBuffer = (descriptor) => {
        const buffer = make(descriptor);
        const { size } = buffer;
        alive += size;
        seen.most = Math.max(seen.most, alive);
        if (alive > memory)
          device.dispatchEvent(Object.assign(new Event('uncapturederror'), { error: new GPUOutOfMemoryError() }));
        const destroy = buffer.destroy.bind(buffer);
        let there = true;
        buffer.destroy = () => {
          if (there) alive -= size;
          there = false;
          return destroy();
        };
        return buffer;
      };
      return device;
    };
    return { limits, features, info, requestDevice };
  };
  return { gpu: { requestAdapter } as unknown as GPU, seen };
}

const small = {
  steps: 2,
  worldsPerStep: 6,
  branches: 4,
  turns: 2,
  validationWorlds: 4,
  testWorlds: 4,
  evaluateEvery: 2,
};
const config = { ...presetById('quick').config, settings: settingsFrom({ ...small, learningRate: 1e-4 }) };

async function trained(memory: number, name: string) {
  const { gpu, seen } = gpuOf(memory);
  const engine = engineIn(() => gpu);
  const base = await baseModelFromDisk('sprout');
  const runStore = folderRunStore(join(folder, name));
  const events: TrainerEvent[] = [];
  const asked: (Rooms | undefined)[] = [];
  const session = await startSession(
    {
      runStore,
      base,
      planMemory: (...wishes) => engine.planFor(base, ...wishes),
      openLearner: (precision, rooms) => {
        asked.push(rooms);
        return engine.open(base, precision, rooms);
      },
      now: () => 0,
      announce: (event) => events.push(event),
    },
    { config, name },
  );
  const run = await session.rested;
  return {
    run,
    seen,
    asked,
    events,
    reports: await runStore.metrics.list(run.id),
    kept: await runStore.checkpoints.load(run.id),
  };
}

test.skipIf(missing !== undefined)('half the plan, and half again, come to the same training', async () => {
  const whole = await trained(Number.POSITIVE_INFINITY, 'whole');
  expect(whole.run.status).toBe('finished');
  expect(whole.asked).toEqual([undefined]);

  const scarce = await trained(0.6 * whole.seen.most, 'scarce');
  expect(scarce.run.status).toBe('finished');
  console.info(
    `${(whole.seen.most / 2 ** 20).toFixed(0)} MiB at most; with 60 % of it, ${scarce.asked.length - 1} halvings`,
  );
  expect(scarce.asked.length).toBeGreaterThan(1);
  const [first, ...others] = scarce.asked;
  expect(first).toBeUndefined();
  for (const [index, rooms] of others.slice(1).entries()) expect(rooms!.training).toBeLessThan(others[index]!.training);
  expect(scarce.events.filter(({ kind }) => kind === 'out-of-memory').length).toBe(others.length);

  expect(whole.reports.map(({ updates }) => Object.keys(updates).length > 0)).toContain(true);
  for (const [index, report] of whole.reports.entries()) {
    const other = scarce.reports[index]!;
    expect(other.generatedTokens).toBe(report.generatedTokens);
    for (const [policy, { loss, gradientNorm, mismatch }] of Object.entries(report.updates)) {
      const update = other.updates[policy]!;
      expect(Math.abs(update.loss - loss)).toBeLessThan(1e-5);
      expect(Math.abs(update.gradientNorm / gradientNorm - 1)).toBeLessThan(1e-4);
      expect(Math.max(update.mismatch, mismatch)).toBeLessThan(1e-3);
    }
  }
  for (const [policy, { tensors }] of Object.entries(whole.kept!.policies))
    for (const [index, { data }] of tensors.entries()) {
      const other = scarce.kept!.policies[policy]!.tensors[index]!.data;
      expect(data.reduce((worst, value, at) => Math.max(worst, Math.abs(value - other[at]!)), 0)).toBeLessThan(1e-5);
    }
});

test.skipIf(missing !== undefined)('where no plan is small enough it ends with numbers', async () => {
  const { run, asked, events } = await trained(2 ** 20, 'starved');
  expect(run.status).toBe('failed');
  expect(run.reason).toMatch(
    /^the GPU has no memory left: no room for the buffer, though the run needs up to [\d.]+ GiB, .* Close what else uses the GPU, or begin a run with fewer branches/,
  );
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.length).toBeLessThan(20);
  expect(events.filter((event) => event.kind === 'out-of-memory').map(({ recovering }) => recovering)).toEqual([
    ...asked.slice(1).map(() => true),
    false,
  ]);
});
