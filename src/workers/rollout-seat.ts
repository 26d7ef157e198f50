// A worker's side of the pool: the names in a request become worlds, team and tokenizer again, and a share of the worlds is played.
import { present } from '../basics/check';
import type { ProgramRunner } from '../learning/agents/program-runner';
import { type Catalogue, catalogueOf, type Definitions } from '../learning/catalogue';
import { type Language, tokenizerFrom } from '../learning/language/tokenizer';
import type { PlayedWorld } from '../learning/rollouts/play-settings';
import { playTogether } from '../learning/rollouts/together';
import type { Asked, PlayRequest, RolloutSeat } from './rollout-pool';

/** What a tokenizer is made from: plain data, as it travels between threads. */
export interface Vocabulary {
  readonly tokenizerJson: unknown;
  readonly language: Language;
}

/** `catalogue`: where the names in requests are looked up. */
export function rolloutSeat({ tokenizerJson, language }: Vocabulary, catalogue: Catalogue): RolloutSeat {
  const tokenizer = tokenizerFrom(tokenizerJson, language);
  return {
    play: (requests, { answers, run, tell }) => {
      const plays = requests.map(({ settings, seeds }) => ({
        settings: {
          ...settings,
          environment: catalogue.environmentById(settings.environment),
          team: catalogue.teamById(settings.team),
          tokenizer,
        },
        seeds,
      }));
      const runner: { runner?: ProgramRunner } = run ? { runner: { run } } : {};
      return playTogether(plays, { sample: answers }, { ...runner, onProgress: tell });
    },
  };
}

/** What a rollout worker answers to. Callbacks are handed over once, because every one that crosses costs a channel. */
export interface RolloutWorkerApi {
  prepare(
    given: Vocabulary & { readonly definitions: Definitions },
    answers: Asked['answers'],
    run: Run,
    tell: Asked['tell'],
  ): void;
  /** `canRun`: whether there is anything at the other end of `run`. */
  play(requests: readonly PlayRequest[], canRun: boolean): Promise<PlayedWorld[]>;
}

type Run = NonNullable<Asked['run']>;

export function rolloutWorkerApi(): RolloutWorkerApi {
  let prepared: { readonly seat: RolloutSeat; readonly asked: Required<Asked> } | undefined;
  return {
    prepare: ({ definitions, ...vocabulary }, answers, run, tell) => {
      prepared = { seat: rolloutSeat(vocabulary, catalogueOf(definitions)), asked: { answers, run, tell } };
    },
    play: (requests, canRun) => {
      const { seat, asked } = present(prepared, 'a rollout worker plays after prepare()');
      const { run, ...others } = asked;
      return seat.play(requests, canRun ? asked : others);
    },
  };
}
