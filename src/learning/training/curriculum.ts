// A curriculum over the worlds of a run: more of a step's problems come from those that the team solves about half the
// time, where answers are likeliest to differ in what they come to. After sampling for learnability (Rutherford et al.
// 2024, arXiv 2408.15099), simplified: p is there the success of each level, by sampled games of its own; here it is a
// whole world's, greedy, in the last evaluation on validation problems. A run keeps those, so one that is resumed goes
// on as it would have. A world that greedy play never solves gets the least, though sampling may solve some of it.
import type { RunConfig } from '../config/run-config';
import { worldsOf } from '../config/worlds';
import type { StepReport } from './report';

/** What a world keeps of its share when none or all of its problems are solved, beside ¼ when half are. */
const leastPart = 0.02;

/** The configuration that a step is played with, after these reports and maybe later ones: each world's share times
 *  p (1 − p) + 0.02. Until the first evaluation the shares are as they are given. */
export function underCurriculum(
  config: RunConfig,
  reports: readonly Pick<StepReport, 'step' | 'validation'>[],
  step: number,
): RunConfig {
  const success = reports.findLast((report) => report.step < step && report.validation)?.validation?.worlds;
  if (config.settings.curriculum !== 'success' || !success) return config;
  const worlds = worldsOf(config).map(({ name, ...world }) => {
    const p = success[name]?.rate ?? 0;
    return { ...world, share: world.share * (p * (1 - p) + leastPart) };
  });
  return { ...config, worlds };
}
