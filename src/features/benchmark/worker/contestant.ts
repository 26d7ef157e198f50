// What is measured, as plain data, and who can be measured: a contestant is handed a task, gets ready, and runs it as
// often as asked. Ours (grove.ts) and every peer (e2e/bench/peers/) implement the same interface; how long a run takes
// is the caller's to measure.
import type { TrainingGroup, UpdateKnobs } from '../../../contract/learner';
import type { ObjectiveSettings } from '../../../contract/objective';
import type { NamedTensor } from '../../../contract/weights';
/** y = x · w, f32. */
export interface ProductTask {
  readonly kind: 'product';
  readonly m: number;
  readonly k: number;
  readonly n: number;
  readonly x: Float32Array; // [m, k]
  readonly w: Float32Array; // [k, n]
}

export interface BenchModel {
  readonly name: string;
  /** A parsed config.json of the llama or qwen3 family. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The weights by their Hugging Face names, made or read anew for every contestant. */
  readonly tensors: () => Iterable<NamedTensor>;
  /** Bytes of GPU memory that we may take; as much as is usual where absent. */
  readonly memory?: number | undefined;
}

/** Every branch of every group continues its group's prompt greedily by exactly `tokens` tokens. */
export interface DecodeTask {
  readonly kind: 'decode';
  readonly model: BenchModel;
  readonly prompt_G_P: readonly (readonly number[])[];
  readonly branches: number;
  readonly tokens: number;
}

/** One training step of a LoRA adapter on all seven linear layers: forward, clipped objective, backward, AdamW with
 *  clipped norm. */
export interface StepTask {
  readonly kind: 'step';
  readonly model: BenchModel;
  readonly rank: number;
  readonly alpha: number;
  /** By PEFT's names; moments begin at zero. */
  readonly adapter: readonly NamedTensor[];
  /** All prompts of one length, all completions of one length. */
  readonly groups: readonly TrainingGroup[];
  /** What our engine computes once for several completions: their prompt, or what prompts begin with too. */
  readonly shares: 'nothing' | 'prompts' | 'prefixes';
  readonly settings: ObjectiveSettings;
  readonly knobs: UpdateKnobs;
}

export type Task = ProductTask | DecodeTask | StepTask;

/** What the first run came to. */
export interface Outcomes {
  readonly product: Float32Array; // [m, n]
  readonly decode: readonly (readonly number[])[]; // [G·K, tokens]
  readonly step: {
    readonly loss: number;
    /** AdamW's first moment after one step, by tensor: the clipped gradient times 1 − beta1. */
    readonly moment1: ReadonlyMap<string, Float32Array>;
  };
}

/** A task that is ready to run. */
export interface Trial<Outcome> {
  /** Runs the task `times` times; resolves when the GPU has finished the last. */
  run(times: number): Promise<void>;
  /** Asked once, after run(1). */
  outcome(): Promise<Outcome>;
  /** What else is to be known of its runs, in words. */
  note?(): string;
  /** Frees what the trial holds. */
  close(): void | Promise<void>;
}

export interface Contestant {
  readonly name: string;
  readonly version: string;
  /** A way to do each kind of task, or why there is none, in words. */
  readonly product: ((task: ProductTask) => Promise<Trial<Outcomes['product']>>) | string;
  readonly decode: ((task: DecodeTask) => Promise<Trial<Outcomes['decode']>>) | string;
  readonly step: ((task: StepTask) => Promise<Trial<Outcomes['step']>>) | string;
}
