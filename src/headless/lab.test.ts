import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSafetensors } from '../files/formats/safetensors';
import { flagsFrom } from './arguments';
import { root, runTool } from './commands.mjs';
import { lab, type Said } from './run-words.fixture';

const folder = mkdtempSync(join(tmpdir(), 'grove-lab-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'something'), 'here');

/** The program that `npm run lab` builds and runs. */
const bundle = join('dist', 'lab-under-test');
beforeAll(async () => {
  const words = ['--config', join('src', 'headless', 'vite.config.ts'), '--outDir', bundle, '--logLevel', 'error'];
  expect(await runTool('vite', ['build', ...words])).toBe(0);
});

function program(...words: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, bundle, 'lab.mjs'), ...words], (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const wrong: readonly (readonly [words: string, message: RegExp])[] = [
  ['nope', /there is no verb "nope": known are adapters, gradcheck, .*train, eval, export, record/],
  ['train --preset quick', /train needs --out FOLDER/],
  ['train --preset nope --out NEW', /there is no preset "nope": known are sokoban/],
  ['train --preset quick --sed 3 --out NEW', /train has no --sed: it takes/],
  ['train --preset quick --seed -3 --out NEW', /--seed is a whole number of at least 0, got "-3"/],
  ['train --preset quick --set lerningRate=1 --out NEW', /there is no knob "lerningRate"/],
  ['train --preset quick --set branches=1 --out NEW', /branches lies between 2 and 64, got 1/],
  ['train --preset quick --set size=huge --out NEW', /size is .* got "huge"/],
  ['train --preset quick --freeze critic --out NEW', /there is no role "critic" to freeze/],
  ['train --preset quick --out FULL', /is not empty: name another folder, or go on with its run by --resume/],
  ['train --preset quick --out FULL/something', /cannot be a run's folder/],
  ['train --fork NEW --out NEW', /holds no run: expected a run\.json/],
  ['train --preset quick --at 3 --out NEW', /--at belongs to --fork FOLDER/],
  ['train --resume --out NEW', /holds no run: expected a run\.json/],
  ['eval --preset quick --n 0', /--n is a whole number of at least 1/],
  ['eval --preset quick --swap', /--swap exchanges the adapters of a run/],
  ['eval --preset quick --untrained tool', /--untrained leaves a role of a run without its adapter/],
  [
    'eval --preset quick --alone tool --alone plan --search 4',
    /--search goes with one of --swap, --alone and --untrained at most/,
  ],
  [
    'eval --preset quick --alone judge',
    /the team "tool-and-plan" has no role "judge" to play alone: it has tool, plan/,
  ],
  [
    'eval --preset quick --model NEW/nobody.gguf',
    /there is no model at .*nobody\.gguf: name a folder or a \.gguf file/,
  ],
  ['train --preset quick --model FULL/.. --out NEW', /is no model: it has neither config\.json nor a \.gguf file/],
  ['eval --preset quick --levels NEW/none.xsb', /there is no file .*none\.xsb: --levels names a collection in XSB/],
  ['eval --run NEW', /holds no run/],
  ['check-world NEW/none.js', /there is no world at .*none\.js/],
  [
    'import-problems --file NEW/none.csv',
    /there is no file .*none\.csv: name a Parquet, JSONL, JSON or CSV file of problems/,
  ],
  ['import-problems --file FULL/something', /something: has no rows/],
  [
    'eval --preset quick --problems FULL/something',
    /--problems needs a world that is played on problems \(maths, code, passage-search, database\)/,
  ],
  ['eval --preset quick --rows 3', /--rows belongs to --problems FILE/],
  ['export --run NEW --out NEW/a.tar', /--out ends with \.zip \(adapters\) or \.json \(the run\)/],
  ['export --run FULL --out NEW/a.zip', /holds no run/],
  [
    'export --run FULL --out NEW/a.zip --format gold',
    /--format is one of adapter, merged, run, bundle, jsonl, parquet, onnx, team, hand-off, python, steps, tensorboard, got "gold"/,
  ],
  ['export --run FULL --out NEW/a.zip --format merged --numbers f8', /--numbers is one of f32, f16, bf16, got "f8"/],
  ['export --run FULL --out NEW/a.zip --format parquet', /--out ends with \.parquet for parquet/],
  ['export --run FULL --out NEW/a.parquet --role plan', /--role does not belong to the format parquet/],
  ['export --run FULL --out NEW/a.json --format onnx', /--out ends with \.zip for onnx/],
  ['export --run FULL --out NEW/a.zip --format team --role plan', /--role does not belong to the format team/],
  ['export --out NEW/a.zip', /export needs --run FOLDER, or --model NAME with --format onnx/],
  [
    'export --model sprout --out NEW/a.zip',
    /--model alone is a model without adapters or roles: export it with --format onnx/,
  ],
  [
    'export --model sprout --out NEW/a.zip --format onnx --role plan',
    /--model alone is a model without adapters or roles/,
  ],
  ['export --model nobody --format onnx --out NEW/a.zip', /nobody.* (is no model|is missing)/],
  ['import --bundle NEW/none.zip --out NEW/run', /there is no file .*none\.zip: --bundle names a run/],
  ['import --bundle FULL/something --out NEW/run', /something: is no zip archive, or is cut off/],
  ['hand-off --run FULL --out NEW', /holds no run/],
  ['logits --model sprout --tokens 1 --role plan', /--run and --role belong together/],
  ['study nope --out NEW', /there is no study "nope": known are world-sokoban, .*table3, grouping/],
  ['study table3 --out FULL', /is not empty and holds no study: name another folder/],
  ['study table3 --seeds 1,1 --out NEW', /--seeds is a list of whole numbers, each once, like 1,2,3, got "1,1"/],
  ['study alpha --set alpha=2 --out NEW', /"alpha" is what study "alpha" itself sets: leave it away/],
  ['results --runs NEW', /there is no run in .*new: expected a run\.json in it, or below/],
  ['results --runs NEW --format pdf', /--format is csv or markdown, got "pdf"/],
  ['train --preset quick --policy critic=x --out NEW', /there is no role "critic": the team has tool, plan/],
  ['train --preset quick --start plan --out NEW', /--start takes policy=FOLDER or policy=FOLDER:policy, got "plan"/],
  ['train --preset quick --start plan=NEW --out NEW', /holds no run/],
  ['eval --preset quick --by team', /--by belongs to --search K/],
  ['verify', /verify needs --run FOLDER/],
  ['verify --run NEW', /holds no run/],
  ['pretrain --model ../etc', /a model is a folder's name under models\//],
  ['pretrain --model nobody --first 1', /models\/nobody\/config\.json cannot be read/],
];

test('wrong words and missing files: one clear line, exit status 2, nothing written', async () => {
  for (const [words, message] of wrong) {
    const filled = words.replaceAll('NEW', join(folder, 'new')).replaceAll('FULL', folder).split(' ');
    const { status, out, err } = await lab(...filled);
    expect({ words, status, out, lines: err.trimEnd().split('\n').length }).toEqual({
      words,
      status: 2,
      out: '',
      lines: 1,
    });
    expect(err).toMatch(message);
  }
  expect(readdirSync(folder)).toEqual(['something']);
});

test('every flag that help offers can be given', async () => {
  const { out } = await lab('help');
  const offered = [...new Set([...out.matchAll(/--([\w-]+)/g)].map(([, name]) => name as string))];
  expect(offered).toContain('time-to-90');
  for (const name of offered) {
    const flags = flagsFrom([`--${name}=x`], { [name]: { value: 'X', meaning: '' } }, 'verb');
    expect(flags.text(name)).toBe('x');
  }
});

test('as a program it leaves with the same status, its text on the same streams', async () => {
  for (const words of [['help'], ['nope']]) expect(await program(...words)).toEqual(await lab(...words));
});

test('a corrupt run.json is named', async () => {
  const run = join(folder, 'corrupt');
  await import('node:fs/promises').then(({ mkdir }) => mkdir(run));
  writeFileSync(join(run, 'run.json'), '{"id": "run-1", ');
  const { status, err } = await lab('export', '--run', run, '--out', join(folder, 'x.zip'));
  expect(status).toBe(2);
  expect(err).toMatch(/run\.json: is not JSON/);
  expect(existsSync(join(folder, 'x.zip'))).toBe(false);
});

test('pretrain --write-batches writes recipe, initial weights and rows for the PyTorch script', async () => {
  const out = join(folder, 'batches');
  const json = join(folder, 'result.json');
  const { status } = await lab('pretrain', '--model', 'sprout', '--steps', '2', '--write-batches', out, '--json', json);
  expect(status).toBe(0);
  const { rows } = JSON.parse(readFileSync(json, 'utf8'));
  const { rowLengths, config } = JSON.parse(readFileSync(join(out, 'recipe.json'), 'utf8'));
  const init = readSafetensors(readFileSync(join(out, 'init.safetensors')), 'init.safetensors');
  const embedding = init.tensor('model.embed_tokens.weight');
  expect(embedding.shape).toEqual([config.vocab_size, config.hidden_size]);
  const bytes = readFileSync(join(out, 'batches.bin'));
  let at = 0;
  let counted = 0;
  for (let step = 0; step < 2; step++) {
    for (const length of rowLengths) {
      const count = bytes.readUInt32LE(at);
      counted += count;
      at += 4 + count * 5 * length * 2;
    }
  }
  expect(at).toBe(bytes.length);
  expect(counted).toBe(rows);
});
