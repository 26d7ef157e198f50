// Does our engine compute what it should? It plays some problems of the run's world with the run's team; then both
// engines say how likely every token of those answers is, and how likely each of the likeliest tokens is to begin one.
// Two forms of a policy are compared: its adapter as inputs beside the base model, and the two merged. What is compared
// was computed by programs that share no kernel.
import { check, present } from '../../../basics/check';
import type { Learner, PolicyName, TrainingGroup } from '../../../contract/learner';
import { logSoftmax } from '../../../contract/objective';
import { mergedWeights } from '../../../export/merged-weights';
import type { RunConfig } from '../../../learning/config/run-config';
import { worldSeed } from '../../../learning/environments/splits';
import type { Tokenizer } from '../../../learning/language/tokenizer';
import { type EvaluationOptions, playOne } from '../../../learning/training/evaluate';
import {
  adapterFeeds,
  type LoraAdapter,
  type ModelWeights,
  type OnnxModel,
  type OnnxRuntime,
  openOnnxModel,
} from './onnx-model';

/** Largest allowed difference of a log-probability. Both engines compute in f32, in another order: 10⁻⁵ is usual, a
 *  wrong kernel is off by tenths. A greedy token may differ only where the two likeliest are closer than this. */
const verifyTolerance = 1e-3;

export type PolicyForm = 'bare' | 'adapter as inputs' | 'merged';

export interface VerifiedPolicy {
  readonly policy: PolicyName;
  readonly form: PolicyForm;
  /** Log-probabilities that were compared. */
  readonly values: number;
  /** Tokens of answers, each the likeliest to our engine. */
  readonly tokens: number;
  readonly maxDifference: number;
  /** Share of the answers' tokens that are the likeliest to onnxruntime-web too. */
  readonly sameGreedy: number;
  readonly passed: boolean;
}

export interface Verification {
  readonly passed: boolean;
  readonly tolerance: number;
  readonly prompts: number;
  readonly policies: readonly VerifiedPolicy[];
  /** "onnxruntime-web 1.30.0". */
  readonly runtime: string;
  readonly gpu: string;
  readonly ms: number;
}

/** A policy as it lies in the learner, and its weights. */
export interface Subject {
  readonly policy: PolicyName;
  /** Its name in the learner. */
  readonly loaded: PolicyName;
  readonly weights:
    | { readonly kind: 'bare' }
    | ({ readonly kind: 'adapter' } & LoraAdapter)
    | { readonly kind: 'all-weights'; readonly tensors: LoraAdapter['tensors'] };
}

export interface VerifyParts {
  readonly runtime: OnnxRuntime;
  readonly learner: Pick<Learner, 'sample' | 'logprobs'>;
  readonly base: ModelWeights & { readonly tokenizer: Tokenizer };
  readonly config: RunConfig;
  /** What the run's team plays with, beside its policies. */
  readonly playing?: Pick<EvaluationOptions, 'catalogue' | 'runner'>;
  /** σ: role → name in the learner. */
  readonly policies: Readonly<Record<string, PolicyName>>;
  readonly subjects: readonly Subject[];
  /** Test problems that are played. */
  readonly worlds: number;
  readonly onProgress?: (done: number, total: number) => void;
}

interface Answered {
  readonly loaded: PolicyName;
  readonly prompt_P: readonly number[];
  readonly token_T: readonly number[];
}

/** How many prompts of a policy, and of those how many are compared over the likeliest first tokens, and over how many
 *  of them. */
const promptsOfPolicy = 24;
const wholePrompts = 6;
const firstTokens = 64;

export async function verifyPolicies(
  parts: VerifyParts,
): Promise<Pick<Verification, 'passed' | 'tolerance' | 'prompts' | 'policies'>> {
  const answered = await play(parts);
  const forms = parts.subjects.flatMap((subject) => formsOf(subject).map((form) => ({ subject, form })));
  const policies: VerifiedPolicy[] = [];
  for (const [index, { subject, form }] of forms.entries()) {
    parts.onProgress?.(index, forms.length);
    const own = answered.filter(({ loaded }) => loaded === subject.loaded).slice(0, promptsOfPolicy);
    check(
      own.length > 0,
      `the policy "${subject.policy}" answered nothing in ${parts.worlds} problems: play more of them`,
    );
    policies.push(await comparedIn(parts, subject, form, own));
  }
  parts.onProgress?.(forms.length, forms.length);
  const prompts = new Set(answered.map(({ loaded, prompt_P }) => `${loaded} ${prompt_P}`)).size;
  return { passed: policies.every(({ passed }) => passed), tolerance: verifyTolerance, prompts, policies };
}

/** Greedy answers of our engine to real prompts, each prompt once. */
async function play({ learner, base, config, playing, policies, worlds }: VerifyParts): Promise<Answered[]> {
  const seen = new Map<string, Answered>();
  const sampler: Pick<Learner, 'sample'> = {
    sample: async (groups) => {
      const answers = await learner.sample(groups);
      groups.forEach(({ policy, prompt_P }, index) => {
        const token_T = answers[index]?.[0]?.token_T ?? [];
        if (token_T.length > 0) seen.set(`${policy} ${prompt_P}`, { loaded: policy, prompt_P, token_T });
      });
      return answers;
    },
  };
  const asked = { ...playing, config, sampler, tokenizer: base.tokenizer, policies };
  for (let index = 0; index < worlds; index++) await playOne(asked, worldSeed('test', index));
  return [...seen.values()];
}

function formsOf({ weights }: Subject): readonly PolicyForm[] {
  if (weights.kind === 'bare') return ['bare'];
  return weights.kind === 'adapter' ? ['adapter as inputs', 'merged'] : ['merged'];
}

async function comparedIn(
  parts: VerifyParts,
  subject: Subject,
  form: PolicyForm,
  answered: readonly Answered[],
): Promise<VerifiedPolicy> {
  const { runtime, base, learner } = parts;
  const { weights, loaded, policy } = subject;
  const merged =
    form !== 'merged' || weights.kind === 'bare'
      ? base.tensors
      : mergedWeights(base.tensors, weights, weights.kind === 'adapter' ? weights : { rank: 1, alpha: 1 });
  const adapters = form === 'adapter as inputs' ? 'inputs' : 'none';
  const model = await openOnnxModel(runtime, { config: base.config, tensors: merged }, { adapters, logits: 'all' });
  const adapter =
    adapters === 'inputs' && weights.kind === 'adapter' ? adapterFeeds(runtime, base.config, weights) : undefined;
  const sums = { values: 0, tokens: 0, same: 0, maxDifference: 0, wrongGreedy: 0 };
  try {
    for (const [index, { prompt_P, token_T }] of answered.entries()) {
      const rows = await likelihoods(model, { prompt_P, token_T, adapter });
      const first = present(rows[0], 'an answer has a first token');
      const begins = index < wholePrompts ? likeliest(first, firstTokens) : [];
      const [ours] = await learner.logprobs(loaded, [asked(prompt_P, [token_T, ...begins.map((token) => [token])])]);
      const [answer = [], ...beginnings] = present(ours, 'our engine answers');
      const compare = (mine: number | undefined, theirs: number | undefined) => {
        const difference = Math.abs((mine ?? Number.NaN) - (theirs ?? Number.NaN));
        // NaN counts as the largest difference
        sums.maxDifference = difference <= sums.maxDifference ? sums.maxDifference : difference;
        sums.values++;
      };
      begins.forEach((token, at) => compare(beginnings[at]?.[0], first[token]));
      token_T.forEach((token, at) => {
        const row = present(rows[at], 'every token of an answer has a row');
        compare(answer[at], row[token]);
        const best = row.reduce((highest, logp) => Math.max(highest, logp), Number.NEGATIVE_INFINITY);
        const behind = best - (row[token] as number);
        sums.tokens++;
        if (behind === 0) sums.same++;
        if (!(behind <= verifyTolerance)) sums.wrongGreedy++;
      });
    }
  } finally {
    await model.close();
  }
  const { values, tokens, same, maxDifference, wrongGreedy } = sums;
  const passed = maxDifference <= verifyTolerance && wrongGreedy === 0;
  return { policy, form, values, tokens, maxDifference, sameGreedy: same / tokens, passed };
}

interface Question {
  readonly prompt_P: readonly number[];
  readonly token_T: readonly number[];
  readonly adapter: ReturnType<typeof adapterFeeds> | undefined;
}

/** logp_T_V of every token that could stand in each place of the answer. */
async function likelihoods(model: OnnxModel, { prompt_P, token_T, adapter }: Question): Promise<Float64Array[]> {
  const read = [...prompt_P, ...token_T.slice(0, -1)];
  const { logits } = await model.read(read, { adapter });
  const vocabulary = logits.length / read.length;
  return token_T.map((_, at) => {
    const row = prompt_P.length - 1 + at;
    return logSoftmax(logits.subarray(row * vocabulary, (row + 1) * vocabulary));
  });
}

function likeliest(logp_V: Float64Array, count: number): number[] {
  return Array.from(logp_V.keys())
    .sort((a, b) => (logp_V[b] as number) - (logp_V[a] as number))
    .slice(0, count);
}

function asked(prompt_P: readonly number[], answers: readonly (readonly number[])[]): TrainingGroup {
  return {
    prompt_P,
    completions: answers.map((token_T) => ({ token_T, oldLogp_T: token_T.map(() => 0), advantage: 0 })),
  };
}
