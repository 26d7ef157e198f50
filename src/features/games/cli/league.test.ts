// What `lab league` refuses before it opens a GPU.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lab } from '../../../headless/run-words.fixture';

const folder = mkdtempSync(join(tmpdir(), 'grove-league-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a league without a run, of no run, and of no games is refused in a line', async () => {
  expect(await lab('league')).toMatchObject({ status: 2, err: expect.stringContaining('league needs --run FOLDER') });
  expect(await lab('league', '--run', folder)).toMatchObject({ err: expect.stringContaining('holds no run') });
  expect(await lab('league', '--run', folder, '--games', '1')).toMatchObject({
    status: 2,
    err: expect.stringContaining('--games is a whole number of at least 2'),
  });
});

test('bargains of no run are refused in a line', async () => {
  expect(await lab('bargains')).toMatchObject({
    status: 2,
    err: expect.stringContaining('bargains needs --run FOLDER'),
  });
  expect(await lab('bargains', '--run', folder)).toMatchObject({ err: expect.stringContaining('holds no run') });
});
