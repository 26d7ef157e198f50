// A run whose best weights are no numbers: every verb that plays with them ends at once, says why, and says so by its
// exit status.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkpointBytes } from '../files/formats/checkpoint-file';
import { presetById } from '../learning/config/presets';
import { folderRunStore } from './folder-run-store';
import { baseModelFromDisk } from './model-files';
import { findGpu } from './open-gpu';
import { lab } from './run-words.fixture';
import { writeWhole } from './whole-file';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: weights that are no numbers were not played with: ${found.reason}`);
const folder = mkdtempSync(join(tmpdir(), 'grove-odd-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(found.kind === 'none')(
  'lab eval, train --start and --resume refuse them by the tensor, with exit status 2',
  async () => {
    const runStore = folderRunStore(folder);
    const { config } = presetById('quick');
    const { hash: baseHash } = await baseModelFromDisk(config.model);
    const { id } = await runStore.runs.create({ name: 'odd', preset: 'quick', config, baseHash });
    const policy = (value: number) => ({
      kind: 'adapter' as const,
      tensors: [
        { name: 'base_model.model.model.layers.0.mlp.up_proj.lora_B.weight', shape: [1], data: Float32Array.of(value) },
      ],
      moment1: new Float32Array(1),
      moment2: new Float32Array(1),
      updates: 1,
    });
    const policies = Object.fromEntries(Object.values(config.policies).map((name) => [name, policy(1)]));
    const bytes = checkpointBytes({ step: 0, configHash: 'c', policies });
    new DataView(bytes.buffer).setFloat32(bytes.length - 12, Number.NaN, true); // the last policy's weight
    for (const file of ['best.safetensors', 'checkpoint.safetensors']) await writeWhole(join(folder, file), bytes);
    const fault = /lora_B\.weight" has 1 number that is not finite \(the first is NaN, number 1 of 1\)/;
    const refused = async (...words: string[]) => {
      const { status, err } = await lab(...words);
      expect(err, words.join(' ')).toMatch(fault);
      return status;
    };
    const policyName = Object.keys(policies)[0]!;
    expect(await refused('eval', '--run', folder, '--n', '1')).toBe(2);
    expect(
      await refused('train', '--preset', 'quick', '--start', `${policyName}=${folder}`, '--out', join(folder, 'new')),
    ).toBe(2);
    expect(await refused('export', '--run', folder, '--out', join(folder, 'a.zip'))).toBe(2);
    expect(await refused('train', '--resume', '--out', folder)).toBe(2);
    expect((await runStore.runs.get(id))?.step).toBe(0);
  },
);
