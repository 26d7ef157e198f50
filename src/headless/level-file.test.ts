import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { levelsFromDisk } from './level-file';

const folder = mkdtempSync(join(tmpdir(), 'grove-levels-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

it('reads a collection from disk', async () => {
  const { titles } = await levelsFromDisk(
    file('good.xsb', '; Short\n#####\n#@$.#\n#####\n\n; Long\n######\n#@$ .#\n######\n'),
  );
  expect(titles).toEqual(['Short', 'Long']);
});

it('reports every faulty line of a bad one, and that there is none', async () => {
  await expect(levelsFromDisk(file('bad.xsb', '#####\n#@$x#\n#####\n\n######\n#@$?.#\n######\n'))).rejects.toThrow(
    /bad\.xsb has faults, so none of its levels was taken:\nline 2: "x" is no symbol .*\nline 6: "\?" is no symbol/,
  );
  await expect(levelsFromDisk(join(folder, 'none.xsb'))).rejects.toThrow(
    /there is no file .*none\.xsb: --levels names/,
  );
});
