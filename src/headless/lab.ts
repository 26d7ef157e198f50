// The headless lab: the same science as the page, from a command line, on Node and Dawn. `npm run lab -- VERB …`.
// Exit status 0: done. 1: it failed, or a check did. 2: wrong words, or a file that is missing or broken. 130: paused by Ctrl+C.
import { ExpectationError } from '../basics/check';
import { FormatError } from '../files/formats/format-error';
import { commonFlags, flagsFrom, UsageError, usageOf } from './arguments';
import { progressOn, silence } from './progress';
import type { Verb } from './verb';
import { adapters } from './verbs/adapters';
import { bench } from './verbs/bench';
import { checkingWorld } from './verbs/check-world';
import { evaluation } from './verbs/eval';
import { exporting } from './verbs/export';
import { gradcheck } from './verbs/gradcheck';
import { handOff } from './verbs/hand-off';
import { importing } from './verbs/import';
import { importProblems } from './verbs/import-problems';
import { logits } from './verbs/logits';
import { pretrain } from './verbs/pretrain';
import { quiz } from './verbs/quiz';
import { record } from './verbs/record';
import { results } from './verbs/results';
import { study } from './verbs/study';
import { train } from './verbs/train';
import { verify } from './verbs/verify';
import { writeWhole } from './whole-file';

const verbs: readonly Verb[] = [
  adapters,
  gradcheck,
  bench,
  pretrain,
  quiz,
  train,
  evaluation,
  exporting,
  record,
  importing,
  handOff,
  logits,
  study,
  results,
  verify,
  checkingWorld,
  importProblems,
];

function help(): string {
  const lines = verbs.map(({ name, meaning, flags }) => `  ${name.padEnd(10)}${meaning}\n            ${usageOf(flags)}`);
  return `npm run lab -- VERB …\n\n${lines.join('\n')}\n\nEvery verb takes ${usageOf(commonFlags)}`;
}

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || name === '--help' || rest.includes('--help')) {
    console.log(help());
    return name === undefined ? 2 : 0;
  }
  const verb = verbs.find((candidate) => candidate.name === name);
  if (!verb) throw new UsageError(`there is no verb "${name}": known are ${verbs.map((known) => known.name).join(', ')}`);
  const bare = verb.word !== undefined && rest[0] !== undefined && !rest[0].startsWith('--');
  const flags = flagsFrom(bare ? [`--${verb.word}`, ...rest] : rest, { ...verb.flags, ...commonFlags }, verb.name);
  const interruption = new AbortController();
  process.on('SIGINT', () => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
  const progress = flags.has('quiet') ? silence : progressOn(process.stderr);
  const result = await verb.run({
    flags,
    progress,
    machine: async () => (await import('./machine')).openMachine(flags.text('adapter')),
    say: (line) => console.log(line),
    interrupted: interruption.signal,
  });
  progress.end();
  const json = flags.text('json');
  if (json !== undefined && result) await writeWhole(json, `${JSON.stringify(result, undefined, 2)}\n`);
  return interruption.signal.aborted ? 130 : Number(process.exitCode ?? 0);
}

/** Mistakes of the person and of files are one line; anything else shows where it came from. */
function statusOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof FormatError || error instanceof ExpectationError) {
    process.stderr.write(`lab: ${error.message}\n`);
    return 2;
  }
  process.stderr.write(
    `lab: ${error instanceof Error ? (process.env['LAB_TRACE'] ? error.stack : error.message) : String(error)}\n`,
  );
  return 1;
}

// Dawn keeps Node alive: leave once everything is written.
const status = await main(process.argv.slice(2)).catch(statusOf);
process.stdout.write('', () => process.stderr.write('', () => process.exit(status)));
