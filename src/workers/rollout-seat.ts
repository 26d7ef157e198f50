// A worker's side of the pool: the names in a request become worlds, team and tokenizer again, and a share of the worlds is played.
import { present } from '../basics/check';
import { teamById } from '../learning/agents';
import { environmentById } from '../learning/environments';
import { type Language, tokenizerFrom } from '../learning/language/tokenizer';
import { type PlayedWorld, playWorlds } from '../learning/rollouts/play';
import type { Ask, PlayRequest, RolloutSeat, Tell } from './rollout-pool';

/** What a tokenizer is made from: plain data, as it travels between threads. */
export interface Vocabulary {
  readonly tokenizerJson: unknown;
  readonly language: Language;
}

export function rolloutSeat({ tokenizerJson, language }: Vocabulary): RolloutSeat {
  const tokenizer = tokenizerFrom(tokenizerJson, language);
  return {
    play: ({ environment, team, seeds, ...rest }, ask, tell) => {
      const settings = { ...rest, environment: environmentById(environment), team: teamById(team), tokenizer };
      return playWorlds(settings, seeds, { sample: ask }, tell);
    },
  };
}

/** What a rollout worker answers to. Callbacks are handed over once, because every one that crosses costs a channel. */
export interface RolloutWorkerApi {
  prepare(vocabulary: Vocabulary, ask: Ask, tell: Tell): void;
  play(request: PlayRequest): Promise<PlayedWorld[]>;
}

export function rolloutWorkerApi(): RolloutWorkerApi {
  let prepared: { readonly seat: RolloutSeat; readonly ask: Ask; readonly tell: Tell } | undefined;
  return {
    prepare: (vocabulary, ask, tell) => {
      prepared = { seat: rolloutSeat(vocabulary), ask, tell };
    },
    play: (request) => {
      const { seat, ask, tell } = present(prepared, 'a rollout worker plays after prepare()');
      return seat.play(request, ask, tell);
    },
  };
}
