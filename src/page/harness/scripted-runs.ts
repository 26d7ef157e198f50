// Made-up runs for the harness: reports that look like a training, from one seed.
import { wilson } from '../../basics/statistics';
import { presetById } from '../../learning/config/presets';
import type { RunConfig } from '../../learning/config/run-config';
import type { Evaluation } from '../../learning/rollouts/transcript';
import type { StepReport } from '../../learning/training/report';
import type { References } from '../../run/trainer-api';
import type { RunSummary } from '../stores/storage-client';

export function evaluationOf(rate: number, n: number): Evaluation {
  const solved = Math.round(rate * n);
  return { ...wilson(solved, n), solved, turnsMean: 3.4 - 1.9 * rate };
}

export function referencesOf(n: number): References {
  return { random: evaluationOf(0.06, n), untrained: evaluationOf(0.12, n), solver: evaluationOf(1, n) };
}

/** Skill after `step` steps: slow, fast, slow. */
export function skillAt(step: number): number {
  return 0.12 + 0.84 / (1 + Math.exp(-(step - 32) / 9)) - 0.84 / (1 + Math.exp(32 / 9));
}

const noise = (step: number, channel: number) =>
  Math.sin(step * 12.9898 + channel * 78.233) * 0.5 + Math.sin(step * 3.7 + channel * 11) * 0.5;

export function reportOf(step: number, config: RunConfig): StepReport {
  const skill = skillAt(step);
  const { settings, policies } = config;
  const samples = settings.worldsPerStep * settings.branches * 2;
  const roles = Object.keys(policies);
  return {
    step,
    success: Math.min(1, Math.max(0, skill * 0.92 + 0.07 * noise(step, 1))),
    branchSuccess: Math.max(0, skill * 0.7 + 0.05 * noise(step, 29)),
    turnsMean: 3.5 - 1.7 * skill + 0.15 * noise(step, 2),
    roles: Object.fromEntries(
      roles.map((role, index) => [
        role,
        {
          reward: (index === 0 ? 0.5 : 0.62) + 0.95 * skill + 0.05 * noise(step, 3 + index),
          terms: { team: skill, format: 0.96, legal: 0.8, progress: skill * 0.8 },
          groups: settings.worldsPerStep * 2,
          flatGroups: Math.round(settings.worldsPerStep * 2 * (0.15 + 0.6 * skill)),
          samples,
          tokens: samples * 9,
          advantageHistogram: [0, 1, 3, 9, 20, 40, 70, 90, 66, 38, 22, 8, 4, 1, 0],
        },
      ]),
    ),
    updates: Object.fromEntries(
      [...new Set(Object.values(policies))].map((policy, index) => [
        policy,
        {
          loss: -0.02,
          clippedShare: 0.012 + 0.006 * noise(step, 5 + index),
          ratioLow: 0.8,
          ratioHigh: 1.3,
          entropy: 1.1 - 0.7 * skill + 0.03 * noise(step, 9 + index),
          mismatch: 2e-6 * (1.5 + noise(step, 11 + index)),
          gradientNorm: 0.8 + 0.3 * noise(step, 13 + index),
          weightChange: 0.01,
          weightDistance: 0.05 * Math.sqrt(step) * (1 + 0.1 * index),
          trainedTokens: samples * 9,
          skipped: false,
        },
      ]),
    ),
    validation:
      step % settings.evaluateEvery === 0
        ? evaluationOf(Math.min(1, Math.max(0, skill + 0.04 * noise(step, 17))), settings.validationWorlds)
        : undefined,
    ...(step % settings.evaluateEvery === 0
      ? {
          baseDistances: Object.fromEntries(
            [...new Set(Object.values(policies))].map((policy, index) => [
              policy,
              { k3: 0.002 * step * (1 + 0.1 * noise(step, 7 + index)), tokens: 1100, groups: 8 },
            ]),
          ),
        }
      : {}),
    generatedTokens: samples * 18,
    trainedTokens: samples * 18,
    timeMs: {
      play: 2300 + 200 * noise(step, 19),
      advantages: 45,
      learn: 3600 + 150 * noise(step, 23),
      save: 90,
      total: 6040,
    },
  };
}

export function scriptedRuns(which: 'cut-off' | 'many'): RunSummary[] {
  const base = presetById('sokoban').config;
  const summary = (
    id: string,
    name: string,
    status: RunSummary['view']['status'],
    step: number,
    config: RunConfig,
    ago: number,
  ): RunSummary => ({
    view: {
      id,
      name,
      config,
      status,
      step,
      reason: status === 'failed' ? 'the gradient was not finite in 3 updates in a row' : undefined,
      reports: Array.from({ length: step }, (_, index) => reportOf(index + 1, config)),
      references: referencesOf(64),
      before: evaluationOf(0.125, 200),
      after: status === 'finished' ? evaluationOf(skillAt(step), 200) : undefined,
      recorded: false,
    },
    createdAt: Date.now() - ago,
    seconds: step * 6.04,
    bytes: 900_000 + step * 410_000,
    validation: evaluationOf(skillAt(step), 64),
  });
  if (which === 'cut-off') return [summary('run-a', 'sokoban 1', 'running', 37, base, 4e6)];
  const changed: RunConfig = {
    ...base,
    settings: { ...base.settings, learningRate: 3e-3, branches: 12, alpha: 0.5, steps: 60 },
  };
  return [
    summary('run-e', 'sokoban 3', 'finished', 60, base, 3e6),
    summary('run-d', 'hot learning rate', 'failed', 21, changed, 9e6),
    summary('run-c', 'plan-path 1', 'paused', 24, presetById('plan-path').config, 9e7),
    summary('run-b', 'quick 1', 'finished', 10, presetById('quick').config, 2e8),
  ];
}
