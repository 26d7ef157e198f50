// Whether a tokenizer can write the compact wording of a world: its prompts, programs and moves, tried on real
// problems. A model whose vocabulary lacks a word would read a hole in its place and learn nothing from it.
import type { Environment, EnvironmentSettings } from '../environments/environment';
import { worldOf } from '../environments/players';
import { worldSeed } from '../environments/splits';
import type { Tokenizer } from '../language/tokenizer';
import type { View } from './role';
import type { Team } from './team';
import { viewsOn } from './try-views';

export interface Spoken {
  readonly environment: Environment;
  readonly environmentSettings: EnvironmentSettings;
  readonly team: Team;
  readonly moveBudget: number;
}

const problemsTried = 3;

/** The words that the tokenizer has no tokens for, in the order in which they are met; none when everything can be
 *  written, and none of a world that fails: whoever plays it says why. */
export function unwritable(tokenizer: Pick<Tokenizer, 'encode' | 'decode'>, spoken: Spoken): readonly string[] {
  const missing = new Set<string>();
  try {
    for (const text of textsOf(spoken)) for (const word of unknownWords(tokenizer, text)) missing.add(word);
  } catch {
    return [];
  }
  return [...missing];
}

/** “hanoi”, “rod” and 3 more words. */
export function listed(words: readonly string[]): string {
  const shown = words.slice(0, 6).map((word) => `“${word}”`);
  const more = words.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more words` : ''}`;
}

/** The words of one text that cannot be written; one that is known but for the space before it, with that space. */
export function unknownWords(tokenizer: Pick<Tokenizer, 'encode' | 'decode'>, text: string): readonly string[] {
  if (isWritten(tokenizer, text)) return [];
  // A word is written with the space before it: " start" may be a token where "start" is none.
  const words = text.match(/ ?[a-zA-Z]+| ?\d| ?[^\sa-zA-Z\d]|\s/g) ?? [];
  return words
    .filter((word) => !isWritten(tokenizer, word))
    .map((word) => {
      const bare = word.trim();
      if (bare === '') return JSON.stringify(word);
      return isWritten(tokenizer, bare) ? word : bare;
    });
}

function isWritten({ encode, decode }: Pick<Tokenizer, 'encode' | 'decode'>, text: string): boolean {
  return decode(encode(text)) === text;
}

/** Prompts of every role, and the answers that the world itself would give. */
function textsOf({ environment, environmentSettings, team, moveBudget }: Spoken): string[] {
  return Array.from({ length: problemsTried }, (_, index) => worldSeed('train', index)).flatMap((seed) => {
    const state = environment.start(seed, environmentSettings);
    return [...new Set(team.roles.map(({ player }) => player))].flatMap((player) => {
      const world = worldOf(environment, player);
      const solution = world.solve(state);
      const answers = [
        world.calls.best(state) ?? '',
        ...world.calls.possible(state).slice(0, 6),
        ...(solution === undefined ? [] : [world.wording.write(solution)]),
        ...(world.players?.[player ?? '']?.says?.(state).symbols ?? []).map((symbol) => ` ${symbol}`),
      ];
      const views: View[] = viewsOn(world, state, moveBudget);
      const roles = team.roles.filter((role) => role.player === player);
      return [...answers, ...views.flatMap((view) => roles.map((role) => role.prompt(view)))];
    });
  });
}
