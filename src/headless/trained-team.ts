// The trained team that a word names: that of a run's folder, as its reported checkpoint has it, or that of a team's
// file, as Grove exports one.
import { present } from '../basics/check';
import { basePolicy } from '../contract/learner';
import type { EvaluationSource } from '../evaluation/evaluation-rows';
import { checkBase, reportedCheckpoint } from '../export/export';
import type { RunConfig } from '../learning/config/run-config';
import { swapped } from '../learning/training/evaluate';
import { addPeft, loadTeam, type TeamLoading } from '../run/load-team';
import { UsageError } from './arguments';
import type { TeamFiles } from './cli-feature';
import { folderRunStore } from './folder-run-store';

export interface TrainedTeam {
  readonly config: RunConfig;
  /** The run's; a team's file has none. */
  readonly folder?: string;
  readonly source: NonNullable<EvaluationSource['run']>;
  /** σ inside the learner. Throws where the team stands on another base model. */
  readonly load: (into: Omit<TeamLoading, 'runStore' | 'team'>) => Promise<Record<string, string>>;
}

/** Throws where there is none, and a FormatError where a file is no team's. */
export async function trainedTeam(named: string, { read }: { readonly read?: TeamFiles }): Promise<TrainedTeam> {
  return named.toLowerCase().endsWith('.zip') ? teamOfFile(named, read) : teamOfRun(named);
}

async function teamOfRun(folder: string): Promise<TrainedTeam> {
  const runStore = folderRunStore(folder);
  const runId = await runStore.runId();
  const { id, name, config } = present(await runStore.runs.get(runId), `there is no run "${runId}"`);
  const { step } = await reportedCheckpoint(runStore, runId);
  return {
    config,
    folder,
    source: { id, name, step },
    load: (into) => loadTeam({ ...into, runStore, team: { kind: 'run', runId } }),
  };
}

async function teamOfFile(path: string, read: TeamFiles | undefined): Promise<TrainedTeam> {
  if (!read) throw new UsageError(`nothing here reads the file of a team: name the folder of a run, got "${path}"`);
  const { name, config, step = 0, baseHash, adapters } = await read(path);
  return {
    config,
    source: { id: name, name, step },
    load: async ({ learner, base, config, swap, added }) => {
      if (baseHash !== undefined) checkBase({ baseHash }, base);
      for (const [policy, adapter] of Object.entries(adapters)) {
        if (!added.has(policy)) await addPeft(learner, policy, adapter);
        added.add(policy);
      }
      const sigma = Object.entries(swap ? swapped(config) : config.policies);
      return Object.fromEntries(sigma.map(([role, policy]) => [role, policy in adapters ? policy : basePolicy]));
    },
  };
}
