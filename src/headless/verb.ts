// What a verb of the headless lab is: its flags on cards, and what it does with them.
import type { FlagCards, Flags } from './arguments';
import type { Machine } from './machine';
import type { Progress } from './progress';

export interface VerbContext {
  readonly flags: Flags;
  readonly progress: Progress;
  /** Opens the GPU; the first call costs its start. */
  machine(): Promise<Machine>;
  /** A line of the result on stdout. */
  say(line: string): void;
  /** The exit status will be this, although there is a result; `why`, if said, is a line on stderr. */
  fail(status: 1 | 2, why?: string): void;
  /** Aborts when the person presses Ctrl+C the first time; the second time ends the program. */
  readonly interrupted: AbortSignal;
}

export interface Verb {
  readonly name: string;
  /** One line for the list of verbs. */
  readonly meaning: string;
  readonly flags: FlagCards;
  /** The flag that a first bare word stands for: "study table3" is "study --name table3". */
  readonly word?: string;
  /** Resolves with what `--json FILE` is written with; undefined when there is nothing to write. */
  run(context: VerbContext): Promise<object | undefined>;
}
