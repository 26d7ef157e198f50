// Rollout trees, wherever they are kept: in the browser's storage, or in a recorded run. One question for the viewer.
import type { StepTree } from '../../learning/rollouts/transcript';
import { recordedRun, recordedSteps } from './recorded-run';
import { storage } from './storage-client';

/** Steps of a run whose trees can be shown, ascending. */
export async function treeSteps(runId: string): Promise<readonly number[]> {
  const recorded = recordedRun();
  if (recorded?.view.id === runId) return recordedSteps(recorded);
  return (await storage()).treeSteps(runId);
}

/** The tree of one step; undefined when it was not kept (the budget) or never was. */
export async function loadTree(runId: string, step: number): Promise<StepTree | undefined> {
  const recorded = recordedRun();
  if (recorded?.view.id === runId) return recorded.trees.find((tree) => tree.step === step);
  return (await storage()).tree(runId, step);
}
