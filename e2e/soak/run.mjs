// `npm run soak`: a run of the page is disturbed again and again – its GPU lost, its browser killed, its disk slow or
// full, a second tab beside it, a laptop asleep – until it is done, and has to end with the same digits as one that
// nobody disturbed, with nothing left behind in storage.
//
//   npm run soak -- [--losses 100] [--kills 200] [--sleeps 5] [--slow-disks 5]
//                   [--full-disks 3] [--tabs 3] [--only losses,kills] [--seed 1]
//
// Plain JavaScript, because it may run before anything is installed.
import { parseArgs } from 'node:util';
import { buildPage, pageFolder } from '../../src/headless/build-page.mjs';
import { install } from '../../src/headless/commands.mjs';
import { serve } from '../../src/headless/serve.mjs';
import { prepareMachine } from '../machine.mjs';

const text = /** @type {const} */ ('string');
const { values: flags } = parseArgs({
  options: {
    losses: { type: text, default: '100' },
    kills: { type: text, default: '200' },
    sleeps: { type: text, default: '5' },
    'slow-disks': { type: text, default: '5' },
    'full-disks': { type: text, default: '3' },
    tabs: { type: text, default: '3' },
    only: { type: text },
    seed: { type: text, default: '1' },
  },
});

await install();
const { lacking } = prepareMachine();
for (const sentence of lacking) console.error(sentence);
await buildPage();
const { soak } = await import('./soak.mjs'); // what it imports may only have been installed now
const server = await serve({ folder: pageFolder });
try {
  const only = flags.only?.split(',');
  const times = Object.fromEntries(
    /** @type {const} */ (['losses', 'kills', 'sleeps', 'slow-disks', 'full-disks', 'tabs']).map((name) => [
      name,
      only && !only.includes(name) ? 0 : numberOf(name, flags[name]),
    ]),
  );
  process.exitCode = (await soak(server.address, times, numberOf('seed', flags.seed))) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
} finally {
  await server.stop();
}

/** @param {string} name @param {string} given */
function numberOf(name, given) {
  const number = Number(given);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new Error(`--${name} is a whole number, got "${given}"`);
}
