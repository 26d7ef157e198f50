// What Python is asked for on this screen: one thing at a time, with progress, in a sandbox of the screen's own that is
// closed when a person cancels.
import { create } from 'zustand';
import { reasonOf } from '../../../basics/reason';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import { pageThreads } from '../../../workers/page-threads';
import { browserSandbox } from '../../../workers/sandbox-client';
import { askingSandbox } from '../worker/ask-package';
import { findImage } from '../worker/browser-image';

export interface Work {
  /** "Asking chain_sum". */
  readonly what: string;
  readonly done?: number;
  readonly of?: number;
}

interface WorkState {
  readonly work?: Work | undefined;
  readonly fault?: string | undefined;
}

export const workStore = create<WorkState>()(() => ({}));
export const useWork = workStore;

let sandbox: ReturnType<typeof browserSandbox> | undefined;
let under: AbortController | undefined;

export interface WorkParts {
  readonly runner: ProgramRunner;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

/** Undefined where it failed, which is shown, or was cancelled; what was under way before is cancelled. */
export async function carryOut<T>(what: string, work: (parts: WorkParts) => Promise<T>): Promise<T | undefined> {
  cancelWork();
  const mine = new AbortController();
  under = mine;
  sandbox ??= browserSandbox(pageThreads(), { findImage, ...askingSandbox });
  workStore.setState({ work: { what }, fault: undefined });
  const show = (state: WorkState) => {
    if (under === mine) workStore.setState(state);
  };
  try {
    return await work({
      runner: sandbox,
      signal: mine.signal,
      onProgress: (done, of) => show({ work: { what, done, of } }),
    });
  } catch (error) {
    if (!mine.signal.aborted) show({ fault: reasonOf(error) });
    return undefined;
  } finally {
    show({ work: undefined });
  }
}

export function cancelWork(): void {
  if (workStore.getState().work === undefined) return;
  under?.abort(new Error('it was cancelled'));
  under = undefined;
  sandbox?.close();
  workStore.setState({ work: undefined, fault: undefined });
}

export function forgetFault(): void {
  workStore.setState({ fault: undefined });
}
