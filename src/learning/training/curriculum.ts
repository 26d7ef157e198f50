// A curriculum over the worlds of a run: most of a step's problems come from those that the team solves about half the
// time, where an answer is likeliest to tell right from wrong (sampling for learnability: Rutherford et al. 2024, arXiv
// 2408.15099). It is read off validation, which a run keeps, so one that is resumed goes on as it would have.
import type { RunConfig } from '../config/run-config';
import { worldsOf } from '../config/worlds';
import type { Evaluation } from '../rollouts/transcript';

/** What a world keeps of its share when none or all of its problems are solved, beside ¼ when half are. */
export const leastPart = 0.02;

/** The configuration that the next step is played with: each world's share times v (1 − v), v its success in the last
 *  evaluation on validation problems. */
export function underCurriculum(config: RunConfig, validated: Evaluation): RunConfig {
  if (config.settings.curriculum === 'none') return config;
  const worlds = worldsOf(config).map(({ name, ...world }) => {
    const rate = validated.worlds?.[name]?.rate ?? 0;
    return { ...world, share: world.share * (rate * (1 - rate) + leastPart) };
  });
  return { ...config, worlds };
}
