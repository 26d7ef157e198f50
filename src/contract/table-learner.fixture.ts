// The smallest learner there is: each policy is one row of logits, the same after every prompt. It learns by the real
// objective and plain gradient steps, so that sessions, pools and files can be tested without an engine.
import { present } from '../basics/check';
import { rngFrom } from '../basics/rng';
import { basePolicy, type Completion, type Learner, type PolicySnapshot, type PromptGroup } from './learner';
import { entropyOf, logitsGradient, logSoftmax, objectiveOfRow } from './objective';
import { reportOf, weightsOf } from './report';

interface Table {
  readonly logit_V: Float32Array;
  readonly gradient_V: Float32Array;
  updates: number;
}

/** Of a token that is not in the table. */
const unknownLogp = -99;

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
    gradient_V: new Float32Array(tokens.length),
    updates: 0,
  });
  tables.set(basePolicy, newTable());
  const logp_V = ({ logit_V }: Table) => logSoftmax(logit_V);
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
    accumulate: async (policy, batch, settings) => {
      const { gradient_V, logit_V } = table(policy);
      const logp_V = logSoftmax(logit_V);
      const entropy = entropyOf(logp_V);
      const weight_GK = weightsOf(settings, batch);
      const scores = batch.map(({ completions }, g) =>
        completions.map(({ token_T, oldLogp_T, refLogp_T = oldLogp_T, advantage }, k) =>
          token_T.map((token, t) => {
            const index = tokens.indexOf(token);
            const [oldLogp = 0, refLogp = 0, weight = 0] = [oldLogp_T[t], refLogp_T[t], weight_GK[g]?.[k]];
            const logp = logp_V[index] ?? unknownLogp;
            const result = objectiveOfRow(settings, { logp, oldLogp, refLogp, advantage, entropy, weight });
            for (const [v, part] of logitsGradient({ logp_V, entropy }, index, result).entries())
              gradient_V[v] = (gradient_V[v] as number) + part;
            return { ...result, logp, entropy };
          }),
        ),
      );
      return reportOf(settings, batch, scores);
    },
    update: async (policy, { learningRate }) => {
      const changed = table(policy);
      const gradientNorm = Math.hypot(...changed.gradient_V);
      changed.gradient_V.forEach((gradient, v) => {
        changed.logit_V[v] = (changed.logit_V[v] as number) - learningRate * gradient;
      });
      changed.gradient_V.fill(0);
      changed.updates++;
      return { gradientNorm, weightChange: learningRate * gradientNorm, skipped: false };
    },
    logprobs: async (policy, batch) => {
      const logps = logp_V(table(policy));
      return batch.map(({ completions }) =>
        completions.map(({ token_T }) => token_T.map((token) => logps[tokens.indexOf(token)] ?? unknownLogp)),
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
function drawn(logps: Float64Array, chance: number): number {
  let left = chance;
  for (let index = 0; index < logps.length - 1; index++) {
    left -= Math.exp(logps[index] as number);
    if (left < 0) return index;
  }
  return logps.length - 1;
}
