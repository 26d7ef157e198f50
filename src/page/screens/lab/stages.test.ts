import { expect, test } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { RunView } from '../../stores/run-view';
import { stageSentence } from './stages';

const { config } = presetById('quick');
const run = (changes: object) => ({ config, step: 0, reports: [], ...changes }) as unknown as RunView;
const measuring = (step: number, changes: object) =>
  stageSentence({ step, stage: 'evaluate', done: 3, total: 64 }, run(changes));
const measured = {} as never;

test('who is measured, and when', () => {
  // behind the first step
  expect(measuring(0, { step: 1 })).toBe('Measuring the untrained team on unseen rooms: 3 of 64.');
  // the first step's validation comes before the step is done
  expect(measuring(1, { references: measured })).toBe('Measuring the team after step 1 on unseen rooms: 3 of 64.');
  // the test, after the last step: of a run of one step, too
  expect(measuring(1, { step: 1, references: measured })).toBe(
    'Measuring the untrained team on unseen rooms: 3 of 64.',
  );
  expect(measuring(1, { step: 1, references: measured, before: measured })).toBe(
    'Measuring the trained team on unseen rooms: 3 of 64.',
  );
});
