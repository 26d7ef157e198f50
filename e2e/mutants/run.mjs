// Does anybody notice? Each fault of mutants.json is put into the engine, and the part of the suite that should see it
// and the badge's self-test are run. `node e2e/mutants/run.mjs [names …]`. Plain JavaScript with Node's own modules
// only; it changes no file of the project.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/headless/commands.mjs';
import { vulkanDriver } from '../../src/headless/vulkan.mjs';
import { mutated, readMutants } from './plugin.mjs';

const wished = process.argv.slice(2);
const mutants = readMutants().filter(({ name }) => wished.length === 0 || wished.includes(name));
const unknown = wished.filter((name) => mutants.every((one) => one.name !== name));
if (unknown.length > 0)
  throw new Error(
    `no mutant is named ${unknown.join(', ')}: ${readMutants()
      .map(({ name }) => name)
      .join(', ')}`,
  );
for (const mutant of mutants) mutated(mutant);

const badge = { tests: ['src/engine/model/self-test.test.ts'], only: 'the model that ships|SmolLM2' };
const folder = join(root, 'test-results/mutants');
mkdirSync(folder, { recursive: true });

/** Whether a test failed that runs: a module that does not even compile as a test file is no catch. @param {string}
 *  mutant @param {{ tests: string[], only?: string }} what */
function caught(mutant, { tests, only }) {
  const file = join(folder, 'results.json');
  rmSync(file, { force: true });
  const words = ['run', '--project', 'gpu', ...tests, ...(only ? ['-t', only] : []), '--bail=1'];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const done = spawnSync(process.execPath, [vitest, ...words, '--reporter=json', `--outputFile.json=${file}`], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...vulkanDriver()?.environment, MUTANT: mutant },
  });
  if (!existsSync(file))
    throw new Error(`${mutant || 'the engine as it is'}: vitest wrote no results\n${done.stdout}\n${done.stderr}`);
  const { numFailedTests: failed, numPassedTests: passed } = JSON.parse(readFileSync(file, 'utf8'));
  if (failed + passed === 0)
    throw new Error(`${mutant || 'the engine as it is'}: no test of ${tests.join(', ')} ran (${only ?? 'all'})`);
  return failed > 0;
}

const known = new Map();
/** The engine as it is passes these tests, asked once. @param {{ tests: string[], only?: string }} what */
function checkSound(what) {
  const key = JSON.stringify([what.tests, what.only]);
  if (!known.has(key)) known.set(key, caught('', what));
  if (known.get(key))
    throw new Error(`${what.tests.join(', ')} (${what.only ?? 'all'}) fails without any mutant: nothing can be said`);
}

const width = Math.max(...mutants.map(({ name }) => name.length));
const row = (/** @type {string[]} */ ...[name = '', suite = '', seen = '', fault = '']) =>
  console.log(`${name.padEnd(width)}  ${suite.padEnd(7)}  ${seen.padEnd(7)}  ${fault}`);
row('mutant', 'suite', 'badge', 'fault');
let missed = 0;
checkSound(badge);
for (const mutant of mutants) {
  checkSound(mutant);
  const bySuite = caught(mutant.name, mutant);
  const byBadge = caught(mutant.name, badge);
  row(mutant.name, bySuite ? 'caught' : 'MISSED', byBadge ? 'caught' : 'MISSED', mutant.fault);
  if (!bySuite || !byBadge) missed++;
}
console.log(`${mutants.length - missed} of ${mutants.length} mutants were caught by suite and badge`);
process.exitCode = missed > 0 ? 1 : 0;
