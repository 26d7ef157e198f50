import { expect, test } from 'vitest';
import type { ObjectiveReport } from '../../contract/learner';
import { checkMismatch, MismatchError } from './mismatch-gate';

const report = (mismatch: number): ObjectiveReport => ({
  tokens: 1,
  loss: 0,
  clippedShare: 0,
  ratioLow: 1,
  ratioHigh: 1,
  kl: 0,
  entropy: 0,
  mismatch,
});
const policies = { tool: 'shared', plan: 'shared', judge: 'judge' };

test('S2: up to 0.001 passes', () => {
  const reports = new Map([
    ['shared', report(0)],
    ['judge', report(1e-3)],
  ]);
  expect(() => checkMismatch(3, reports, policies)).not.toThrow();
});

test('S2: more is refused with step, policy, roles and numbers; so is what is no number', () => {
  const reports = new Map([
    ['judge', report(1e-6)],
    ['shared', report(13.27)],
  ]);
  expect(() => checkMismatch(2, reports, policies)).toThrow(
    'engine mismatch 13.27 in policy "shared" (roles tool, plan) at step 2, allowed is 0.001',
  );
  const refused = () => checkMismatch(2, new Map([['judge', report(Number.NaN)]]), policies);
  expect(refused).toThrow(MismatchError);
  expect(refused).toThrow('engine mismatch NaN in policy "judge" (role judge)');
});
