// Whether our engine's numbers for a run are also the onnx engine's, as the Runs screen shows it.
import { create, useStore } from 'zustand';
import { reasonOf } from '../../../basics/reason';

import type { RunView } from '../../../page/stores/run-view';
import type { Verification } from '../worker/onnx-engine-client';
import { onnxEngine } from './onnx-engine-client';

export type VerificationState =
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly report: Verification }
  | { readonly kind: 'failed'; readonly reason: string };

const store = create<{ readonly byRun: Readonly<Record<string, VerificationState>> }>()(() => ({ byRun: {} }));

export function useVerification(runId: string): VerificationState | undefined {
  return useStore(store, ({ byRun }) => byRun[runId]);
}

/** Compares the engines on prompts of the run. */
export async function verifyRun({ id }: RunView): Promise<void> {
  const put = (state: VerificationState) => store.setState(({ byRun }) => ({ byRun: { ...byRun, [id]: state } }));
  if (store.getState().byRun[id]?.kind === 'running') return;
  put({ kind: 'running', done: 0, total: 0 });
  try {
    put({
      kind: 'done',
      report: await onnxEngine().verify(id, undefined, (done, total) => put({ kind: 'running', done, total })),
    });
  } catch (fault) {
    put({ kind: 'failed', reason: reasonOf(fault) });
  }
}
