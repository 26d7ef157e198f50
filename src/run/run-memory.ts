// How large a run's batches will be, before it begins: the first worlds are asked their first questions, and nobody
// answers. What that takes of a GPU's memory is the engine's to say (model/memory-plan.ts).
import { tokensOf } from '../contract/patches';
import type { PlannedBatch, PlannedPolicy, Rooms } from '../engine/model/memory-plan';
import type { ProgramRunner } from '../learning/agents/program-runner';
import { graphOf } from '../learning/agents/team';
import { builtIn, type Catalogue } from '../learning/catalogue';
import { problemsUntil, type RunConfig } from '../learning/config/run-config';
import { samplingOn } from '../learning/config/sampling';
import type { Tokenizer } from '../learning/language/tokenizer';
import type { Sampler } from '../learning/rollouts/sampler';
import { playTogether } from '../learning/rollouts/together';
import { worldsAtOnce } from '../learning/training/evaluate';
import { mostFrozen } from '../learning/training/opponents';
import { referenceStep } from '../learning/training/reference';
import { playsOf } from '../learning/training/step';
import { policiesOf, showsPictures } from './run-policies';

export interface RunMemory {
  readonly policies: readonly PlannedPolicy[];
  readonly batch: PlannedBatch;
  /** What the run is trained on and measured with, prompts and answers of all its steps: at most, as if nothing were
   *  solved before its last turn, and by the worlds' own shares. */
  readonly tokens: number;
}

/** What a run takes of the GPU's memory. */
export interface RunPlan {
  /** In a line. */
  readonly sentence: string;
  /** Half the room for sampling and training; undefined where that would save nothing. */
  readonly half?: () => Rooms | undefined;
}

/** Worlds that are looked at: prompts of one kind of world differ little in length. */
const looked = 8;
/** There are no answers, so there is nothing to run; a role that asks all the same gets an empty result. */
const nothingRuns: ProgramRunner = {
  run: async (requests) => requests.map(() => ({ end: 'finished', output: '', why: 'not run' })),
};

/** Policies, and the longest prompt and answer of all roles, for a step of this run. */
export async function memoryOfRun(config: RunConfig, tokenizer: Tokenizer, catalogue?: Catalogue): Promise<RunMemory> {
  const { rank, worldsPerStep, branches, turns, validationWorlds, testWorlds } = config.settings;
  let promptTokens = 1;
  let answerTokens = 1;
  let mostLikeliest = 0;
  const plays = playsOf({ config, step: 1, tokenizer, ...(catalogue ? { catalogue } : {}) });
  const kAnswers = plays[0]?.settings.branches;
  let asked = 0;
  let tokensAsked = 0;
  const silent: Sampler = {
    sample: async (groups) => {
      for (const { prompt_P, maxTokens, seed_K, likeliest = 0 } of groups) {
        promptTokens = Math.max(promptTokens, tokensOf(prompt_P));
        answerTokens = Math.max(answerTokens, maxTokens);
        mostLikeliest = Math.max(mostLikeliest, likeliest);
        if (seed_K.length !== kAnswers) continue; // follows an answer, and is not trained on
        asked++;
        tokensAsked += tokensOf(prompt_P) + maxTokens;
      }
      return groups.map(({ seed_K }) =>
        seed_K.map(() => ({ token_T: [tokenizer.endToken], logp_T: [0], stop: 'end' as const })),
      );
    },
  };
  const short = plays.map(({ settings, seeds }) => ({
    settings: { ...settings, games: 1, turns: 1 },
    seeds: seeds.slice(0, looked),
  }));
  await playTogether(short, silent, { runner: nothingRuns });
  for (const { maxTokens = 0 } of Object.values(samplingOn('evaluation', config.sampling)))
    answerTokens = Math.max(answerTokens, maxTokens);
  const tree = config.settings.grouping === 'agent-and-turn';
  const team = (catalogue ?? builtIn).teamById(config.team);
  const games = tree ? worldsPerStep : worldsPerStep * branches; // without a tree every game has prompts of its own
  const { nodes, mostVisits } = graphOf(team);
  const speaking = nodes.flatMap(({ role }) => role ?? []);
  const speeches = (policy: string) => speaking.filter((role) => (config.policies[role] ?? role) === policy).length;
  const mostSpeeches = mostVisits * Math.max(1, ...policiesOf(config).map(speeches));
  const { steps, evaluateEvery } = config.settings;
  const measured = 2 * testWorlds + validationWorlds * (1 + Math.ceil(steps / evaluateEvery));
  const answers = (problemsUntil(config.settings, steps) * branches + measured) * turns * speaking.length * mostVisits;
  const kind = config.trainable === 'all-weights' ? 'all-weights' : 'adapter';
  const pictures = showsPictures(config);
  const opponents = config.settings.pastOpponents > 0 ? mostFrozen : 0;
  const copies = 1 + opponents + (referenceStep(config, 1) === undefined ? 0 : 1);
  return {
    tokens: Math.round((answers * tokensAsked) / Math.max(1, asked)),
    policies: policiesOf(config).flatMap(() =>
      Array.from({ length: copies }, () => ({ kind, rank, pictures }) as const),
    ),
    batch: {
      groups: games * (team.order === 'parallel' || team.graph ? speaking.length : 1),
      branches: tree ? branches : 1,
      trained: games * turns * mostSpeeches,
      games: Math.min(worldsAtOnce, Math.max(validationWorlds, testWorlds)),
      promptTokens,
      answerTokens,
      likeliest: mostLikeliest,
    },
  };
}
