import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { configFrom } from '../../../headless/run-config';
import { lab } from '../../../headless/run-words.fixture';
import { exampleWorld } from '../worker/example';
import { worldFromDisk } from './own-worlds';

const folder = mkdtempSync(join(tmpdir(), 'grove-world-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, source: string) => {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
};

test('check-world tells what is wrong and leaves with status 2', async () => {
  const path = file('slip.js', exampleWorld.replace('picture(state)', 'image(state)'));
  const { status, out } = await lab('check-world', path);
  expect(status).toBe(2);
  expect(out).toMatch(/PROBLEM {2}image: a world has no "image"/);
  expect(out).toMatch(/PROBLEM {2}picture: it is missing: write picture\(state\)/);
});

test('--world FILE.js makes a run that carries the module, and its settings are knobs', async () => {
  const module = await worldFromDisk(file('penguin.js', exampleWorld));
  const modules = [module];
  const config = configFrom({ preset: 'quick', worlds: [module.card.id], modules, set: ['rocks=6'] });
  expect(config).toMatchObject({
    worlds: [{ environment: module.card.id, environmentSettings: { rocks: 6 }, share: 1 }],
    definitions: { modules },
  });
  const far = { preset: 'quick', worlds: [module.card.id], modules, set: ['rocks=60'] };
  expect(() => configFrom(far)).toThrow('rocks lies between 4 and 16, got 60');
  await expect(worldFromDisk(file('broken.js', 'export default {'))).rejects.toThrow(/broken\.js: module: SyntaxError/);
});
