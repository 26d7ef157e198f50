import { describe, expect, it } from 'vitest';
import { hashOfJson } from './hash';
import {
  type RecordedRun,
  type RunContent,
  readRecordedRun,
  readRunJson,
  writeRecordedRun,
  writeRunJson,
} from './run-json';

const evaluation = { rate: 0.5, low: 0.4, high: 0.6, n: 100, solved: 50, turnsMean: 2.5 };
const run: RunContent = {
  id: 'run-1',
  name: 'Monday',
  createdAt: '2026-01-02T03:04:05.000Z',
  exportedAt: '2026-01-02T04:04:05.000Z',
  status: 'paused',
  config: {
    preset: 'sokoban',
    model: 'sprout',
    environment: 'sokoban',
    environmentSettings: { size: 6 },
    team: 'tool-and-plan',
    policies: { tool: 'tool', plan: 'plan' },
    trainable: 'adapter',
    frozen: [],
    settings: { steps: 3, schedule: 'constant' },
  },
  seed: 1,
  baseModel: { name: 'sprout', sha256: 'ab' },
  machine: { gpu: 'SwiftShader (software)', versions: { grove: '0.1.0' } },
  seconds: 12.5,
  selfTest: { passed: true, checks: [{ name: 'gradients', error: 1e-5, tolerance: 1e-3 }], ms: 300 },
  steps: [
    {
      step: 1,
      updates: {
        plan: {
          loss: -0.1,
          clippedShare: 0,
          ratioLow: Infinity,
          ratioHigh: -Infinity,
          kl: 0,
          entropy: 1,
          mismatch: 1e-6,
          gradientNorm: Number.NaN,
          weightChange: 0.1,
          trainedTokens: 100,
          skipped: true,
        },
      },
      roles: {
        plan: {
          reward: 0.5,
          terms: { team: 0.2 },
          groups: 4,
          flatGroups: 1,
          samples: 16,
          tokens: 90,
          advantageHistogram: [1, 2],
        },
      },
      success: 0.25,
      turnsMean: 3,
      validation: evaluation,
      generatedTokens: 1000,
      trainedTokens: 900,
      timeMs: { play: 1, advantages: 2, learn: 3, save: 4, total: 10 },
    },
  ],
  evaluations: { before: evaluation, references: { random: evaluation, untrained: evaluation, solver: evaluation } },
};
const board = ['###', '#@#', '###'];
const trees: RecordedRun['trees'] = [
  {
    step: 1,
    worlds: [
      {
        environment: 'sokoban',
        seed: 7,
        start: board,
        solved: false,
        turns: 1,
        end: 'out-of-turns',
        groups: [
          {
            role: 'plan',
            policy: 'plan',
            turn: 1,
            prompt: 'go',
            promptTokens: 2,
            before: board,
            trunk: 0,
            meanReward: 0.1,
            deviation: 0,
            dropped: 'flat',
            branches: [
              {
                token_T: [1, 2],
                piece_T: ['u', 'p'],
                logp_T: [-0.5, -1],
                text: 'up',
                stop: 'end',
                moves: 'up',
                why: 'bumped into a wall',
                terms: { team: 0 },
                reward: 0.1,
                advantage: 0,
                solved: false,
                excess: 0,
                after: board,
                frames: [board],
              },
            ],
          },
        ],
      },
    ],
  },
];

const changed = (change: object) => {
  const text = new TextDecoder().decode(writeRunJson(run));
  return new TextEncoder().encode(JSON.stringify({ ...JSON.parse(text), ...change }));
};

describe('run as JSON', () => {
  it('keeps what the gate refused and the distances to the base', () => {
    const refusals = [{ step: 2, tolerance: 1e-3, mismatches: { plan: 13.27, tool: Number.NaN } }];
    const [first] = run.steps;
    if (!first) throw new Error('the run has a step');
    const measured = { ...first, baseDistances: { plan: { k3: 0.25, tokens: 9, groups: 1 } } };
    const told = { ...run, refusals, steps: [{ ...measured, timeMs: { ...first.timeMs, measure: 5 } }] };
    expect(readRunJson(writeRunJson(told), 'run.json')).toMatchObject(told);
  });

  it('reads the times of a step that was written when the advantages’ was called "judge"', () => {
    const old = new TextDecoder().decode(writeRunJson(run)).replace('"advantages"', '"judge"');
    expect(readRunJson(new TextEncoder().encode(old), 'run.json').steps).toEqual(run.steps);
  });

  it('comes back as it was, infinities and all', () => {
    expect(readRunJson(writeRunJson(run), 'run.json')).toEqual({ format: 'grove-run', version: 1, ...run });
  });

  it('keeps members of the configuration that this version does not know', () => {
    const read = readRunJson(changed({ config: { ...run.config, later: 3 } }), 'run.json');
    expect(read.config).toMatchObject({ later: 3 });
  });

  it('comes back with trees when it was recorded', () => {
    const read = readRecordedRun(writeRecordedRun(run, trees), 'recorded-run.json');
    expect(read.trees).toEqual(trees);
    expect(read.run.name).toBe('Monday');
  });

  it.each([
    [new TextEncoder().encode('{'), 'run.json: is not JSON'],
    [new TextEncoder().encode('{\n  x\n}'), /^run\.json: is not JSON[^\n]*$/],
    [new TextEncoder().encode('null'), 'expected "format": "grove-run", got none'],
    [writeRecordedRun(run, trees), 'expected "format": "grove-run", got "grove-recorded-run"'],
    [changed({ version: 9 }), 'is of version 9, this Grove reads version 1'],
    [changed({ seed: 'x' }), 'run.json: seed: '],
    [changed({ steps: [{ step: 0 }] }), 'run.json: steps.0.'],
    [changed({ config: {} }), 'run.json: config.'],
  ])('names the file and the member at fault', (bytes, fault) => {
    expect(() => readRunJson(bytes, 'run.json')).toThrow(fault);
  });
});

describe('hash of a JSON value', () => {
  it('depends on the values, not on the order of the keys', async () => {
    expect(await hashOfJson({ a: 1, b: { c: [1, 2], d: 'x' } })).toBe(
      await hashOfJson({ b: { d: 'x', c: [1, 2] }, a: 1, e: undefined }),
    );
    expect(await hashOfJson({ a: [1, 2] })).not.toBe(await hashOfJson({ a: [2, 1] }));
  });
});
