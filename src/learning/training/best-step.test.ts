import { expect, test } from 'vitest';
import { wilson } from '../../basics/statistics';
import { bestStepOf } from './best-step';

const report = (step: number, solved?: number) =>
  solved === undefined ? { step } : { step, validation: { ...wilson(solved, 10), solved, turnsMean: 1 } };

test('V5 the best step has the highest validation success, the latest of equals', () => {
  expect(bestStepOf([report(1, 3), report(2, 7), report(3, 7), report(4), report(5, 6)])?.step).toBe(3);
  expect(bestStepOf([report(1, 0)])?.validation.solved).toBe(0);
  expect(bestStepOf([report(1)])).toBeUndefined();
  const exploited = (step: number, solved: number, value: number) => {
    const { validation } = report(step, solved);
    return { step, validation: { ...wilson(solved, 10), ...validation, exact: { name: 'exploitability', value } } };
  };
  expect(bestStepOf([exploited(1, 9, 0.3), exploited(2, 4, 0.1), exploited(3, 8, 0.2)] as never)?.step).toBe(2);
});
