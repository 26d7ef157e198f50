// `npm test`: every check in order, each timed, and a table at the end. On a fresh machine it first installs what the
// checks need. `npm test -- lint unit` runs the named stages only, `npm test -- weekly` those as well that take longer
// than one waits for a change: what should be run once a week, and before a release. It knows how to start the checks
// and nothing of what they check. Plain JavaScript with Node's own modules only, because it runs before anything is
// installed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, root, run, runNode, runTool } from '../src/headless/commands.mjs';
import { minutes } from '../src/headless/patience.mjs';
import { endLeftBehind } from './left-behind.mjs';
import { findDeno, prepareMachine } from './machine.mjs';

/** @typedef {{ passed: boolean, note: string }} Outcome */
/** @typedef {{ name: string, run: () => Promise<Outcome> }} Stage */

/** What each program of e2e/foreign needs. */
const foreignPackages = {
  'check_interop.py': 'torch, transformers, peft, pyarrow and pandas',
  'check_trackers.py': 'tensorboard, trackio with its extra "tensorboard" and pandas',
  'check_trl.py': 'trl, peft, datasets and torch',
  'check_verl.py': 'verl, TransferQueue and peft',
  'check_verifiers.py': 'verifiers 0.4',
};
const results = join(root, 'test-results');
/** @type {string[]} */
const loud = [];
/** @type {NodeJS.ProcessEnv} */
let environment = process.env;

/** @type {readonly Stage[]} */
const stages = [
  ...['pure', 'worker', 'page', 'node'].map((realm) => ({
    name: `types: ${realm}`,
    run: () => tool('tsc', ['-p', `src/tsconfig.${realm}.json`]),
  })),
  {
    name: 'lint',
    run: () => tool('biome', ['check', '--error-on-warnings', '.', '../e2e', '../vite.config.ts'], join(root, 'src')),
  },
  { name: 'unit', run: () => tests('unit') },
  { name: 'gpu', run: () => tests('gpu') },
  { name: 'naga', run: naga },
  { name: 'build', run: () => tool('vite', ['build', '--logLevel', 'warn']) },
  { name: 'journeys', run: () => tests('journeys', 'journeys*') },
  { name: 'foreign', run: foreign },
];
/** Run when they are named, and every week. @type {readonly Stage[]} */
const weekly = [
  { name: 'peers', run: () => tests('peers') },
  { name: 'firefox', run: () => tests('firefox') },
  { name: 'mutants', run: mutants },
  { name: 'features', run: withoutEach },
];

const wished = process.argv.slice(2);
const all = [...stages, ...weekly];
const named = all.filter((stage) => wished.some((word) => stage.name.startsWith(word)));
const chosen = wished.length === 0 ? stages : wished.includes('weekly') ? all : named;
if (chosen.length === 0) {
  console.error(
    `no stage begins with "${wished.join('", "')}": there are weekly, ${all.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
/** No stage takes so long: a program that hangs is ended. */
const longestMs = 45 * minutes;
/** @type {AbortSignal | undefined} */
let signal;

mkdirSync(results, { recursive: true });
/** @type {{ name: string, seconds: number, outcome: Outcome }[]} */
const rows = [];
for (const stage of [{ name: 'machine', run: machine }, ...chosen]) {
  console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(1, 100 - stage.name.length))}`);
  const begun = performance.now();
  const outcome = stage.run === machine ? await tried(machine) : await watched(stage);
  rows.push({ name: stage.name, seconds: (performance.now() - begun) / 1000, outcome });
  // without npm's packages every later failure would be this one again
  if (stage.run === machine && !outcome.passed) break;
}
report();

/** @param {Stage['run']} run @returns {Promise<Outcome>} */
function tried(run) {
  return run().catch((error) => ({ passed: false, note: error instanceof Error ? error.message : String(error) }));
}

/** What a stage starts, it ends; else it has failed. @param {Stage} stage @returns {Promise<Outcome>} */
async function watched({ name, run }) {
  const mark = `${process.pid} ${name}`;
  environment = { ...environment, GROVE_STAGE: mark };
  const limit = new AbortController();
  signal = limit.signal;
  const timer = setTimeout(
    () => limit.abort(new Error(`was not done after ${(longestMs / 60_000).toFixed(0)} minutes`)),
    longestMs,
  );
  const outcome = await tried(run);
  clearTimeout(timer);
  const left = await endLeftBehind(`GROVE_STAGE=${mark}`);
  if (left.length === 0) return outcome;
  loud.push(...left.map((line) => `${name} left running, and it was ended: ${line.slice(0, 120)}`));
  return { passed: false, note: `${outcome.note}, left ${left.length} processes behind` };
}

/** npm's packages, a browser, a Vulkan driver. @returns {Promise<Outcome>} */
async function machine() {
  await install();
  const { chrome, driver, lacking } = prepareMachine(chosen.some(({ name }) => name === 'firefox') ? ['Firefox'] : []);
  loud.push(...lacking);
  environment = { ...process.env, ...driver?.environment, ...(chrome ? { CHROME_PATH: chrome } : {}) };
  return { passed: true, note: `browser: ${chrome ?? 'none'} · GPU for Node: ${driver?.name ?? 'none'}` };
}

/** @param {Parameters<typeof runTool>[0]} name @param {readonly string[]} words @param {string} [folder] @returns
 *  {Promise<Outcome>} */
async function tool(name, words, folder) {
  const status = await runTool(name, words, { environment, folder, signal });
  return { passed: status === 0, note: status === 0 ? '' : `exit status ${status}` };
}

/** Test projects of vite.config.ts. What could not run is counted, and nothing at all having run is a failure. @param
 *  {string} name @param {string} [projects] @returns {Promise<Outcome>} */
async function tests(name, projects = name) {
  return counted(name, (words) => runTool('vitest', ['run', '--project', projects, ...words], { environment, signal }));
}

/** Runs vitest with the words that make it write down its results, and counts those. @param {string} name @param
 *  {(words: string[]) => Promise<number>} start @returns {Promise<Outcome>} */
async function counted(name, start) {
  const file = join(results, `${name}.json`);
  rmSync(file, { force: true });
  const status = await start(['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  if (!existsSync(file)) return { passed: false, note: `exit status ${status}, and no results were written` };
  const counts = JSON.parse(readFileSync(file, 'utf8'));
  const [passed, failed, skipped] = [counts.numPassedTests, counts.numFailedTests, counts.numPendingTests];
  if (skipped > 0) loud.push(`${skipped} of ${counts.numTotalTests} ${name} tests COULD NOT RUN here`);
  if (passed === 0) loud.push(`not one ${name} test could run, so this is no pass`);
  const note = `${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} could not run` : ''}`;
  return { passed: status === 0 && passed > 0, note };
}

/** Every assembled module, the kernels' contract, the self-test and a run of three steps, stopped and resumed, on the
 *  other implementation of WebGPU, Firefox's: naga and wgpu, in Deno. @returns {Promise<Outcome>} */
async function naga() {
  const deno = findDeno();
  if (!deno) {
    loud.push(
      'modules, contract, self-test and training COULD NOT RUN on naga here: Deno is missing (npm brings it for Linux on x86-64; elsewhere name it by DENO=its path)',
    );
    return { passed: true, note: 'could not run' };
  }
  const engine = ['modules', 'kernels/contract', 'model/self-test'].map((file) => `src/engine/${file}.test.ts`);
  const files = [...engine, 'src/run/engine-session.gpu.test.ts'];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const words = ['run', '--allow-all', vitest, 'run', '--project', 'gpu', ...files];
  return counted('naga', (more) => run(deno, [...words, ...more], { environment, signal }));
}

/** Faults put into the engine on purpose, which suite and badge have to see. @returns {Promise<Outcome>} */
async function mutants() {
  const status = await runNode(join(root, 'e2e/mutants/run.mjs'), [], { environment, signal });
  return { passed: status === 0, note: status === 0 ? '' : 'some were missed: see the table above' };
}

/** Each feature deleted from a copy: the rest is type-checked, linted and built. @returns {Promise<Outcome>} */
async function withoutEach() {
  const status = await runNode(join(root, 'e2e/features/run.mjs'), [], { environment, signal });
  return { passed: status === 0, note: status === 0 ? '' : 'some cannot be deleted: see above' };
}

/** Other programs read what we write and the other way round, where a Python with their packages is installed. @returns
 *  {Promise<Outcome>} */
async function foreign() {
  const python = process.env['PYTHON'] ?? 'python3';
  const notes = [];
  let passed = true;
  for (const [name, packages] of Object.entries(foreignPackages)) {
    const status = await run(python, [join(root, 'e2e/foreign', name)], { environment, signal }).catch((error) => {
      if (signal?.aborted) throw error;
      return 3; // there is no such program
    });
    if (status === 3) {
      loud.push(`the foreign checks of ${name} COULD NOT RUN here: ${python} has not ${packages}`);
      notes.push(`${name} could not run`);
    } else if (status !== 0) {
      passed = false;
      notes.push(`${name}: exit status ${status}`);
    }
  }
  return { passed, note: notes.join(', ') };
}

function report() {
  const total = rows.reduce((sum, row) => sum + row.seconds, 0);
  const line = (
    /** @type {string} */ name,
    /** @type {number} */ seconds,
    /** @type {string} */ verdict,
    /** @type {string} */ note,
  ) => `  ${name.padEnd(14)} ${seconds.toFixed(1).padStart(7)} s   ${verdict.padEnd(7)} ${note}`;
  console.log(`\n${'═'.repeat(104)}`);
  for (const { name, seconds, outcome } of rows)
    console.log(line(name, seconds, outcome.passed ? 'passed' : 'FAILED', outcome.note));
  const failed = rows.filter((row) => !row.outcome.passed);
  console.log(line('together', total, failed.length ? 'FAILED' : 'passed', failed.map((row) => row.name).join(', ')));
  const left = all.filter((stage) => !chosen.includes(stage)).map(({ name }) => name);
  if (left.length > 0) console.log(`  · not asked for: ${left.join(', ')} (npm test -- weekly runs all)`);
  for (const sentence of loud) console.log(`  ! ${sentence}`);
  process.exitCode = failed.length ? 1 : 0;
}
