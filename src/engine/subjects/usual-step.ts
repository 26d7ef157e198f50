// What a training step is asked for where nobody asks for anything else: by the benchmark, and by tests. The paper's
// clip and AdamW.
import type { UpdateKnobs } from '../../contract/learner';
import type { ObjectiveSettings } from '../../contract/objective';
export const usualObjective = {
  kind: 'at-grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  kl: 0,
  entropy: 0,
  aggregation: 'token-mean',
  divisor: 1,
} as const satisfies ObjectiveSettings;

export const usualKnobs: UpdateKnobs = {
  learningRate: 1e-4,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  weightDecay: 0,
  gradientClip: 1,
};
