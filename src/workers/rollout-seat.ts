// A worker's side of the pool: the names in a request become worlds, team and tokenizer again, and a share of the worlds is played.
import { present } from '../basics/check';
import type { Language } from '../contract/language';
import type { ProgramRunner } from '../learning/agents/program-runner';
import { type Catalogue, catalogueOf, type Definitions, type Makers } from '../learning/catalogue';
import { tokenizerFrom } from '../learning/language/tokenizer';
import type { PlayedWorld } from '../learning/rollouts/play-settings';
import { playTogether } from '../learning/rollouts/together';
import type { Asked, PlayRequest, RolloutSeat } from './rollout-pool';

/** What a tokenizer is made from: plain data, as it travels between threads. */
export interface Vocabulary {
  readonly tokenizerJson: unknown;
  readonly language: Language;
}

/** `openMakers`: makes ready what runs modules; asked only where there are some. */
export function rolloutSeat({ tokenizerJson, language }: Vocabulary, openMakers?: () => Promise<Makers>): RolloutSeat {
  const tokenizer = tokenizerFrom(tokenizerJson, language);
  let known: { readonly definitions: Definitions; readonly catalogue: Catalogue } | undefined;
  const catalogueFor = async (definitions: Definitions): Promise<Catalogue> => {
    if (known?.definitions !== definitions) {
      const makers = definitions.modules?.length ? await openMakers?.() : undefined;
      known = { definitions, catalogue: catalogueOf(definitions, makers) };
    }
    return known.catalogue;
  };
  return {
    play: async (requests, { answers, run, tell }, definitions) => {
      const { environmentById, teamById } = await catalogueFor(definitions);
      const plays = requests.map(({ settings, seeds }) => {
        const { environment, team, ...others } = settings;
        return {
          settings: { ...others, environment: environmentById(environment), team: teamById(team), tokenizer },
          seeds,
        };
      });
      const runner: { runner?: ProgramRunner } = run ? { runner: { run } } : {};
      return playTogether(plays, { sample: answers }, { ...runner, onProgress: tell });
    },
  };
}

type Run = NonNullable<Asked['run']>;

/** What a rollout worker answers to. Callbacks are handed over once, because every one that crosses costs a channel; definitions when
 *  they are others than before, because they may be large. */
export interface RolloutWorkerApi {
  prepare(vocabulary: Vocabulary, answers: Asked['answers'], run: Run, tell: Asked['tell']): void;
  define(definitions: Definitions): void;
  /** `canRun`: whether there is anything at the other end of `run`. */
  play(requests: readonly PlayRequest[], canRun: boolean): Promise<PlayedWorld[]>;
}

export function rolloutWorkerApi(openMakers?: () => Promise<Makers>): RolloutWorkerApi {
  let prepared: { readonly seat: RolloutSeat; readonly asked: Required<Asked> } | undefined;
  let defined: Definitions = {};
  return {
    prepare: (vocabulary, answers, run, tell) => {
      prepared = { seat: rolloutSeat(vocabulary, openMakers), asked: { answers, run, tell } };
    },
    define: (definitions) => {
      defined = definitions;
    },
    play: (requests, canRun) => {
      const { seat, asked } = present(prepared, 'a rollout worker plays after prepare()');
      const { run, ...others } = asked;
      return seat.play(requests, canRun ? asked : others, defined);
    },
  };
}
