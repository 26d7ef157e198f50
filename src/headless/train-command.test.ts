// "Copy as commands": the words are read here by the command line's own code, and make the same configuration.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { build, rebuilt } from '../learning/config/build';
import { presets } from '../learning/config/presets';
import { plainConfig } from '../learning/config/random-configs.fixture';
import type { RunConfig } from '../learning/config/run-config';
import { folderFor, trainCommand, trainWords } from '../learning/config/train-command';
import { identityOf } from '../run/session-parts';
import { commonFlags, flagsFrom } from './arguments';
import { configOfTraining, train } from './verbs/train';

/** As `lab train` reads it; how the model is asked is known once it is read. */
async function read(words: readonly string[], { wording }: Pick<RunConfig, 'wording'>): Promise<RunConfig> {
  const [verb = '', ...rest] = words;
  const flags = flagsFrom(rest, { ...train({}).flags, ...commonFlags }, verb);
  return rebuilt(await configOfTraining(flags, {}), { wording });
}

async function expectSame(config: RunConfig): Promise<void> {
  const { words, left } = trainWords(config, 'runs/one');
  expect(left).toEqual([]);
  const again = await read(words, config);
  expect(await identityOf(again, 'base')).toBe(await identityOf(config, 'base'));
}

test('R2: the command of every preset makes its configuration', async () => {
  for (const { config } of presets) await expectSame(config);
});

test('R2: whatever was chosen, the command makes the same configuration, to the digit', async () => {
  await fc.assert(fc.asyncProperty(plainConfig, expectSame), { numRuns: 300 });
});

test('a command is one line, with the seed and what differs from the preset', () => {
  const config = build('quick', {
    settings: { seed: 3, learningRate: 2e-4, steps: 7 },
    policies: { plan: 'tool' },
    model: "it's/mine",
  });
  expect(trainCommand(config, folderFor('Quick 2')).line).toBe(
    "npm run lab -- train --preset quick --seed 3 --steps 7 --model 'it'\\''s/mine' --policy plan=tool " +
      '--set learningRate=0.0002 --out runs/quick-2',
  );
  expect(trainCommand(build('sokoban'), folderFor('…')).line).toBe(
    'npm run lab -- train --preset sokoban --seed 1 --out runs/first',
  );
});

test('a shell gives back the words', () => {
  const odd = ["it's", 'a b', '$HOME `x` "q" \\', '*', '--x', 'line\nline', 'größe', ''];
  const { line } = trainCommand(build('quick', { model: odd.join(' ') }), 'runs/one');
  const said = execFileSync('sh', ['-c', `npm() { for word; do printf '%s\\0' "$word"; done; }; ${line}`]);
  expect(said.toString().split('\0')).toContain(odd.join(' '));
});
