// Questions to a package or to a pasted text in the sandbox, whose answers are JSON. It does not know where the sandbox
// runs.
import { ExpectationError } from '../../../basics/check';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import { answerIn, faultIn, type Origin, requestTo } from '../shared/images';

/** What a sandbox that asks packages may take: the first start imports them. */
export const askingSandbox = {
  threads: 1,
  limits: { timeMs: 20_000, outputLength: 2_000_000 },
  imageLimits: { timeMs: 120_000, outputLength: 20_000_000 },
} as const;

/** What a function of the driver answers. Rejects with what Python said. */
export async function askOrigin<T>(
  runner: ProgramRunner,
  origin: Origin,
  call: string,
  ...given: readonly unknown[]
): Promise<T> {
  const [result] = await runner.run([requestTo(origin, call, given)]);
  if (result?.end !== 'finished') throw new ExpectationError(result?.why ?? 'nothing was run');
  const answer = answerIn(result.output);
  const fault = faultIn(answer);
  if (fault !== undefined) throw new ExpectationError(fault);
  return answer as T;
}

export type CatalogueLine = readonly [name: string, group: string, sentence: string];

/** All that an image has. */
export async function catalogueOfImage(runner: ProgramRunner, image: string): Promise<readonly CatalogueLine[]> {
  const lines = await askOrigin<readonly (readonly string[])[]>(runner, { image }, 'catalogue');
  return lines.map(([name = '', group = '', sentence = '']) => [name, group, sentence] as const);
}

/** A setting of a data set, with its usual value. */
export type SettingLine = readonly [name: string, usual: string | number | boolean];

/** Those of a data set of reasoning-gym that are plain values, beyond seed and size. */
export function settingsOfDataSet(runner: ProgramRunner, name: string): Promise<readonly SettingLine[]> {
  return askOrigin(runner, { image: 'reasoning-gym' }, 'settings', name);
}

export type Asked = readonly [
  question: string,
  answer: string | null,
  score: number,
  words: Readonly<Record<string, string>>,
];

export interface AskedFor {
  readonly origin: Origin;
  readonly name: string;
  readonly config: Readonly<Record<string, string | number | boolean>>;
  readonly first: number;
  readonly count: number;
}

/** Questions in a row, with an answer that is held right. */
export function questionsFrom(
  runner: ProgramRunner,
  { origin, name, config, first, count }: AskedFor,
): Promise<readonly Asked[]> {
  return askOrigin(runner, origin, 'ask', name, config, first, count);
}

export interface OpeningOf {
  readonly origin: Origin;
  readonly name: string;
  readonly players: number;
  readonly seed: number;
  /** 0 or 1. */
  readonly player: number;
}

export interface Opening {
  readonly seen: string;
  readonly moves?: string[];
  readonly done: boolean;
}

/** A game before its first action. */
export function openingOf(runner: ProgramRunner, { origin, name, players, seed, player }: OpeningOf): Promise<Opening> {
  return askOrigin(runner, origin, 'play_on', name, players, seed, player, []);
}

/** What a pasted text holds. */
export type Found =
  | { readonly kind: 'questions'; readonly name: string; readonly sentence: string; readonly count: number }
  | {
      readonly kind: 'game';
      readonly name: string;
      readonly sentence: string;
      readonly players: number;
      /** Games played at random to see whether they end, and the rewards of those that did, in [0, 1]. */
      readonly tried: number;
      readonly ended: number;
      readonly returns: readonly number[];
    };

/** Rejects with what is wrong with the text, and its line. */
export function lookInto(runner: ProgramRunner, code: string): Promise<Found> {
  return askOrigin(runner, { code }, 'look');
}
