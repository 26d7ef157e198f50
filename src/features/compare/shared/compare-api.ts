// What the page asks of the trainer to compare runs.
import type { RunConfig } from '../../../learning/config/run-config';
import type { AskedProblem } from '../../../learning/training/evaluate';

/** A kept checkpoint as one of the run's roles. */
export interface SideOfPrompt {
  readonly run: string;
  readonly step: number;
  readonly role: string;
}

export interface NextTokens {
  /** The tokens that were looked at, as texts, the likeliest of either side first. */
  readonly pieces: readonly string[];
  /** probability[side][piece], at temperature 1. */
  readonly probability: readonly (readonly number[])[];
  /** All tokens of the vocabulary were looked at; else those that either side drew. */
  readonly all: boolean;
}

export interface CompareApi {
  /** The problems of an evaluation of a run, in their order, and their hash. */
  problems(request: {
    readonly config: RunConfig;
    readonly split: 'test' | 'validation';
  }): Promise<{ readonly hash: string; readonly asked: readonly AskedProblem[] }>;
  /** What either side would say next after the same prompt. */
  nextTokens(request: { readonly prompt: string; readonly sides: readonly SideOfPrompt[] }): Promise<NextTokens>;
}
