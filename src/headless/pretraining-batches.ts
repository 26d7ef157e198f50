// The pretraining corpus for a foreign program (models/sprout/pretrain.py): recipe.json with the model's config, the
// weights to start from, and every step's rows, or some steps' (parts of the text that are put together end to end are
// the whole) – for each step, for each row length: u32 row count, then rows × 5 planes × length u16, little-endian.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedTensor } from '../contract/weights';
import { writeSafetensors } from '../files/formats/safetensors';
import { byRowLength, packedRows, pretrainingBatch } from '../learning/pretraining/batches';
import type { PretrainingStart } from './model-files';
import type { Progress } from './progress';
import { writeWhole } from './whole-file';

export async function writePretrainingBatches(
  start: PretrainingStart & { readonly tensors: readonly NamedTensor[] },
  folder: string,
  { progress, steps }: { progress: Progress; steps: { first: number; end: number } },
): Promise<{ rows: number; bytes: number }> {
  const { config, recipe, tokenizer } = start;
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'batches.bin');
  const stream = createWriteStream(`${path}.part`);
  let rows = 0;
  let bytes = 0;
  const put = async (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (!stream.write(chunk)) await once(stream, 'drain');
  };
  try {
    for (let step = steps.first; step < steps.end; step++) {
      for (const [length, groups] of byRowLength(pretrainingBatch(recipe, tokenizer, step), recipe.rowLengths)) {
        const planes = packedRows(groups, length);
        const count = planes.length / (5 * length);
        rows += count;
        await put(new Uint8Array(Uint32Array.of(count).buffer));
        await put(new Uint8Array(planes.buffer, planes.byteOffset, planes.byteLength));
      }
      progress.bar('steps written', step + 1 - steps.first, steps.end - steps.first);
    }
    stream.end();
    await once(stream, 'finish');
    await rename(`${path}.part`, path);
  } catch (error) {
    stream.destroy();
    await rm(`${path}.part`, { force: true });
    throw error;
  }
  await writeWhole(join(folder, 'init.safetensors'), writeSafetensors(start.tensors));
  await writeWhole(join(folder, 'recipe.json'), `${JSON.stringify({ ...recipe, config }, undefined, 2)}\n`);
  return { rows, bytes };
}
