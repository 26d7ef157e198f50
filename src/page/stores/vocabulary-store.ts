// What the model that ships can write: its tokenizer, fetched when somebody first asks, and which words of a world it
// has no tokens for. Models that were loaded bring vocabularies of their own and are asked in full words; nothing is
// said of them here.

import { useEffect } from 'react';
import { create, useStore } from 'zustand';
import type { Team } from '../../learning/agents/team';
import { listed, unwritable } from '../../learning/agents/writable';
import type { RunConfig, WorldShare } from '../../learning/config/run-config';
import { isShipped, shippedModel } from '../../learning/config/shipped-models';
import type { Tokenizer } from '../../learning/language/tokenizer';
import { useTrainer } from './trainer-store';
import { environmentById, unreadyBecause } from './worlds';

const vocabularyStore = create<{ readonly tokenizer?: Tokenizer }>()(() => ({}));
let address = `./models/${shippedModel}/tokenizer.json`;
let asked = false;

/** Where the tokenizer lies, when it does not lie beside the page. */
export function provideVocabulary(at: string): void {
  address = at;
}

/** Where it lies, in full. */
export function vocabularyAddress(): string {
  return new URL(address, document.baseURI).href;
}

/** The shipped model's tokenizer; undefined until it is there. */
export function useVocabulary(): Tokenizer | undefined {
  const drawn = useTrainer((state) => state.drawn); // what the page needs to say that comes first
  useEffect(() => {
    if (drawn && !asked) void fetchVocabulary();
  }, [drawn]);
  return useStore(vocabularyStore, (state) => state.tokenizer);
}

/** A page whose model cannot be fetched says so when the model is needed; here there is only nothing to check with. */
async function fetchVocabulary(): Promise<void> {
  asked = true;
  try {
    const [response, { tokenizerFrom }] = await Promise.all([
      fetch(address),
      import('../../learning/language/tokenizer'),
    ]);
    vocabularyStore.setState({ tokenizer: tokenizerFrom(await response.json()) });
  } catch {
    asked = false;
  }
}

export type WordsOf = Pick<RunConfig, 'model' | 'wording' | 'settings' | 'definitions'> &
  Pick<WorldShare, 'environment' | 'environmentSettings'> & {
    readonly team: Team;
    /** Of a mixed world, in place of the settings'. */
    readonly moveBudget?: number;
  };

/** By team: a team that was edited is another one. */
const known = new WeakMap<Team, Map<string, readonly string[]>>();

/** The words of this world and team that the chosen model cannot write; none when it can, or nothing is known of its
 *  vocabulary. */
export function missingWords(tokenizer: Tokenizer | undefined, config: WordsOf): readonly string[] {
  if (!tokenizer || !isShipped(config.model) || config.wording !== 'compact') return [];
  const { environmentSettings, team, settings, definitions, moveBudget = settings.moveBudget } = config;
  if (unreadyBecause(config.environment, definitions) !== undefined) return [];
  const ofTeam = known.get(team) ?? new Map<string, readonly string[]>();
  known.set(team, ofTeam);
  const sets = definitions?.problems?.map(({ hash }) => hash);
  const key = JSON.stringify([config.environment, environmentSettings, moveBudget, sets]);
  const found = ofTeam.get(key);
  if (found) return found;
  const environment = environmentById(config.environment, definitions);
  const missing = unwritable(tokenizer, { environment, environmentSettings, team, moveBudget });
  if (ofTeam.size > 100) ofTeam.clear();
  ofTeam.set(key, missing);
  return missing;
}

/** Why a world cannot be trained on, in one sentence. */
export function missingInWords(missing: readonly string[]): string {
  return `Sprout, the model that ships, has no tokens for ${listed(missing)} of it`;
}
