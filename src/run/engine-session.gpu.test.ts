// The whole lab on a real GPU (a software one will do): the shipped model, the smallest preset, a folder on disk.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { adapterZip } from '../export/export';
import { readPeftZip } from '../files/formats/peft';
import { folderRunStore } from '../headless/folder-run-store';
import { baseModelFromDisk, modelFolder } from '../headless/model-files';
import { findGpu } from '../headless/open-gpu';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import { engineIn } from './engine-learner';
import { forkAt, forkedFrom } from './fork';
import { resumeSession, startSession } from './session';
import type { SessionParts } from './session-parts';

const found = await findGpu();
const shipped = existsSync(join(modelFolder('sprout'), 'model.safetensors'));
const missing = found.kind === 'none' ? found.reason : shipped ? undefined : 'models/sprout has no model.safetensors';
if (missing !== undefined) console.warn(`SKIPPED: the lab on a real GPU did not run: ${missing}`);

const folder = mkdtempSync(join(tmpdir(), 'grove-gpu-'));
afterAll(() => rmSync(folder, { recursive: true }));

const small = {
  steps: 3,
  worldsPerStep: 3,
  branches: 4,
  turns: 2,
  validationWorlds: 4,
  testWorlds: 4,
  evaluateEvery: 3,
  learningRate: 1e-3,
};
const config = { ...presetById('quick').config, settings: settingsFrom(small) };
const engine = engineIn(() => (found.kind === 'gpu' ? found.gpu : undefined));

async function partsOn(
  runStore: ReturnType<typeof folderRunStore>,
  announce: SessionParts['announce'] = () => {},
): Promise<SessionParts> {
  const base = await baseModelFromDisk('sprout');
  return { runStore, base, openLearner: () => engine.open(base), now: () => 0, announce };
}

/** A run's reports to the last character, but for what was counted of the GPU: how work is cut into submissions follows
 *  the machine's speed of the hour, as times do, which the clock handed in here keeps at 0. */
function metricsIn(name: string): string[] {
  const lines = readFileSync(join(folder, name, 'metrics.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { gpu, ...rest } = JSON.parse(line);
    expect(gpu.dispatches).toBeGreaterThan(100);
    return JSON.stringify(rest);
  });
}

test.skipIf(missing !== undefined)(
  'R2, S2, P4: stopped and resumed equals uninterrupted, to the last bit',
  async () => {
    const whole = folderRunStore(join(folder, 'whole'));
    expect((await (await startSession(await partsOn(whole), { config, name: 'run' })).rested).status).toBe('finished');

    const parts = folderRunStore(join(folder, 'parts'));
    let firstPlayed = () => {};
    const judging = new Promise<void>((resolve) => {
      firstPlayed = resolve;
    });
    const announce: SessionParts['announce'] = (event) => {
      if (event.kind === 'stage' && event.stage === 'advantages') firstPlayed();
    };
    const session = await startSession(await partsOn(parts, announce), { config, name: 'run' });
    await judging;
    expect(await session.pause()).toMatchObject({ status: 'paused', step: 1 });

    const again = folderRunStore(join(folder, 'parts'));
    const runId = await again.runId();
    expect((await (await resumeSession(await partsOn(again), runId)).rested).status).toBe('finished');

    for (const name of ['checkpoint.safetensors', 'best.safetensors'])
      expect(readFileSync(join(folder, 'parts', name)).equals(readFileSync(join(folder, 'whole', name))), name).toBe(
        true,
      );
    expect(metricsIn('parts')).toEqual(metricsIn('whole'));
    const updates = (await again.metrics.list(runId)).flatMap((report) => Object.values(report.updates));
    expect(updates.length).toBeGreaterThan(0);
    for (const update of updates) {
      expect(update.mismatch).toBeLessThan(1e-3);
      expect(update.weightDistance).toBeGreaterThan(0);
      expect(update.skipped).toBe(false);
    }
    const adapter = await readPeftZip((await adapterZip(again, runId, 'plan')).bytes, 'plan.zip');
    expect(adapter.tensors.some(({ name, data }) => name.includes('lora_B') && data.some((value) => value !== 0))).toBe(
      true,
    );
  },
);

test.skipIf(missing !== undefined)('R2: a fork without a change equals the run it is of, to the last bit', async () => {
  const parent = folderRunStore(join(folder, 'parent'));
  let wish = () => {};
  const announce: SessionParts['announce'] = (event) => {
    if (event.kind === 'step' && event.report.step === 1) wish();
  };
  const session = await startSession(await partsOn(parent, announce), { config, name: 'run' });
  wish = () => void session.pause();
  await session.rested;

  const forkStore = folderRunStore(join(folder, 'fork'));
  const own = { ...config, fork: await forkAt(parent, session.runId, 1) };
  const forked = await forkedFrom(async () => parent, own);
  const fork = await startSession(await partsOn(forkStore), { config: own, name: 'run', forked });
  expect((await fork.rested).status).toBe('finished');

  expect(metricsIn('fork')).toEqual(metricsIn('whole'));
  const whole = folderRunStore(join(folder, 'whole'));
  for (const kind of ['current', 'best'] as const) {
    const [of, from] = [
      await whole.checkpoints.load(await whole.runId(), kind),
      await forkStore.checkpoints.load(fork.runId, kind),
    ];
    expect(of?.policies).toBeDefined();
    expect(from?.policies, kind).toEqual(of?.policies);
  }
});

test.skipIf(missing !== undefined)('plans and learners take as much memory as a person says', async () => {
  const base = await baseModelFromDisk('sprout');
  const run = {
    policies: [{ kind: 'adapter', rank: 16 } as const],
    batch: { groups: 64, branches: 16, promptTokens: 256, answerTokens: 16 },
    tokens: 1,
  };
  const given = async () => / gives ([\d.]+) GiB/.exec((await engine.planFor(base, 'f32', run)).sentence)?.[1];
  const usual = await given();
  engine.setGpuMemory(7 * 2 ** 30);
  expect(await given()).toBe('7.0');
  expect(() => engine.setGpuMemory(1000)).toThrow('expected at least 256 MiB of GPU memory, got 1000 bytes');
  engine.setGpuMemory(2 ** 28);
  const { learner } = await engine.open(base);
  const tooLong = {
    policy: 'base',
    prompt_P: new Array<number>(40_000).fill(1),
    seed_K: [0],
    maxTokens: 4,
    temperature: 0,
  };
  await expect(learner.sample([tooLong])).rejects.toThrow(/MiB/);
  learner.close();
  engine.setGpuMemory(undefined);
  expect(await given()).toBe(usual);
});
