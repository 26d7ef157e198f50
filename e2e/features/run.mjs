// Can every feature be deleted? For each line of src/features/index.ts: a copy of the project without that line and
// that folder is type-checked, linted and built. `node e2e/features/run.mjs [names …]`. Journeys and the benchmark's
// folder that import the feature go with it. Plain JavaScript with Node's own modules only; it changes no file of the
// project.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { root } from '../../src/headless/commands.mjs';

const list = 'src/features/index.ts';
const features = [...readFileSync(join(root, list), 'utf8').matchAll(/^ {2}'([a-z-]+)',/gm)].map(
  ([, name = '']) => name,
);
const wished = process.argv.slice(2);
const unknown = wished.filter((name) => !features.includes(name));
if (features.length === 0 || unknown.length > 0)
  throw new Error(`${unknown.join(', ') || 'none'}: ${list} lists ${features.join(', ') || 'no features'}`);

const git = (/** @type {string[]} */ ...words) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
const files = git('ls-files', '--cached', '--others', '--exclude-standard')
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

/** Files of e2e/ that cannot be without the feature: they import it, or one that does. @param {string} feature */
function journeysOf(feature) {
  const folder = `src/features/${feature}/`;
  const gone = new Set();
  const texts = files
    .filter((path) => /^e2e\/.*\.(ts|tsx|mjs)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  for (let before = -1; before < gone.size; ) {
    before = gone.size;
    for (const { path, text } of texts) {
      const imports = [...text.matchAll(/(?:from|import\(?)\s*['"](\.[^'"]+)['"]/g)].map(([, to = '']) =>
        posix.join(posix.dirname(path), to),
      );
      if (
        imports.some(
          (to) =>
            to.startsWith(folder) ||
            [...gone].some((lost) => [to, `${to}/index`].includes(lost.replace(/\.\w+$/, '')) || lost === to),
        )
      )
        gone.add(path);
    }
  }
  return gone;
}

const programs = [
  ...['pure', 'worker', 'page', 'node'].map((realm) => [
    'types',
    'typescript/bin/tsc',
    '-p',
    `src/tsconfig.${realm}.json`,
  ]),
  ['lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  ['page', 'vite/bin/vite.js', 'build', '--logLevel', 'error'],
  ['lab', 'vite/bin/vite.js', 'build', '--config', 'src/headless/vite.config.ts', '--logLevel', 'error'],
];

/** What does not pass without the feature, with what was said; empty where all does. @param {string} feature */
async function without(feature) {
  // elsewhere: git, and so the linter, ignores test-results
  const copy = mkdtempSync(join(tmpdir(), `grove-without-${feature}-`));
  const journeys = journeysOf(feature);
  for (const path of files.filter((one) => !one.startsWith(`src/features/${feature}/`) && !journeys.has(one))) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const lines = readFileSync(join(copy, list), 'utf8');
  writeFileSync(join(copy, list), lines.replace(new RegExp(`^ {2}'${feature}',.*\\n`, 'm'), ''));
  const faults = [];
  for (const [what = '', program = '', ...words] of programs) {
    const { status, said } = await carriedOut(
      join(root, 'node_modules', program),
      words,
      what === 'lint' ? join(copy, 'src') : copy,
    );
    if (status !== 0) faults.push(`${what}: ${said.trim().split('\n').slice(0, 12).join('\n    ')}`);
  }
  rmSync(copy, { recursive: true, force: true });
  return faults;
}

/** @param {string} program @param {string[]} words @param {string} cwd @returns {Promise<{ status: number | null, said:
 *  string }>} */
function carriedOut(program, words, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    child.stderr.on('data', (text) => (said += text));
    child.on('close', (status) => resolve({ status, said }));
  });
}

const waiting = wished.length > 0 ? wished : [...features];
let failed = 0;
const worker = async () => {
  for (let feature = waiting.shift(); feature; feature = waiting.shift()) {
    const begun = performance.now();
    const faults = await without(feature);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`${feature.padEnd(16)} ${faults.length === 0 ? 'can be deleted' : 'CANNOT be deleted'}  ${seconds} s`);
    for (const fault of faults) console.log(`  ${fault}`);
    if (faults.length > 0) failed++;
  }
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
process.exitCode = failed > 0 ? 1 : 0;
