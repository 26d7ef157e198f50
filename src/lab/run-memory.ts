// How large a run's batches will be, before it begins: the first worlds are asked their first questions, and nobody answers. What that
// takes of a GPU's memory is the engine's to say (model/memory-plan.ts).
import type { PlannedBatch, PlannedPolicy } from '../engine/model/memory-plan';
import type { Tokenizer } from '../learning/language/tokenizer';
import { playWorlds } from '../learning/rollouts/play';
import type { Sampler } from '../learning/rollouts/sampler';
import type { RunConfig } from '../learning/training/config';
import { playSettingsFor, worldSeedsOf } from '../learning/training/step';
import { policiesOf } from './run-policies';

export interface RunMemory {
  readonly policies: readonly PlannedPolicy[];
  readonly batch: PlannedBatch;
}

/** Worlds that are looked at: prompts of one kind of world differ little in length. */
const looked = 8;

/** Policies, and the longest prompt and answer of all roles, for a step of this run. */
export async function memoryOfRun(config: RunConfig, tokenizer: Tokenizer): Promise<RunMemory> {
  const { rank, worldsPerStep, branches } = config.settings;
  let promptTokens = 1;
  let answerTokens = 1;
  const silent: Sampler = {
    sample: async (groups) => {
      for (const { prompt_P, maxTokens } of groups) {
        promptTokens = Math.max(promptTokens, prompt_P.length);
        answerTokens = Math.max(answerTokens, maxTokens);
      }
      return groups.map(({ seed_K }) => seed_K.map(() => ({ token_T: [tokenizer.endToken], logp_T: [0], stop: 'end' as const })));
    },
  };
  const settings = { ...playSettingsFor({ config, step: 1, tokenizer }), turns: 1 };
  await playWorlds(settings, worldSeedsOf(config, 1).slice(0, looked), silent);
  const tree = config.settings.grouping === 'agent-and-turn';
  const kind = config.level === 'all-weights' ? 'all-weights' : 'adapter';
  return {
    policies: policiesOf(config).map(() => ({ kind, rank })),
    // Without a tree every game has prompts of its own.
    batch: tree
      ? { groups: worldsPerStep, branches, promptTokens, answerTokens }
      : { groups: worldsPerStep * branches, branches: 1, promptTokens, answerTokens },
  };
}
