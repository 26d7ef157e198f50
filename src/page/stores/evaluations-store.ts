// Evaluations that a person asked for, of runs that are here: the one at work, and what came of the others, which
// storage keeps with their run. The lab plays them one at a time, beside a run that trains. What a run measures by
// itself is not among them.
import { create } from 'zustand';
import { reasonOf } from '../../basics/reason';
import { whyNotAlone } from '../../learning/agents/alone';
import { teamOf } from '../../learning/catalogue';
import type { RoleId } from '../../learning/rollouts/transcript';
import type { AskedEvaluation, EvaluationWish, Players, TrainerEvent } from '../../run/trainer-api';
import { lab } from './lab-client';
import { notify } from './notices-store';
import type { RunView } from './run-view';
import { undoMs } from './runs-store';
import { storage } from './storage-client';

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
  /** Of runs that were looked at, in order. */
  readonly measured: Readonly<Record<string, readonly AskedEvaluation[]>>;
  /** By run, a sentence: why its last evaluation failed, or is not kept. */
  readonly faults: Readonly<Record<string, string>>;
}

export const evaluationsStore = create<EvaluationsState>()(() => ({ measured: {}, faults: {} }));
export const useEvaluations = evaluationsStore;

/** Reads what is kept with a run. */
export async function readEvaluations(id: string): Promise<void> {
  try {
    setMeasured(id, await (await storage()).evaluations(id));
  } catch (fault) {
    setFault(id, `What was measured before could not be read: ${reasonOf(fault)}`);
  }
}

export async function evaluateRun(
  { id, config, step }: Pick<RunView, 'id' | 'config' | 'step'>,
  wish: EvaluationWish,
): Promise<void> {
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
    await keep(id, { wish, evaluation, step, at: Date.now() });
  } catch (fault) {
    if (!evaluationsStore.getState().atWork?.cancelling) setFault(id, `It could not be evaluated: ${reasonOf(fault)}`);
  } finally {
    evaluationsStore.setState({ atWork: undefined });
  }
}

/** Deletes one; the notice offers to undo it. */
export async function removeEvaluation(id: string, asked: AskedEvaluation): Promise<void> {
  try {
    await (await storage()).removeEvaluation(id, asked.at);
  } catch (fault) {
    setFault(id, `What was measured could not be deleted: ${reasonOf(fault)}`);
    return;
  }
  setMeasured(id, evaluationsStore.getState().measured[id]?.filter((one) => one !== asked) ?? []);
  const text = `The evaluation “${wishInWords(asked.wish)}” was deleted.`;
  notify({ text, action: { label: 'Undo', run: () => void keep(id, asked) } }, { ms: undoMs });
}

/** What cannot be kept stands there as long as the page is open. */
async function keep(id: string, asked: AskedEvaluation): Promise<void> {
  try {
    setMeasured(id, await (await storage()).keepEvaluation(id, asked));
  } catch (fault) {
    setMeasured(id, [...(evaluationsStore.getState().measured[id] ?? []), asked]);
    setFault(id, `It was measured, but could not be kept: ${reasonOf(fault)}`);
  }
}

function setMeasured(id: string, all: readonly AskedEvaluation[]): void {
  evaluationsStore.setState(({ measured }) => ({ measured: { ...measured, [id]: all } }));
}

function setFault(id: string, sentence: string): void {
  evaluationsStore.setState(({ faults }) => ({ faults: { ...faults, [id]: sentence } }));
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
