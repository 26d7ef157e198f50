// What a rollout worker answers to. The names in a request become worlds, team and tokenizer again, and a share of the
// worlds is played.
import { present } from '../basics/check';
import type { Language } from '../contract/language';
import { type Catalogue, catalogueOf, type Definitions, type Makers } from '../learning/catalogue';
import { type Tokenizer, tokenizerFrom } from '../learning/language/tokenizer';
import type { PlayedWorld } from '../learning/rollouts/play-settings';
import { playTogether } from '../learning/rollouts/together';
import type { Asked, PlayRequest } from './rollout-pool';

/** What a tokenizer is made from: plain data, as it travels between threads. */
export interface Vocabulary {
  readonly tokenizerJson: unknown;
  readonly language: Language;
}

type Run = NonNullable<Asked['run']>;

/** Callbacks are handed over once, because every one that crosses costs a channel; definitions when they are others
 *  than before, because they may be large. */
export interface RolloutWorkerApi {
  prepare(vocabulary: Vocabulary, answers: Asked['answers'], run: Run, tell: Asked['tell']): void;
  define(definitions: Definitions): void;
  /** `canRun`: whether there is anything at the other end of `run`. */
  play(requests: readonly PlayRequest[], canRun: boolean): Promise<PlayedWorld[]>;
}

/** `openMakers`: makes ready what runs modules; asked only where there are some. */
export function rolloutWorkerApi(openMakers?: () => Promise<Makers>): RolloutWorkerApi {
  let prepared: { readonly tokenizer: Tokenizer; readonly asked: Required<Asked> } | undefined;
  let defined: Definitions = {};
  let catalogue: Catalogue | undefined;
  const catalogueOfDefined = async (): Promise<Catalogue> => {
    const definitions = defined;
    const made = catalogue ?? catalogueOf(definitions, definitions.modules?.length ? await openMakers?.() : undefined);
    if (definitions === defined) catalogue = made;
    return made;
  };
  return {
    prepare: ({ tokenizerJson, language }, answers, run, tell) => {
      prepared = { tokenizer: tokenizerFrom(tokenizerJson, language), asked: { answers, run, tell } };
    },
    define: (definitions) => {
      defined = definitions;
      catalogue = undefined;
    },
    play: async (requests, canRun) => {
      const { tokenizer, asked } = present(prepared, 'a rollout worker plays after prepare()');
      const { environmentById, teamById } = await catalogueOfDefined();
      const plays = requests.map(({ settings: { environment, team, ...others }, seeds }) => ({
        settings: { ...others, environment: environmentById(environment), team: teamById(team), tokenizer },
        seeds,
      }));
      const runner = canRun ? { runner: { run: asked.run } } : {};
      return playTogether(plays, { sample: asked.answers }, { ...runner, onProgress: asked.tell });
    },
  };
}
