// Has the benchmark run by whoever measures – a page, or this very process – and prints what it tells, then the table,
// and the report as JSON. Ctrl+C ends the measurement at hand and prints what is done; a second one ends the program.
// Plain JavaScript with Node's own modules only, because it may run before anything is installed.
import { writeFileSync } from 'node:fs';

/**
 * @typedef {import('../../src/features/benchmark/worker/run-benchmark').BenchmarkReport} BenchmarkReport
 * @typedef {{ rows: string, tiny: boolean }} Asked
 * @typedef {{ bench: (asked: Asked, tell: (line: string) => void) => Promise<{ report: BenchmarkReport, lines: string[]
 * }>, cancel: () => void }} Measurer
 */

/** Resolves with the exit status. @param {Measurer} measurer @param {import('./words.mjs').Wishes} wishes @returns
 *  {Promise<number>} */
export async function measureAndPrint({ bench, cancel }, { rows, tiny, json }) {
  const stop = () => {
    console.log('  ending after this measurement …');
    cancel();
  };
  process.once('SIGINT', stop);
  try {
    const { report, lines } = await bench({ rows, tiny }, (line) => console.log(`  ${line}`));
    const { name, vendor, software } = report.adapter;
    console.log(`\non ${name} (${vendor}${software ? ', software' : ''}), ${Math.round(report.seconds)} s\n`);
    for (const line of lines) console.log(line);
    if (json) writeFileSync(json, `${JSON.stringify(report, undefined, 2)}\n`);
    return report.cancelled ? 130 : 0;
  } finally {
    process.off('SIGINT', stop);
  }
}
