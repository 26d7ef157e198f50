// The benchmark with its peers without a browser: on Node and Dawn, all of them on one adapter, one after the other. It
// takes the words of `npm run bench` (run.mjs builds and starts it) and lives by its folder, the package `webgpu` and a
// Vulkan driver alone. Exit status 0: done. 1: it failed. 2: wrong words. 130: ended by Ctrl+C, with what was done.
import { fileURLToPath } from 'node:url';
import { rowsNamed, runBenchmark } from '../../../src/features/benchmark/worker/run-benchmark';
import { tableLines } from '../../../src/features/benchmark/worker/table';
import { baseModelFromDisk } from '../../../src/headless/model-files';
import { openGpu } from '../../../src/headless/open-gpu';
import { processorMs } from '../../../src/headless/processor-time';
import { type Measurer, measureAndPrint } from '../print.mjs';
import { tellsOf } from '../telling';
import { tinyCases } from '../tiny';
import { usage, type Wishes, wishesFrom } from '../words.mjs';
import { likeABrowser } from './like-a-browser';

/** The bundler has put the shipped model beside this program. */
const sprout = fileURLToPath(new URL('./models/sprout', import.meta.url));

// What a peer lets fall beside its own row is told, as the page's is, and costs no other row.
for (const stray of ['unhandledRejection', 'uncaughtException'])
  process.on(stray, (error) => console.error(`  ! ${error instanceof Error ? error.message : String(error)}`));

// Dawn keeps Node alive: leave once everything is written.
const status = await main();
process.stdout.write('', () => process.stderr.write('', () => process.exit(status)));

async function main(): Promise<number> {
  const wishes = wishesFrom(process.argv.slice(2));
  if (!wishes) {
    console.error(usage);
    return 2;
  }
  try {
    return await measureAndPrint(measurerOn(wishes), wishes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

function measurerOn({ adapter }: Wishes): Measurer {
  const interruption = new AbortController();
  return {
    bench: async ({ rows, tiny }, tell) => {
      const wanted = rowsNamed(rows);
      const gpu = await openGpu(adapter);
      const report = await runBenchmark({
        gpu,
        base: await baseModelFromDisk(sprout),
        peers: await likeABrowser(gpu, async () => (await import('../peers')).peers),
        wanted,
        ...(tiny ? { cases: tinyCases } : {}),
        now: () => performance.now(),
        cpuMs: processorMs,
        signal: interruption.signal,
        tell: (event) => {
          for (const line of tellsOf(event)) tell(line);
        },
      });
      return { report, lines: tableLines(report.rows) };
    },
    cancel: () => interruption.abort(new Error('cancelled')),
  };
}
