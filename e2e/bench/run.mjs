// `npm run bench`: the benchmark with its peers in a headless Chrome, as a table and as JSON. It knows how to start and to listen; what is
// measured is src/engine/bench/, who is measured is peers/. Plain JavaScript, because it may run before anything is installed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, root, runNode } from '../../src/headless/commands.mjs';
import { openBench, serveBench } from './page.mjs';

const usage = `npm run bench -- [--rows a,b] [--json FILE] [--adapter software] [--serve | --headless]
  --rows a,b           only these rows of the table
  --json FILE          write the report
  --adapter software   the processor plays GPU, also where there is a graphics card
  --serve              only serve the page, to be opened in a browser of your own
  --headless           without a browser: our side alone on Node and Dawn (npm run lab -- bench)`;

/** @typedef {{ rows: string, json?: string, adapter?: string, serve: boolean, headless: boolean }} Wishes */

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main() {
  const wishes = wishesFrom(process.argv.slice(2));
  if (!wishes) {
    console.error(usage);
    return 2;
  }
  if (wishes.headless) return headless(wishes);
  await install();
  const server = await serveBench();
  if (wishes.serve) {
    console.log(`\n  The benchmark is at  ${server.address}\n\n  Ctrl+C here stops serving.\n`);
    return 0;
  }
  try {
    return await measure(server.address, wishes);
  } finally {
    await server.stop();
  }
}

/** Undefined where a word is not understood. @param {string[]} words @returns {Wishes | undefined} */
function wishesFrom(words) {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        rows: { type: 'string', default: '' },
        json: { type: 'string' },
        adapter: { type: 'string' },
        serve: { type: 'boolean', default: false },
        headless: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
}

/** @param {Wishes} wishes */
function headless({ rows, json, adapter }) {
  const flags = Object.entries({ rows, json, adapter });
  const words = flags.flatMap(([flag, value]) => (value ? [`--${flag}`, value] : []));
  return runNode(join(root, 'src', 'headless', 'run-lab.mjs'), ['bench', ...words]);
}

/** Measures and prints; Ctrl+C ends the measurement at hand and prints what is done. @param {string} address @param {Wishes} wishes */
async function measure(address, { rows, json, adapter }) {
  const complain = (/** @type {string} */ message) => console.error(`  ! ${message}`);
  const { page, close } = await openBench({ address, software: adapter === 'software', complain });
  try {
    await page.exposeFunction('benchTells', (/** @type {string} */ what) => console.log(`  ${what}`));
    process.once('SIGINT', () => {
      console.log('  ending after this measurement …');
      void page.evaluate(() => globalThis.grove.cancel());
    });
    const { report, lines } = await page.evaluate(
      (wanted) => globalThis.grove.bench({ rows: wanted }, (what) => void Reflect.get(globalThis, 'benchTells')(what)),
      rows,
    );
    const { name, vendor, software } = report.adapter;
    console.log(`\non ${name} (${vendor}${software ? ', software' : ''}), ${Math.round(report.seconds)} s\n`);
    for (const line of lines) console.log(line);
    if (json) writeFileSync(json, `${JSON.stringify(report, undefined, 2)}\n`);
    return report.cancelled ? 130 : 0;
  } finally {
    await close();
  }
}
