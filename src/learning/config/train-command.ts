// A run as one line for a POSIX shell: `npm run lab -- train …` makes the same configuration (headless/verbs/train.ts
// reads it).
import type { RunConfig } from './run-config';
import { type LeftOut, wishesOf } from './wishes-of';

/** The words after `npm run lab --`, and what of the configuration they cannot say. `out`: the run's folder. Throws an
 *  ExpectationError for a preset that is not known. */
export function trainWords(
  config: RunConfig,
  out: string,
): { readonly words: readonly string[]; readonly left: readonly LeftOut[] } {
  const { wishes, left } = wishesOf(config);
  const { preset, seed = config.settings.seed, steps, model, worlds, team, toolLanguage, trainable, ...lists } = wishes;
  const flags: readonly (readonly [flag: string, values: readonly (string | number | undefined)[]])[] = [
    ['preset', [preset]],
    ['seed', [seed]],
    ['steps', [steps]],
    ['model', [model]],
    ['world', worlds],
    ['team', [team]],
    ['tool-language', [toolLanguage]],
    ['trainable', [trainable]],
    ['policy', lists.policies],
    ['freeze', lists.freeze],
    ['set', lists.set],
    ['out', [out]],
  ];
  const words = flags.flatMap(([flag, values]) =>
    values.flatMap((value) => (value === undefined ? [] : wordsOfFlag(flag, String(value)))),
  );
  return { words: ['train', ...words], left };
}

/** The whole line. */
export function trainCommand(
  config: RunConfig,
  out: string,
): { readonly line: string; readonly left: readonly LeftOut[] } {
  const { words, left } = trainWords(config, out);
  return { line: `npm run lab -- ${words.map(quoted).join(' ')}`, left };
}

/** A value that looks like a flag is attached to its own. */
function wordsOfFlag(flag: string, value: string): readonly string[] {
  return value.startsWith('--') ? [`--${flag}=${value}`] : [`--${flag}`, value];
}

/** One word as a POSIX shell reads it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A folder for a run of this name: "runs/sokoban-3". */
export function folderFor(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `runs/${plain === '' ? 'first' : plain}`;
}
