// The headless lab: the same science as the page, from a command line, on Node and Dawn. `npm run lab -- VERB …`.
// Exit status 0: done. 1: it failed, or a check did. 2: wrong words, or a file that is missing or broken. 130: paused
// by Ctrl+C.
import '../learning/environments/whole';
import { cliFeatures } from '../features/cli';
import { runWords } from './command-line';

const interruption = new AbortController();
process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(130);
  interruption.abort();
});

// Dawn keeps Node alive: leave once everything is written.
const { stdout: out, stderr: err } = process;
const status = await runWords(process.argv.slice(2), {
  out,
  err,
  interrupted: interruption.signal,
  features: cliFeatures,
});
out.write('', () => err.write('', () => process.exit(status)));
