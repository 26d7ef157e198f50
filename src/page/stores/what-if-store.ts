// The game that is played on with another answer, and what came of it: one at a time, forgotten when the dialog is
// closed.
import { create } from 'zustand';
import { reasonOf } from '../../basics/reason';
import type { TrainerEvent, WhatIfAnswer, WhatIfRequest } from '../../run/trainer-api';
import { lab } from './lab-client';

export type WhatIfState =
  | { readonly kind: 'waiting' }
  /** `done` of at most `total` answers. */
  | { readonly kind: 'playing'; readonly done: number; readonly total: number; readonly cancelling?: true }
  | { readonly kind: 'played'; readonly request: WhatIfRequest; readonly answer: WhatIfAnswer }
  | { readonly kind: 'failed'; readonly reason: string };

const waiting: WhatIfState = { kind: 'waiting' };
export const whatIfStore = create<WhatIfState>()(() => waiting);
export const useWhatIf = whatIfStore;

const set = (state: WhatIfState) => whatIfStore.setState(state, true);

/** Its result is dropped where nobody waits for it any more. */
export async function playOn(request: WhatIfRequest): Promise<void> {
  if (whatIfStore.getState().kind === 'playing') return;
  set({ kind: 'playing', done: 0, total: 1 });
  try {
    const answer = await lab().whatIf(request);
    set(isCancelled() ? waiting : { kind: 'played', request, answer });
  } catch (fault) {
    set(isCancelled() ? waiting : { kind: 'failed', reason: reasonOf(fault) });
  }
}

function isCancelled(): boolean {
  const state = whatIfStore.getState();
  return state.kind === 'playing' && state.cancelling === true;
}

/** It stops after the answers at hand. */
export async function cancelWhatIf(): Promise<void> {
  const state = whatIfStore.getState();
  if (state.kind !== 'playing') return set(waiting);
  set({ ...state, cancelling: true });
  await lab().cancelWhatIf();
}

/** Takes an event that tells how far it is; true when it was one. */
export function hearWhatIf(event: TrainerEvent): boolean {
  if (event.kind !== 'what-if') return false;
  const state = whatIfStore.getState();
  if (state.kind === 'playing') set({ ...state, done: event.done, total: event.total });
  return true;
}
