// The smallest learner there is: each policy is one row of logits, the same after every prompt. It learns by the real objective's
// slopes and plain gradient steps, so that sessions, pools and files can be tested without an engine.
import { present } from '../basics/check';
import { rngFrom } from '../basics/rng';
import type { Completion, Learner, PolicySnapshot, PromptGroup } from '../learning/training/learner';

interface Table {
  readonly logit_V: Float32Array;
  readonly slope_V: Float32Array;
  updates: number;
}

export interface TableOptions {
  /** V: tokens it may say, out of the tokenizer's. */
  readonly vocabulary: readonly number[];
  readonly endToken: number;
}

/** The last token of the table is the end token. */
export function tableLearner({ vocabulary, endToken }: TableOptions): Learner {
  const tokens = [...vocabulary, endToken];
  const tables = new Map<string, Table>();
  const table = (name: string) => present(tables.get(name), `there is no policy "${name}"`);
  const newTable = (): Table => ({
    logit_V: new Float32Array(tokens.length),
    slope_V: new Float32Array(tokens.length),
    updates: 0,
  });
  tables.set('base', newTable());
  const logp_V = ({ logit_V }: Table) => {
    const total = Math.log(logit_V.reduce((sum, logit) => sum + Math.exp(logit), 0));
    return Array.from(logit_V, (logit) => logit - total);
  };
  const answer = (group: PromptGroup, seed: number): Completion => {
    const logps = logp_V(table(group.policy));
    const rng = rngFrom(seed, group.prompt_P.length);
    const token_T: number[] = [];
    const logp_T: number[] = [];
    while (token_T.length < group.maxTokens && token_T.at(-1) !== endToken) {
      const index = group.temperature === 0 ? logps.indexOf(Math.max(...logps)) : drawn(logps, rng.number());
      token_T.push(tokens[index] as number);
      logp_T.push(logps[index] as number);
    }
    return { token_T, logp_T, stop: token_T.at(-1) === endToken ? 'end' : 'length' };
  };
  return {
    addPolicy: async (name) => void tables.set(name, newTable()),
    sample: async (groups) => groups.map((group) => group.seed_K.map((seed) => answer(group, seed))),
    accumulate: async (policy, batch) => {
      const { slope_V } = table(policy);
      const logps = logp_V(table(policy));
      let count = 0;
      let mismatch = 0;
      for (const { completions } of batch) {
        for (const { token_T, oldLogp_T, advantage } of completions) {
          for (const [t, token] of token_T.entries()) {
            count++;
            mismatch = Math.max(mismatch, Math.abs((logps[tokens.indexOf(token)] ?? -99) - (oldLogp_T[t] ?? 0)));
            tokens.forEach((known, v) => {
              slope_V[v] = (slope_V[v] as number) - advantage * ((known === token ? 1 : 0) - Math.exp(logps[v] as number));
            });
          }
        }
      }
      for (let v = 0; v < slope_V.length; v++) slope_V[v] = (slope_V[v] as number) / Math.max(1, count);
      return { tokens: count, loss: 0, clippedShare: 0, ratioLow: 1, ratioHigh: 1, kl: 0, entropy: 0, mismatch };
    },
    update: async (policy, { learningRate }) => {
      const changed = table(policy);
      const gradientNorm = Math.hypot(...changed.slope_V);
      changed.slope_V.forEach((slope, v) => {
        changed.logit_V[v] = (changed.logit_V[v] as number) - learningRate * slope;
      });
      changed.slope_V.fill(0);
      changed.updates++;
      return { gradientNorm, weightChange: learningRate * gradientNorm, skipped: false };
    },
    logprobs: async (policy, batch) => {
      const logps = logp_V(table(policy));
      return batch.map(({ completions }) =>
        completions.map(({ token_T }) => token_T.map((token) => logps[tokens.indexOf(token)] ?? -99)),
      );
    },
    save: async (policy): Promise<PolicySnapshot> => {
      const { logit_V, updates } = table(policy);
      const tensors = [{ name: 'logits', shape: [tokens.length], data: logit_V.slice() }];
      return {
        kind: 'adapter',
        tensors,
        moment1: new Float32Array(tokens.length),
        moment2: new Float32Array(tokens.length),
        updates,
      };
    },
    load: async (policy, snapshot) => {
      const changed = table(policy);
      changed.logit_V.set(present(snapshot.tensors[0], 'a snapshot of a table holds its logits').data);
      changed.updates = snapshot.updates;
    },
    close: () => tables.clear(),
  };
}

/** The index whose stretch of [0, 1) holds `chance`. */
function drawn(logps: readonly number[], chance: number): number {
  let left = chance;
  for (let index = 0; index < logps.length - 1; index++) {
    left -= Math.exp(logps[index] as number);
    if (left < 0) return index;
  }
  return logps.length - 1;
}
