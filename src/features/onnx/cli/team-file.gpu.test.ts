// `lab eval` plays a team out of its file as it plays a run out of its folder.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findGpu } from '../../../headless/open-gpu';
import { minutes } from '../../../headless/patience.mjs';
import { lab } from '../../../headless/run-words.fixture';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: no team out of a file was evaluated: ${found.reason}`);
const folder = mkdtempSync(join(tmpdir(), 'grove-team-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

async function succeeded(...words: readonly string[]): Promise<string> {
  const { status, out, err } = await lab(...words);
  expect(status, err).toBe(0);
  return out;
}

const withoutTimes = (text: string) => text.replaceAll(/, \d[\d.]* (s|ms)$/gm, '');

describe.skipIf(found.kind === 'none')('a team out of its file', { timeout: 5 * minutes }, () => {
  it('plays as its run does, with its roles exchanged too', async () => {
    const few = ['--set', 'testWorlds=8', '--set', 'validationWorlds=8', '--set', 'learningRate=0.02'];
    await succeeded('train', '--preset', 'quick', '--steps', '2', ...few, '--out', at('run'));
    await succeeded('export', '--run', at('run'), '--format', 'team', '--numbers', 'f32', '--out', at('team.zip'));
    const words = ['--n', '16', '--swap', '--alone', 'tool', '--untrained', 'plan'];
    const ofRun = await succeeded('eval', '--run', at('run'), ...words);
    const ofFile = await succeeded('eval', '--run', at('team.zip'), ...words);
    expect(withoutTimes(ofFile)).toBe(withoutTimes(ofRun));
  });

  it('is better than it was untrained, where it was trained', async () => {
    const rates = /(?<who>trained|untrained): +(?<percent>[\d.]+) %/g;
    const out = await succeeded('eval', '--run', 'models/sprout-rooms/team.zip', '--n', '16');
    const [trained, untrained] = [...out.matchAll(rates)].map(({ groups }) => Number(groups?.['percent']));
    expect(trained).toBeGreaterThan(50);
    expect(untrained).toBeLessThan(20);
  });

  it('is refused by its name where the file is none, or is damaged', async () => {
    const whole = await readFile(at('team.zip'));
    writeFileSync(at('half.zip'), whole.subarray(0, whole.length / 2));
    writeFileSync(at('text.zip'), 'no zip');
    for (const name of ['none.zip', 'half.zip', 'text.zip']) {
      const { status, err } = await lab('eval', '--run', at(name));
      expect(status, name).toBe(2);
      expect(err).toContain(name);
    }
  });
});
