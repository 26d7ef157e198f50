// What the self-test is about: a small random model with the heads, biases and norms of the one that is loaded, its
// vocabulary in several windows, on the GPU and as the twin has it; and batches of it at sizes where tiles are odd.
import { rngFrom } from '../../basics/rng';
import type { TrainingGroup } from '../../contract/learner';
import { readConfig } from '../../contract/model-config';
import { likelihood, type ObjectiveSettings } from '../../contract/objective';
import { weightsOf } from '../../contract/report';
import type { NamedTensor } from '../../contract/weights';
import { dequantised } from './dequantised';
import { freshAdapter } from './lora';
import { adapterSections, layOut, type Section, weightSections } from './parameters';
import { NONE, type PackedTraining, packTraining } from './rows';
import type { Precision } from './stored-sections';
import { type TwinWeights, twinLoss } from './twin';

export type JsonConfig = Readonly<Record<string, unknown>>;

/** Tokens of a window of the vocabulary, and all of them: two whole windows and a part of no whole quad. */
export const tableRows = 64;
const vocabulary = 141;
export const rank = 4;
export const alpha = 8;
export const stopToken = 0;

/** Qwen 3's way with few heads: what is tested where no model is named. */
export const usualModel: JsonConfig = {
  model_type: 'qwen3',
  hidden_size: 16,
  intermediate_size: 24,
  num_hidden_layers: 2,
  vocab_size: vocabulary,
  num_attention_heads: 3,
  num_key_value_heads: 1,
  head_dim: 6,
  tie_word_embeddings: true,
};

/** What kernels are compiled for: two models that agree in it are tested as one. */
export function headShape(model: JsonConfig): string {
  const { heads, kvHeads, headSize, biased, normedHeads, tied } = readConfig(model);
  const own = [biased ? 'bias' : '', normedHeads ? 'norm per head' : '', tied ? '' : 'an untied head'].filter(Boolean);
  return [`${heads} heads of ${headSize}`, `${kvHeads} key heads`, ...own].join(', ');
}

/** Narrow and of two layers, otherwise shaped as the model. */
function narrowed(model: JsonConfig): JsonConfig {
  const { headSize } = readConfig(model);
  const narrow = {
    hidden_size: 16,
    intermediate_size: 24,
    num_hidden_layers: 2,
    head_dim: headSize,
    vocab_size: vocabulary,
  };
  return { ...model, ...narrow };
}

/** A policy of the small model, as the twin has it. */
export interface Subject {
  readonly policy: 'adapter' | 'other' | 'weights' | 'base';
  readonly twin: TwinWeights;
  /** The sections that move, and their floats. */
  readonly moving: readonly Section[];
}

export interface SmallModel {
  readonly config: JsonConfig;
  readonly tensors: readonly NamedTensor[];
  /** Two adapters of one shape. */
  readonly adapters: Readonly<Record<'adapter' | 'other', readonly NamedTensor[]>>;
  readonly subjects: Readonly<Record<Subject['policy'], Subject>>;
}

export function smallModel(model: JsonConfig, precision: Precision): SmallModel {
  const config = narrowed(model);
  const read = readConfig(config);
  const sections = weightSections(read);
  const moving = adapterSections(read, rank);
  const tensors = randomTensors(sections, 'weights');
  const twin: TwinWeights = {
    config: read,
    sections,
    floats: wide(layOut(sections, named(dequantised(config, tensors, precision)))),
  };
  const adapterOf = (name: string, seed: number) => {
    const drawn = named(randomTensors(moving, name));
    const fresh = freshAdapter(moving, seed);
    return [...fresh.values()].map((tensor) =>
      tensor.name.endsWith('lora_B.weight') ? (drawn.get(tensor.name) ?? tensor) : tensor,
    );
  };
  const adapters = { adapter: adapterOf('adapter', 1), other: adapterOf('other', 2) };
  const adapted = (policy: 'adapter' | 'other'): Subject => {
    const floats = wide(layOut(moving, named(adapters[policy])));
    return { policy, twin: { ...twin, adapter: { sections: moving, floats, rank, scale: alpha / rank } }, moving };
  };
  const subjects = {
    adapter: adapted('adapter'),
    other: adapted('other'),
    weights: { policy: 'weights', twin, moving: sections } as const,
    base: { policy: 'base', twin, moving: sections } as const,
  };
  return { config, tensors, adapters, subjects };
}

/** One number of a check is a vector's largest difference, so that a NaN is an error without end. */
export const largest = (errors: Iterable<number>): number => {
  let most = 0;
  for (const error of errors) most = Math.max(most, Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.abs(error));
  return most;
};

export const named = (tensors: readonly NamedTensor[]) => new Map(tensors.map((tensor) => [tensor.name, tensor]));
export const wide = (floats: readonly Float32Array[]) => floats.map((part) => Float64Array.from(part));

/** Weights that keep what flows through the model near 1, whatever its widths. */
function randomTensors(sections: readonly Section[], seed: string): NamedTensor[] {
  return sections.flatMap((section) =>
    Object.values(section.slots).flatMap((slot) =>
      slot.pieces.map(({ name, shape }) => {
        const rng = rngFrom('self-test', seed, name);
        const gain = name.includes('norm');
        const [, into = 16] = shape;
        const spread =
          gain || section.rowFloats !== undefined ? 0.25 : name.endsWith('lora_B.weight') ? 0.2 : 1 / Math.sqrt(into);
        const data = Float32Array.from(
          { length: shape.reduce((a, b) => a * b, 1) },
          () => (gain ? 1 : 0) + spread * rng.normal(),
        );
        return { name, shape, data };
      }),
    ),
  );
}

/** Tokens of a group's prompt and of its completions. */
export interface GroupLengths {
  readonly prompt: number;
  /** Of the prompt's tokens, those that are a text which all groups begin with, as far as they have it. */
  readonly text?: number;
  readonly answers: readonly number[];
  readonly temperature?: number;
  /** One more completion, with the tokens of the first: equal ones are computed once. */
  readonly again?: boolean;
}

export interface TestBatch {
  readonly groups: readonly TrainingGroup[];
  readonly packed: (settings: ObjectiveSettings) => PackedTraining;
  /** Of every token, by the twin, in the order of the groups. */
  readonly logps: readonly number[];
}

/** Random tokens, with ratios on both sides of the clip but away from its edges, and a reference model not far off. */
export function batchOf(subject: Subject, name: string, lengths: readonly GroupLengths[]): TestBatch {
  const rng = rngFrom('self-test', name);
  const tokens = (count: number) => Array.from({ length: count }, () => rng.integer(vocabulary));
  const text = Array.from({ length: 16 }, (_, t) => (t * 29 + 3) % vocabulary);
  const bare = lengths.map(({ prompt, text: begin = 0, answers, temperature = 1, again }): TrainingGroup => {
    const token_KT = answers.map(tokens);
    const all_KT = again ? [...token_KT, ...token_KT.slice(0, 1)] : token_KT;
    const completions = all_KT.map((token_T) => ({ token_T, oldLogp_T: token_T.map(() => 0), advantage: 0 }));
    return { prompt_P: [...text.slice(0, begin), ...tokens(prompt - begin)], temperature, completions };
  });
  const packedAs = (groups: readonly TrainingGroup[]) => (settings: ObjectiveSettings) =>
    packTraining(groups, { weight_GK: weightsOf(settings, groups), adapter: NONE, vocabulary });
  const packed = packedAs(bare)(likelihood);
  const logp_GKT = byPlace(packed, twinLoss(subject.twin, packed, likelihood).logps, bare);
  const offsets = [-0.5, 0.1, 0.5, -0.1];
  const groups = bare.map((group, g) => ({
    ...group,
    completions: group.completions.map(({ token_T }, k) => {
      const first = k < (lengths[g]?.answers.length ?? 0) ? k : 0; // the one that comes again
      const own = logp_GKT[g]?.[first] ?? [];
      return {
        token_T,
        oldLogp_T: own.map((logp, t) => logp + (offsets[(first + t) % 4] ?? 0)),
        refLogp_T: own.map((logp, t) => logp + (offsets[(first + t + 1) % 4] ?? 0)),
        advantage: first % 2 === 0 ? 1 : -0.7,
      };
    }),
  }));
  return { groups, packed: packedAs(groups), logps: logp_GKT.flat(2) };
}

/** Numbers of a packed batch's targets, back at their groups, completions and tokens. */
function byPlace(
  { places }: PackedTraining,
  numbers: readonly number[],
  groups: readonly TrainingGroup[],
): number[][][] {
  const nested = groups.map((group) => group.completions.map(({ token_T }) => token_T.map(() => Number.NaN)));
  for (const [index, { group, completion, token }] of places.entries()) {
    const row = nested[group]?.[completion];
    if (row) row[token] = numbers[index] ?? Number.NaN;
  }
  return nested;
}
