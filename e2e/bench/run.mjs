// `npm run bench`: the benchmark with its peers, in a headless Chrome or on Node and Dawn, as a table and as JSON. It
// knows how to start who measures; what is measured is src/features/benchmark/worker/, who is measured is peers/. Plain
// JavaScript, because it may run before anything is installed.
import { install } from '../../src/headless/commands.mjs';
import { runHeadless } from './headless/start.mjs';
import { openBench, serveBench } from './page.mjs';
import { measureAndPrint } from './print.mjs';
import { usage, wishesFrom } from './words.mjs';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {readonly string[]} words */
async function main(words) {
  const wishes = wishesFrom(words);
  if (!wishes) {
    console.error(usage);
    return 2;
  }
  await install();
  if (wishes.headless) return runHeadless(words);
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

/** @param {string} address @param {import('./words.mjs').Wishes} wishes */
async function measure(address, wishes) {
  const complain = (/** @type {string} */ message) => console.error(`  ! ${message}`);
  const { page, close } = await openBench({ address, software: wishes.adapter === 'software', complain });
  try {
    return await measureAndPrint(
      {
        bench: async (asked, tell) => {
          await page.exposeFunction('benchTells', tell);
          return page.evaluate(
            (wanted) => globalThis.grove.bench(wanted, (line) => void Reflect.get(globalThis, 'benchTells')(line)),
            asked,
          );
        },
        cancel: () => void page.evaluate(() => globalThis.grove.cancel()),
      },
      wishes,
    );
  } finally {
    await close();
  }
}
