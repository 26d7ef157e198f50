// The files of a kept run: their names, and what they are made of when there is little to tell.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportRun } from '../../../export/export-formats';
import { trainedRunStore } from '../../../export/take-home.test-data';
import { bytesSource } from '../../../files/formats/byte-source';
import { readRecordedRun } from '../../../files/formats/run-json';
import { unzip } from '../../../files/formats/unzip';
import { csvRows } from '../../../files/tables/csv';
import type { TableRow } from '../../../files/tables/table';
import type { BaseModel } from '../../../models/base-model';
import { formats } from './formats';

const file = new URL('../../../../public/recorded-run.json', import.meta.url);
const whole = readRecordedRun(new Uint8Array(readFileSync(file)), 'recorded-run.json');
const few = {
  ...whole,
  trees: [],
  run: { ...whole.run, name: 'Sokoban, seed 1', steps: whole.run.steps.slice(0, 12) },
};
const base = { tensors: [], hash: 'a205' } as unknown as BaseModel;

async function taken(recorded: typeof few, format: string) {
  const { runStore, runId } = await trainedRunStore(recorded, base);
  const parts = { runStore, readBase: async () => base, now: new Date(0), formats };
  return exportRun(parts, runId, { format });
}

describe('the figures of a run', () => {
  it('are a CSV with a row for each step', async () => {
    const { fileName, bytes } = await taken(few, 'steps');
    expect(fileName).toBe('sokoban-seed-1-steps.csv');
    const rows: TableRow[] = [];
    for await (const row of csvRows(bytesSource(bytes, fileName))({})) rows.push(row);
    expect(rows).toEqual(
      few.run.steps.map(({ step, success, validation }) => ({
        kind: 'row',
        number: step,
        cells: expect.objectContaining({
          step: String(step),
          'success/training': String(success),
          'success/validation': validation ? String(validation.rate) : '',
        }),
      })),
    );
  });

  it('are an event file in a folder that is called like the run', async () => {
    const { fileName, bytes } = await taken(few, 'tensorboard');
    expect(fileName).toBe('sokoban-seed-1-tensorboard.zip');
    const files = await unzip(bytes, fileName);
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^sokoban-seed-1\/events\.out\.tfevents\.\d{10}\.grove$/),
    ]);
    const text = new TextDecoder().decode(files[0]?.bytes);
    for (const said of ['success/validation', 'reward/tool/team', '| learningRate |', '| test: trained |'])
      expect(text).toContain(said);
  });

  it('are missed by name before the first step', async () => {
    const none = { ...few, run: { ...few.run, steps: [] } };
    await expect(taken(none, 'steps')).rejects.toThrow(/no figures yet/);
    await expect(taken(none, 'tensorboard')).rejects.toThrow(/no figures yet/);
  });
});
