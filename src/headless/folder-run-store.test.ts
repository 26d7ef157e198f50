import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tableLearner } from '../contract/table-learner.fixture';
import { adaptersZip, adapterZip, runJson } from '../export/export';
import { readPeftZip } from '../files/formats/peft';
import { readRunJson } from '../files/formats/run-json';
import { unzip } from '../files/formats/unzip';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import { weightlessBase } from '../models/weightless-base.test-data';
import { resumeSession, startSession } from '../run/session';
import type { SessionParts } from '../run/session-parts';
import { folderRunStore } from './folder-run-store';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const quick = presetById('quick').config;
const small = {
  steps: 8,
  worldsPerStep: 2,
  branches: 2,
  turns: 1,
  validationWorlds: 4,
  testWorlds: 4,
  evaluateEvery: 3,
  learningRate: 0.1,
};
const config = { ...quick, settings: settingsFrom(small) };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function partsOf(
  runStore: ReturnType<typeof folderRunStore>,
  announce: SessionParts['announce'] = () => {},
): SessionParts {
  const openLearner = async () => ({
    learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
    gpu: 'table',
    lost: new Promise<string>(() => {}),
  });
  return { runStore, base, openLearner, now: () => 0, announce };
}

const numbered = (name: string) => readFileSync(join(folder, name));

test('R2: a run read back from its folder goes on as if it had never stopped', async () => {
  const whole = folderRunStore(join(folder, 'whole'));
  await (await startSession(partsOf(whole), { config, name: 'a' })).rested;
  await whole.close();

  const first = folderRunStore(join(folder, 'parts'));
  const session = await startSession(partsOf(first), { config, name: 'a' });
  expect((await session.pause()).status).toBe('paused');
  await first.close();
  for (let stop = 0; stop < 3; stop++) {
    const runStore = folderRunStore(join(folder, 'parts')); // nothing but the folder is remembered
    const going = await resumeSession(partsOf(runStore), await runStore.runId());
    await new Promise((resolve) => setTimeout(resolve, 8));
    await (stop < 2 ? going.pause() : going.rested);
    await runStore.close();
  }
  expect(numbered('parts/metrics.jsonl')).toEqual(numbered('whole/metrics.jsonl'));
  expect(numbered('parts/checkpoint.safetensors')).toEqual(numbered('whole/checkpoint.safetensors'));
  expect(numbered('parts/best.safetensors')).toEqual(numbered('whole/best.safetensors'));
  expect(JSON.parse(numbered('parts/run.json').toString()).after).toEqual(
    JSON.parse(numbered('whole/run.json').toString()).after,
  );
});

test('the first and the last three trees stay, and read back', async () => {
  const runStore = folderRunStore(folder);
  await (await startSession(partsOf(runStore), { config, name: 'a' })).rested;
  await runStore.close();
  expect(readdirSync(join(folder, 'trees')).sort()).toEqual([1, 2, 3, 6, 7, 8].map((step) => `step-000${step}.json`));
  const again = folderRunStore(folder);
  expect((await again.trees.get(await again.runId(), 8))?.step).toBe(8);
  expect(await again.trees.get(await again.runId(), 4)).toBeUndefined();
});

test('the tree and the checkpoint of every step stay where they are asked for', async () => {
  const runStore = folderRunStore(folder, { everyStep: true });
  await (await startSession(partsOf(runStore), { config, name: 'a' })).rested;
  await runStore.close();
  const again = folderRunStore(folder);
  expect(await again.trees.steps(await runStore.runId())).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const step of [1, 2, 7, 8]) expect((await again.checkpointAfter(step))?.step).toBe(step);
  expect(await again.checkpointAfter(9)).toBeUndefined();
  expect(await again.checkpoints.load('', 'current')).toEqual(await again.checkpointAfter(8));
});

test('half a line at the end of the reports, left by a crash, is forgotten', async () => {
  const runStore = folderRunStore(folder);
  await (await startSession(partsOf(runStore), { config, name: 'a' })).rested;
  writeFileSync(join(folder, 'metrics.jsonl'), '{"step": 9, "upda', { flag: 'a' });
  const again = folderRunStore(folder);
  const run = await again.runs.rewind(await again.runId(), 5);
  expect(run.step).toBe(5);
  expect((await again.metrics.list(run.id)).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
  expect(numbered('metrics.jsonl').toString().trimEnd().split('\n')).toHaveLength(5);
});

test('a corrupt checkpoint is refused by name', async () => {
  const runStore = folderRunStore(folder);
  await (await startSession(partsOf(runStore), { config, name: 'a' })).rested;
  writeFileSync(join(folder, 'checkpoint.safetensors'), numbered('checkpoint.safetensors').subarray(0, 500));
  await expect(runStore.checkpoints.load('', 'current')).rejects.toThrow(/checkpoint\.safetensors.*(cut off|corrupt)/);
});

/** A checkpoint as the engine makes it: LoRA matrices under PEFT's names. */
function adapterOf(value: number) {
  const at = 'base_model.model.model.layers.0.self_attn.q_proj';
  const tensors = [
    { name: `${at}.lora_A.weight`, shape: [4, 6], data: new Float32Array(24).fill(value) },
    { name: `${at}.lora_B.weight`, shape: [8, 4], data: new Float32Array(32).fill(-value) },
  ];
  return {
    kind: 'adapter' as const,
    tensors,
    moment1: new Float32Array(56),
    moment2: new Float32Array(56),
    updates: 1,
  };
}

test('a checkpoint with numbers that are not finite is neither written over a good one nor read', async () => {
  const runStore = folderRunStore(folder);
  const good = {
    step: 3,
    configHash: 'c0ffee',
    policies: {
      plan: {
        kind: 'adapter',
        tensors: [{ name: 'a', shape: [2], data: Float32Array.of(1, 2) }],
        moment1: new Float32Array(2),
        moment2: new Float32Array(2),
        updates: 3,
      },
    },
  } as const;
  await runStore.checkpoints.replace('run', good, 'best');
  const written = numbered('best.safetensors');
  const odd = { ...good.policies.plan, tensors: [{ name: 'a', shape: [2], data: Float32Array.of(1, Number.NaN) }] };
  const bad = async () => runStore.checkpoints.replace('run', { ...good, step: 4, policies: { plan: odd } }, 'best');
  await expect(bad()).rejects.toThrow(
    'tensor "plan/a" has 1 number that is not finite (the first is NaN, number 2 of 2): it is not kept',
  );
  expect(numbered('best.safetensors')).toEqual(written);
  written.writeFloatLE(Number.NaN, written.length - 6 * 4);
  writeFileSync(join(folder, 'best.safetensors'), written);
  await expect(runStore.checkpoints.load('run', 'best')).rejects.toThrow(
    'best.safetensors: tensor "plan/a" has 1 number that is not finite',
  );
});

test('exports read back: adapters as PEFT zips, the run as JSON', async () => {
  const runStore = folderRunStore(folder);
  const adapting = { ...config, settings: settingsFrom({ ...small, rank: 4, loraAlpha: 8 }) };
  const { id } = await runStore.runs.create({ name: 'My run', preset: 'quick', config: adapting, baseHash: 'f00' });
  await expect(adapterZip(runStore, id, 'plan')).rejects.toThrow('no checkpoint yet');
  await runStore.checkpoints.replace(id, {
    step: 3,
    configHash: 'x',
    policies: { plan: adapterOf(1), tool: adapterOf(2) },
  });
  await runStore.checkpoints.replace(
    id,
    { step: 2, configHash: 'x', policies: { plan: adapterOf(3), tool: adapterOf(4) } },
    'best',
  );

  const zip = await adapterZip(runStore, id, 'plan');
  expect(zip.fileName).toBe('my-run-plan-adapter.zip');
  const adapter = await readPeftZip(zip.bytes, 'plan.zip');
  expect(adapter).toMatchObject({ rank: 4, alpha: 8 });
  expect(adapter.tensors[0]).toMatchObject({
    name: 'base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight',
    shape: [4, 6],
  });
  expect(adapter.tensors[0]?.data[0]).toBe(3); // V5: the best checkpoint, not the last

  const names = (await unzip((await adaptersZip(runStore, id)).bytes, 'both.zip')).map(({ name }) => name);
  expect(names).toContain('tool/adapter_model.safetensors');
  expect(names).toContain('plan/adapter_config.json');
  await expect(adapterZip(runStore, id, 'critic')).rejects.toThrow('no role "critic"');

  const json = readRunJson((await runJson(runStore, id, new Date(0))).bytes, 'run.json');
  expect(json).toMatchObject({
    name: 'My run',
    status: 'ready',
    seed: 1,
    baseModel: { name: 'sprout', sha256: 'f00' },
  });
});
