// The evaluations of a run: validation while it trains, test problems before and after, reference lines on the same
// problems (V1–V5). It does not know storage or when an evaluation is due.
import type { PlayProgress } from '../learning/rollouts/play-settings';
import { type Player, playTogether } from '../learning/rollouts/together';
import type { Evaluation, Search } from '../learning/rollouts/transcript';
import {
  type EvaluationOptions,
  evaluate,
  evaluationSize,
  modelFreeReferences,
  search,
  untrained,
} from '../learning/training/evaluate';
import type { References } from '../run/trainer-api';

/** An evaluation at its usual temperature. */
export type EvaluationTask = Omit<EvaluationOptions, 'temperature'>;

/** The team's success on the task's problems; `onProgress` first hears of 0. */
export async function evaluateTeam(task: EvaluationTask): Promise<Evaluation> {
  return (await evaluate({ ...task, player: told(task) })).evaluation;
}

/** A best-of-K search on the task’s problems: it uses the reward at test time and trains nothing. */
export async function evaluateSearch(task: EvaluationTask, how: Search): Promise<Evaluation> {
  return search({ ...task, player: told(task) }, how);
}

/** The player, telling how far it is, from 0 on, after every role's answers: a world counts by the share of its turns
 *  that are played. */
function told(task: EvaluationTask): Player {
  const { config, player = playTogether, onProgress } = task;
  const { turns } = config.settings;
  const n = evaluationSize(task);
  onProgress?.(0, n);
  let before = 0;
  return async (plays, sampler, options) => {
    const count = plays.reduce((sum, { seeds }) => sum + seeds.length, 0);
    const told = ({ turn, finished }: PlayProgress) => {
      const share = Math.floor(finished + ((turn - 1) / turns) * (count - finished));
      onProgress?.(Math.min(n, before + share), n);
    };
    const worlds = await player(plays, sampler, { ...options, onProgress: told });
    before += count;
    return worlds;
  };
}

/** Random play, the untrained team – all of it – and the world's own solver on the task’s problems. */
export async function referencesOf({ alone: _, ...task }: EvaluationTask): Promise<References> {
  const team = await evaluateTeam({ ...task, policies: untrained(task.config) });
  return { ...(await modelFreeReferences(task)), untrained: team };
}
