// Rule S2 as a person meets it on the command line: `lab train` with a sampler that is off, and the script that looks
// over the records.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { tableLearner } from '../contract/table-learner.fixture';
import { weightlessBase } from '../models/weightless-base.test-data';
import { skewed } from '../run/skewed-learner.fixture';
import { root } from './commands.mjs';
import { lab, type Said } from './run-words.fixture';

const { tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
let off = false;
vi.mock('./machine', () => ({
  openMachine: async () => ({
    engine: {
      planFor: async () => 'fits',
      open: async () => ({
        learner: skewed(tableLearner({ vocabulary, endToken: tokenizer.endToken }), {
          by: 0.25,
          when: () => off,
        }),
        gpu: 'table',
        lost: new Promise(() => {}),
      }),
    },
    runner: {},
  }),
}));

const folder = mkdtempSync(join(tmpdir(), 'grove-mismatch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const out = join(folder, 'run');
// A table's weights are no adapter.
const small =
  'worldsPerStep=3 branches=3 turns=2 validationWorlds=4 testWorlds=4 evaluateEvery=2 learningRate=0.1 schedule=constant';
const sets = small.split(' ').flatMap((knob) => ['--set', knob]);

function checkRuns(...words: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'models', 'check-runs.mjs'), ...words], (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('S2: a mismatch ends `lab train` with status 1 and the numbers; the record holds them; the run can be gone on with', async () => {
  expect(
    (
      await lab(
        'train',
        '--preset',
        'quick',
        '--level',
        'all-weights',
        '--freeze',
        'tool',
        '--steps',
        '2',
        '--out',
        out,
        ...sets,
      )
    ).err,
  ).toMatch(/step 2\/2 .*mismatch 0/);
  off = true;
  const stopped = await lab('train', '--resume', '--steps', '4', '--out', out);
  expect(stopped.status).toBe(1);
  expect(stopped.err).toMatch(
    /lab: the run stopped at step 2: engine mismatch 0\.2500 in policy "plan" \(role plan\) at step 3, allowed is 0\.001/,
  );
  const { status, step, refusals } = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'));
  expect({ status, step }).toEqual({ status: 'failed', step: 2 });
  expect(refusals).toMatchObject([{ step: 3, tolerance: 1e-3 }]);
  expect(refusals[0].mismatches.plan).toBeCloseTo(0.25, 12);

  const looked = await checkRuns(folder);
  expect(looked.status).toBe(1);
  expect(looked.out).toContain(`${out}: 2 steps`);
  expect(looked.out).toContain('REFUSED step 3: plan 0.25');

  off = false;
  const resumed = await lab('train', '--resume', '--out', out, '--quiet');
  expect(resumed).toMatchObject({ status: 0, err: '' });
  expect(resumed.out).toContain('finished after 4 steps');
});

test('the script over records passes runs in which every mismatch was small, and names those in which one was not', async () => {
  const good = join(folder, 'good');
  expect(
    (
      await lab(
        'train',
        '--preset',
        'quick',
        '--level',
        'all-weights',
        '--steps',
        '2',
        '--out',
        good,
        '--quiet',
        ...sets,
      )
    ).status,
  ).toBe(0);
  const passed = await checkRuns(good);
  expect(passed).toMatchObject({ status: 0, err: '' });
  expect(passed.out).toContain('2 steps, 2 with updates, largest mismatch 0\n');

  const lines = readFileSync(join(good, 'metrics.jsonl'), 'utf8').trim().split('\n');
  const reports = lines.map((line) => JSON.parse(line));
  reports[1].updates.plan.mismatch = 0.0011;
  writeFileSync(join(good, 'metrics.jsonl'), `${reports.map((report) => JSON.stringify(report)).join('\n')}\n`);
  const failed = await checkRuns(good);
  expect(failed.status).toBe(1);
  expect(failed.out).toContain('largest mismatch 1.1e-3 (step 2, plan) · TOO LARGE');
  expect((await checkRuns(join(root, 'models'))).status).toBe(2);
});
