// The headless lab's words: finds the verb, reads its flags, runs it, says what went wrong in one line. It knows no
// process: where text goes and what interrupts is handed in, and what comes back is the exit status (lab.ts says which
// there are).
import { ExpectationError } from '../basics/check';
import { FormatError } from '../files/formats/format-error';
import { commonFlags, flagsFrom, UsageError, usageOf } from './arguments';
import { type CliFeature, offeredBy } from './cli-feature';
import { progressOn, silence } from './progress';
import type { Verb } from './verb';
import { adapters } from './verbs/adapters';
import { evaluation } from './verbs/eval';
import { exporting } from './verbs/export';
import { gradcheck } from './verbs/gradcheck';
import { importing } from './verbs/import';
import { knobs } from './verbs/knobs';
import { logits } from './verbs/logits';
import { pretrain } from './verbs/pretrain';
import { quiz } from './verbs/quiz';
import { record } from './verbs/record';
import { results } from './verbs/results';
import { train } from './verbs/train';
import { unseen } from './verbs/unseen';
import { writeWhole } from './whole-file';

/** What a program talks to. */
export interface Terminal {
  readonly out: Pick<NodeJS.WriteStream, 'write'>;
  readonly err: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;
  /** Aborts when the person wants it to end. */
  readonly interrupted: AbortSignal;
  readonly features?: readonly CliFeature[];
}

function verbsWith(offered: CliFeature): readonly Verb[] {
  return [
    adapters,
    gradcheck,
    pretrain,
    quiz,
    unseen,
    train(offered),
    evaluation(offered),
    exporting(offered),
    record,
    importing,
    knobs,
    logits,
    results,
    ...(offered.verbs ?? []),
  ];
}

function help(verbs: readonly Verb[]): string {
  const width = 2 + Math.max(...verbs.map(({ name }) => name.length));
  const lines = verbs.map(
    ({ name, meaning, flags }) => `  ${name.padEnd(width)}${meaning}\n  ${' '.repeat(width)}${usageOf(flags)}`,
  );
  return `npm run lab -- VERB …\n\n${lines.join('\n')}\n\nEvery verb takes ${usageOf(commonFlags)}`;
}

/** Carries out `lab VERB …`, and resolves with the exit status. */
export async function runWords(words: readonly string[], terminal: Terminal): Promise<number> {
  return dispatch(words, terminal).catch((error: unknown) => {
    terminal.err.write(`lab: ${toldOf(error)}\n`);
    return isMistake(error) ? 2 : 1;
  });
}

async function dispatch(words: readonly string[], { out, err, interrupted, features = [] }: Terminal): Promise<number> {
  const say = (line: string) => void out.write(`${line}\n`);
  const offered = offeredBy(features);
  const verbs = verbsWith(offered);
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || name === '--help' || rest.includes('--help')) {
    say(help(verbs));
    return name === undefined ? 2 : 0;
  }
  const verb = verbs.find((candidate) => candidate.name === name);
  if (!verb)
    throw new UsageError(`there is no verb "${name}": known are ${verbs.map((known) => known.name).join(', ')}`);
  const bare = verb.word !== undefined && rest[0] !== undefined && !rest[0].startsWith('--');
  const flags = flagsFrom(bare ? [`--${verb.word}`, ...rest] : rest, { ...verb.flags, ...commonFlags }, verb.name);
  const progress = flags.has('quiet') ? silence : progressOn(err);
  let status = 0;
  const result = await verb.run({
    flags,
    progress,
    machine: async () => {
      const wished = { adapter: flags.text('adapter'), memoryGib: flags.count('memory', 1) };
      return (await import('./machine')).openMachine(wished, offered.findImage);
    },
    say,
    fail: (failed, why) => {
      status = failed;
      if (why !== undefined) err.write(`lab: ${why}\n`);
    },
    interrupted,
  });
  progress.end();
  const json = flags.text('json');
  if (json !== undefined && result) await writeWhole(json, `${JSON.stringify(result, undefined, 2)}\n`);
  return interrupted.aborted ? 130 : status;
}

/** Of the person, or of a file. */
function isMistake(error: unknown): boolean {
  return error instanceof UsageError || error instanceof FormatError || error instanceof ExpectationError;
}

/** Mistakes are one line; anything else shows where it came from, when asked. */
function toldOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return !isMistake(error) && process.env['LAB_TRACE'] ? (error.stack ?? error.message) : error.message;
}
