// Figures of reports as a table: which columns there are, and what stands where a step has no figure.
import { describe, expect, it } from 'vitest';
import type { PolicyReport, RoleReport, StepReport } from '../../../learning/training/report';
import { figuresOf } from './step-figures';
import { stepTable, timedSteps } from './step-table';

const tool: RoleReport = {
  reward: 0.8,
  terms: { team: 0.25, format: 1 },
  groups: 4,
  flatGroups: 1,
  samples: 16,
  tokens: 80,
  advantageHistogram: [],
};
const policy: PolicyReport = {
  loss: -0.1,
  entropy: 1.5,
  mismatch: 0,
  clippedShare: 0,
  ratioLow: 1,
  ratioHigh: 1,
  gradientNorm: 0.5,
  weightChange: 0.4,
  trainedTokens: 80,
  skipped: true,
};
const report: StepReport = {
  step: 1,
  updates: { mine: policy },
  roles: { tool },
  success: 0.5,
  turnsMean: 2,
  generatedTokens: 100,
  trainedTokens: 80,
  timeMs: { play: 1000, advantages: 10, learn: 400, save: 90, total: 1500 },
};
const validation = { rate: 0.25, low: 0.1, high: 0.5, n: 8, solved: 2, turnsMean: 1, seconds: 2 };
const valuesOf = (of: StepReport) => Object.fromEntries(figuresOf(of).map(({ name, value }) => [name, value]));

describe('the figures of a report', () => {
  it('have the names of its roles, terms and policies, seconds for milliseconds and 1 for yes', () => {
    expect(valuesOf(report)).toMatchObject({
      'success/training': 0.5,
      'reward/tool': 0.8,
      'reward/tool/team': 0.25,
      'flat_groups/tool': 1,
      'gradient_norm/mine': 0.5,
      'entropy_nats/mine': 1.5,
      'skipped/mine': 1,
      'seconds/step': 1.5,
    });
  });

  it('leave out what was not measured, and an influence of the old kind', () => {
    const old = { ...tool, influence: 0.3 as unknown as RoleReport['influence'] };
    const names = Object.keys(valuesOf({ ...report, roles: { tool: old } }));
    expect(names.filter((name) => /validation|influence|gpu|measure|base/.test(name))).toEqual([]);
  });

  it('tell several worlds apart', () => {
    const worlds = { sokoban: { problems: 7, success: 1, turnsMean: 1, roles: { tool } } };
    expect(valuesOf({ ...report, worlds })).toMatchObject({
      'success/training@sokoban': 1,
      'problems/training@sokoban': 7,
      'reward/tool/team@sokoban': 0.25,
    });
  });

  it('are each named once and say what they are', () => {
    const baseDistances = { mine: { k3: 0.1, tokens: 10, groups: 2 } };
    const passThrough = { role: 'tool', n: 4, repeats: 1, mends: 1, spoils: 1, differs: 1 };
    const figures = figuresOf({ ...report, baseDistances, validation: { ...validation, passThrough } });
    const names = figures.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(figures.filter(({ meaning }) => meaning.length < 5)).toEqual([]);
  });
});

describe('the table of steps', () => {
  const steps = timedSteps(1_000_000, [report, { ...report, step: 2, validation }]);
  const { columns, rows } = stepTable(steps, String);
  const cell = (row: number, name: string) => rows[row]?.[columns.indexOf(name)];

  it('begins with what trackio.import_csv looks for', () => {
    expect(columns.slice(0, 2)).toEqual(['step', 'timestamp']);
    expect(rows.map(([step]) => step)).toEqual([1, 2]);
  });

  it('has an empty cell where a step has no such figure, beside its kind', () => {
    expect(cell(0, 'success/validation')).toBeUndefined();
    expect(cell(1, 'success/validation_high')).toBe(0.5);
    expect(columns.indexOf('success/validation')).toBe(columns.indexOf('success/training') + 1);
  });

  it('adds up the time of steps and validations from when the run began', () => {
    expect(rows.map(([, at]) => at)).toEqual(['1001500', '1005000']);
  });
});
