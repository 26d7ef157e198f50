// Sampled answers against the twin: given what a branch has said so far, is the next token the one that its logits and
// its noise name, and its log-probability the twin's? And does an answer end where it should?
import type { Completion, PromptGroup, TrainingGroup } from '../../contract/learner';
import { noise, sample } from '../kernels/sample/twin';
import { NONE, packTraining } from './rows';
import { largest, stopToken } from './self-test-subject';
import { type TwinWeights, twinLogits } from './twin';

export interface AnswerErrors {
  /** By how much a drawn token's score (log-probability over temperature, plus noise) is below the best one's; 0 where
   *  it is the best. */
  readonly lost: number;
  /** Of log-probabilities over the largest, as the logits have them: a low temperature enlarges what they lack in
   *  digits. */
  readonly logp: number;
  /** Answers that end where they should not, or not where they should. */
  readonly ends: number;
}

export function answerErrors(
  twin: TwinWeights,
  groups: readonly PromptGroup[],
  answers: readonly Completion[][],
): AnswerErrors {
  const asBatch = groups.map(
    ({ prompt_P }, g): TrainingGroup => ({
      prompt_P,
      completions: (answers[g] ?? []).map(({ token_T, logp_T }) => ({ token_T, oldLogp_T: logp_T, advantage: 0 })),
    }),
  );
  const weight_GK = asBatch.map(({ completions }) => completions.map(() => 0));
  const { vocabulary } = twin.config;
  const packed = packTraining(asBatch, { weight_GK, adapter: NONE, vocabulary });
  const lost: number[] = [];
  const logp: number[] = [];
  const size: number[] = [];
  for (const [prediction, logits] of twinLogits(twin, packed).entries()) {
    for (const { group, completion, token: index } of packed.places.slice(
      packed.starts[prediction],
      packed.starts[prediction + 1],
    )) {
      const { seed_K = [], temperature = 1 } = groups[group] ?? {};
      const said = answers[group]?.[completion];
      const draw = { seed: seed_K[completion] ?? 0, index, temperature };
      const scoreOf = (token: number) =>
        temperature > 0
          ? (logits[token] as number) / temperature + noise(draw.seed, index, token)
          : (logits[token] as number);
      const token = said?.token_T[index] ?? 0;
      const wanted = sample(logits, draw);
      lost.push(scoreOf(wanted.token) - scoreOf(token));
      if (token !== wanted.token) continue;
      const inLogits = Math.min(1, temperature || 1);
      logp.push(((said?.logp_T[index] ?? Number.NaN) - wanted.logp) * inLogits);
      size.push(wanted.logp * inLogits);
    }
  }
  const ends = groups.flatMap(({ seed_K, maxTokens }, g) =>
    seed_K.filter((_, k) => {
      const { token_T = [], stop } = answers[g]?.[k] ?? {};
      const stopped = token_T.indexOf(stopToken);
      const whole =
        stopped >= 0
          ? stopped + 1 === token_T.length && stop === 'end'
          : token_T.length === maxTokens && stop === 'length';
      return !whole;
    }),
  );
  return { lost: largest(lost), logp: largest(logp) / Math.max(1, largest(size)), ends: ends.length };
}
