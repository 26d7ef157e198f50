// Sessions in which a table speaks instead of a model, so that a queue is tried without a GPU, and wishes small enough
// for it. `answerMs`: how long it takes to answer, so that there is time to be killed in.
import { setTimeout as after } from 'node:timers/promises';
import { tableLearner } from '../../../../contract/table-learner.fixture';
import { shippedTokenizerJson } from '../../../../headless/model-files';
import { weightlessBase } from '../../../../models/weightless-base.test-data';
import type { SessionParts } from '../../../../run/session-parts';
import type { StudyWishes } from '../../shared/study';

export async function tableParts(answerMs = 0): Promise<Omit<SessionParts, 'runStore'>> {
  const { base, tokenizer, vocabulary } = weightlessBase(await shippedTokenizerJson());
  return {
    base,
    openLearner: async () => {
      const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
      const sample: typeof learner.sample = async (...asked) => {
        if (answerMs > 0) await after(answerMs);
        return learner.sample(...asked);
      };
      return { learner: { ...learner, sample }, gpu: 'table', lost: new Promise<string>(() => {}) };
    },
    now: () => 0,
    announce: () => {},
  };
}

export const smallWishes = {
  plan: 'table3',
  seeds: [1, 2],
  steps: 3,
  problems: 6,
  model: { model: 'sprout', wording: 'compact' },
  settings: { worldsPerStep: 2, branches: 2, turns: 1, validationWorlds: 4, testWorlds: 4, learningRate: 0.1 },
} as const satisfies StudyWishes;
