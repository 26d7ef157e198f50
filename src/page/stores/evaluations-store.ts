// Evaluations that a person asked for, of runs that are here: the one at work, and what came of the others since the
// page was opened. The lab plays them one at a time, beside a run that trains. What a run measures by itself is not
// among them.
import { create } from 'zustand';
import { reasonOf } from '../../basics/reason';
import { whyNotAlone } from '../../learning/agents/alone';
import { teamOf } from '../../learning/catalogue';
import type { Evaluation, RoleId, Search } from '../../learning/rollouts/transcript';
import type { TrainerEvent } from '../../run/trainer-api';

import { lab } from './lab-client';
import type { RunView } from './run-view';

/** "alone tool": that role by itself. */
export type Players = 'trained' | 'swapped' | 'untrained' | `alone ${RoleId}`;

export interface EvaluationWish {
  readonly players: Players;
  /** Problems. */
  readonly n: number;
  /** Absent: one answer a turn. */
  readonly search?: Search;
}

export interface MeasuredWish {
  readonly wish: EvaluationWish;
  readonly evaluation: Evaluation;
}

export interface EvaluationAtWork {
  readonly runId: string;
  readonly wish: EvaluationWish;
  /** Problems played. */
  readonly done: number;
  readonly beganMs?: number;
  readonly secondsLeft?: number;
  readonly cancelling?: boolean;
}

interface EvaluationsState {
  readonly atWork?: EvaluationAtWork;
  /** By run, in order. */
  readonly measured: Readonly<Record<string, readonly MeasuredWish[]>>;
  /** By run: why its last evaluation failed. */
  readonly faults: Readonly<Record<string, string>>;
}

export const evaluationsStore = create<EvaluationsState>()(() => ({ measured: {}, faults: {} }));
export const useEvaluations = evaluationsStore;

export async function evaluateRun({ id, config }: Pick<RunView, 'id' | 'config'>, wish: EvaluationWish): Promise<void> {
  if (evaluationsStore.getState().atWork) return;
  evaluationsStore.setState(({ faults: { [id]: _, ...faults } }) => ({ atWork: { runId: id, wish, done: 0 }, faults }));
  const { players, n, search } = wish;
  const alone = aloneIn(players);
  try {
    const evaluation = await lab().evaluate({
      team: players === 'untrained' ? { kind: 'untrained' } : { kind: 'run', runId: id },
      config,
      n,
      references: false,
      ...(players === 'swapped' ? { swap: true } : {}),
      ...(alone === undefined ? {} : { alone }),
      ...(search ? { search } : {}),
    });
    evaluationsStore.setState(({ measured }) => ({
      measured: { ...measured, [id]: [...(measured[id] ?? []), { wish, evaluation }] },
    }));
  } catch (fault) {
    if (!evaluationsStore.getState().atWork?.cancelling)
      evaluationsStore.setState(({ faults }) => ({ faults: { ...faults, [id]: reasonOf(fault) } }));
  } finally {
    evaluationsStore.setState({ atWork: undefined });
  }
}

/** It stops after the answers at hand. */
export async function cancelEvaluation(): Promise<void> {
  evaluationsStore.setState(({ atWork }) => (atWork ? { atWork: { ...atWork, cancelling: true } } : {}));
  await lab().cancelEvaluation();
}

/** Takes an event that tells how far the evaluation is; true when it was one. A run's own evaluations come after its
 *  first step, and only runs with one can be evaluated: step 0 tells them apart. */
export function hearEvaluation(event: TrainerEvent, nowMs: number): boolean {
  const { atWork } = evaluationsStore.getState();
  if (!atWork || event.kind !== 'stage' || event.stage !== 'evaluate' || event.step !== 0) return false;
  if (event.runId !== (atWork.wish.players === 'untrained' ? '' : atWork.runId)) return false;
  const { done, total } = event;
  const { beganMs = nowMs } = atWork;
  const secondsLeft = done > 0 ? ((nowMs - beganMs) / 1000 / done) * (total - done) : undefined;
  evaluationsStore.setState({ atWork: { ...atWork, done, beganMs, secondsLeft } });
  return true;
}

/** Whether it can be asked for: there is something trained, and it is this browser's. */
export function canBeEvaluated({ step, recorded }: Pick<RunView, 'step' | 'recorded'>): boolean {
  return step > 0 && !recorded;
}

/** Only roles with different policies can exchange them. */
export function canSwap({ policies }: RunView['config']): boolean {
  return new Set(Object.values(policies)).size > 1;
}

/** Roles that can play by themselves, where there is more than one to choose from. */
export function rolesAlone(config: RunView['config']): readonly RoleId[] {
  const { roles } = teamOf(config);
  return roles.length > 1 ? roles.filter((role) => whyNotAlone(role) === undefined).map(({ id }) => id) : [];
}

function aloneIn(players: Players): RoleId | undefined {
  return players.startsWith('alone ') ? players.slice('alone '.length) : undefined;
}

/** "trained", "roles swapped", "tool alone", "untrained, best of 4 by team reward". */
export function wishInWords({ players, search }: EvaluationWish): string {
  const alone = aloneIn(players);
  const who = alone === undefined ? (players === 'swapped' ? 'roles swapped' : players) : `${alone} alone`;
  return search ? `${who}, best of ${search.branches} by ${search.by === 'team' ? 'team reward' : 'reward'}` : who;
}
