import { describe, expect, test } from 'vitest';
import { packFlags } from '../../../basics/flags';
import { wilson } from '../../../basics/statistics';
import { build } from '../../../learning/config/build';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import { reportOf } from '../../../page/harness/scripted-runs';
import type { RunView } from '../../../page/stores/run-view';
import { armsOf, differingSettings } from './arms';
import { curvesOf, measuresOf } from './measures';
import { occasionOf, profilesOf, resultsOf } from './results';

/** Of the first so many of eight problems. */
function evaluation(solved: number, problems = 'the same'): Evaluation {
  const flags = Array.from({ length: 8 }, (_, problem) => problem < solved);
  return { ...wilson(solved, 8), solved, turnsMean: 1, solvedEach: { problems, solved: packFlags(flags) } };
}

interface Given {
  readonly seed?: number;
  readonly changes?: Parameters<typeof build>[1];
  readonly preset?: string;
  /** Of each step's validation. */
  readonly solved?: readonly number[];
  readonly after?: Evaluation;
}

let runs = 0;
function run({ seed = 1, changes = {}, preset = 'sokoban', solved = [], after }: Given): RunView {
  const config = build(preset, { ...changes, settings: { ...changes.settings, seed } });
  const reports = solved.map((count, index) => ({ ...reportOf(index + 1, config), validation: evaluation(count) }));
  const id = `run-${++runs}`;
  return { id, name: id, config, status: 'finished', step: reports.length, reports, after, recorded: false };
}

const slower = { settings: { learningRate: 7e-4 } };

describe('arms', () => {
  test('are runs that differ in nothing but the seed, the lowest first, in the order given', () => {
    const [b, a2, a1] = [run({ changes: slower }), run({ seed: 2 }), run({ seed: 1 })];
    const arms = armsOf([b, a2, a1]);
    expect(arms.map((arm) => arm.runs.map(({ id }) => id))).toEqual([[b.id], [a1.id, a2.id]]);
    expect(arms[1]?.name).toBe(`${a2.name}, 2 seeds`);
    expect(new Set(arms.map(({ color }) => color)).size).toBe(2);
  });

  test('do not depend on the preset’s name, nor on the order in which settings were written', () => {
    const one = run({});
    const settings = Object.fromEntries(Object.entries(one.config.settings).reverse());
    const config = { ...one.config, preset: 'mine', settings } as RunView['config'];
    expect(armsOf([one, { ...run({}), config }])).toHaveLength(1);
  });

  test('differ in settings, which are called as in Setup; those that do not differ are left out', () => {
    const arms = armsOf([run({}), run({ changes: slower }), run({ changes: { team: 'plan-alone' } })]);
    expect(differingSettings(arms)).toEqual([
      { name: 'Learning rate', values: [1e-3, 7e-4, 1e-3] },
      { name: 'Team', values: ['Tool and plan', 'Tool and plan', 'Single agent'] },
    ]);
    expect(differingSettings(arms.slice(0, 1))).toEqual([]);
  });

  test('of different worlds have no setting of the other’s world', () => {
    const sudoku = { worlds: [{ environment: 'sudoku', environmentSettings: { size: 9, blanks: 40 } }] };
    const found = differingSettings(armsOf([run({}), run({ changes: sudoku })]));
    expect(found).toContainEqual({ name: 'World', values: ['Sokoban', 'Sudoku'] });
    expect(found).toContainEqual({ name: 'Sudoku: Size', values: [undefined, 9] });
  });
});

describe('curves', () => {
  test('of one run have its own interval; of several seeds the interquartile mean, and each seed thin', () => {
    const arms = armsOf([
      run({ changes: slower, solved: [4, 8] }),
      run({ seed: 1, solved: [0, 4, 6] }),
      run({ seed: 2, solved: [2, 8] }),
    ]);
    const [success] = measuresOf(arms.flatMap((arm) => arm.runs));
    const { steps, lines, bands } = curvesOf(arms, success!);
    expect(steps).toEqual([1, 2, 3]);
    expect(lines.map(({ values, unnamed }) => [values, unnamed ?? false])).toEqual([
      [[0.5, 1, null], false],
      [[0, 0.5, 0.75], true],
      [[0.25, 1, null], true],
      [[0.125, 0.75, null], false],
    ]);
    expect(bands[0]?.low[0]).toBeCloseTo(wilson(4, 8).low);
    expect([bands[1]?.low[1], bands[1]?.high[1]]).toEqual([0.5, 1]);
  });

  test('are offered of what every run has measured', () => {
    const names = measuresOf([run({ solved: [1] }), run({ solved: [1], changes: { team: 'plan-alone' } })]);
    expect(names.map(({ id }) => id)).toEqual(['success', 'reward plan', 'mismatch']);
    expect(measuresOf([run({}), run({})]).map(({ id }) => id)).toEqual(['success']);
  });
});

describe('results', () => {
  test('are of the test problems where every run has been tested, else of the last validation', () => {
    const tested = run({ solved: [1, 2], after: evaluation(6) });
    const trains = run({ changes: slower, solved: [4] });
    expect(occasionOf([tested])).toBe('test');
    expect(occasionOf([tested, trains])).toBe('validation');
    const [first, second] = resultsOf(armsOf([tested, trains]), armsOf([tested, trains])[0]!);
    expect([first?.success?.value, second?.success?.value]).toEqual([0.25, 0.5]);
  });

  test('V9 are paired problem by problem, seed by seed, with the seeds that both have', () => {
    const arms = armsOf([
      ...[1, 2].map((seed) => run({ seed, after: evaluation(2 * seed) })),
      ...[2, 1, 3].map((seed) => run({ seed, changes: slower, after: evaluation(2 * seed + 3) })),
    ]);
    const [reference, other] = resultsOf(arms, arms[0]!);
    expect(reference?.paired).toBeUndefined();
    expect(other?.paired?.difference.value).toBeCloseTo(3 / 8);
    expect(other?.paired?.seeds).toEqual([
      { onlyFirst: 3, onlySecond: 0, p: expect.closeTo(0.25) },
      { onlyFirst: 3, onlySecond: 0, p: expect.closeTo(0.25) },
    ]);
    expect(other?.improvement?.value).toBe(1);
    expect(profilesOf([reference!, other!])).toBeUndefined(); // two scores are too few
  });

  test('V9 are not paired where the problems were others, or where nothing says which were solved', () => {
    const arms = armsOf([
      run({ after: evaluation(2) }),
      run({ changes: slower, after: evaluation(4, 'others') }),
      run({ changes: { team: 'plan-alone' }, after: { ...evaluation(4), solvedEach: undefined } }),
    ]);
    expect(resultsOf(arms, arms[0]!).map(({ paired }) => paired)).toEqual([undefined, undefined, undefined]);
  });

  test('of one run with another seed than the others’ are paired with each of them', () => {
    const arms = armsOf([
      run({ seed: 7, after: evaluation(2) }),
      ...[1, 2].map((seed) => run({ seed, changes: slower, after: evaluation(4) })),
    ]);
    expect(resultsOf(arms, arms[0]!)[1]?.paired?.seeds).toHaveLength(2);
  });

  test('have a profile: at each success the share of seeds above it', () => {
    const arms = armsOf([2, 4, 6].map((solved, index) => run({ seed: index + 1, after: evaluation(solved) })));
    const [profile] = profilesOf(resultsOf(arms, arms[0]!)) ?? [];
    expect([0, 20, 30, 60, 80].map((success) => profile?.[success / 2]?.value)).toEqual([1, 1, 2 / 3, 1 / 3, 0]);
  });
});
