import { expect, test } from 'vitest';
import { deviation, meanRate } from './statistics';
import { type Table, writeTable } from './table';

const table: Table = {
  columns: ['run', 'rate'],
  rows: [
    ['a "b", c|d', 0.5],
    ['two\nlines', undefined],
  ],
};

test('CSV quotes what would break a line or a cell', () => {
  expect(writeTable(table, 'csv')).toBe('run,rate\r\n"a ""b"", c|d",0.5\r\n"two\nlines",\r\n');
});

test('Markdown keeps a row on one line, and numbers to the right', () => {
  expect(writeTable(table, 'markdown')).toBe(
    '| run | rate |\n| --- | --: |\n| a "b", c\\|d | 0.5 |\n| two lines |  |\n',
  );
});

test('the mean over seeds carries Student’s interval; one seed says nothing about spread', () => {
  const { mean, low, high, n } = meanRate([0.9, 0.94, 0.95]);
  const half = (4.303 * deviation([0.9, 0.94, 0.95]) * Math.sqrt(1.5)) / Math.sqrt(3);
  expect([mean, low, n]).toEqual([expect.closeTo(0.93, 9), expect.closeTo(0.93 - half, 9), 3]);
  expect(high).toBeLessThanOrEqual(1);
  expect(meanRate([0.4])).toEqual({ mean: 0.4, low: 0, high: 1, n: 1 });
});
