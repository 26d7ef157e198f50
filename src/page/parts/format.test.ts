import { expect, test } from 'vitest';
import { wilson } from '../../basics/statistics';
import {
  bytes,
  counted,
  duration,
  figure,
  fixed,
  grouped,
  knobText,
  percent,
  rateWithInterval,
  sentence,
  signed,
  timeLeft,
} from './format';

const plain = (text: string) => text.replaceAll('\u202f', ' ');

test('shares carry their unit, rates their interval and n (V3)', () => {
  expect(plain(percent(0.5312))).toBe('53 %');
  expect(plain(rateWithInterval(wilson(106, 200)))).toBe('53 % (46–60 %, n 200)');
  expect(plain(rateWithInterval({ ...wilson(4, 8), all: true }))).toBe('50 % (22–78 %, all 8)');
});

test('numbers have real minus signs and never minus zero', () => {
  expect(fixed(-1.25, 1)).toBe('−1.3');
  expect(fixed(-0.001, 1)).toBe('0.0');
  expect(fixed(Number.NaN, 1)).toBe('–');
  expect(signed(1.3)).toBe('+1.30');
  expect(signed(-0.2)).toBe('−0.20');
});

test('figures keep about three digits', () => {
  expect([0, 2.1e-6, 0.0123, 1.234, 56.78, 345.6].map(figure)).toEqual(['0', '2.1e−6', '0.012', '1.23', '56.8', '346']);
  expect(plain(figure(12345))).toBe('12 345');
  expect(plain(grouped(-1234567))).toBe('−1 234 567');
});

test('stretches of time read like a clock would say them', () => {
  expect([0.34, 4.2, 61, 240, 4800, 7200, -1].map((seconds) => plain(duration(seconds)))).toEqual([
    '340 ms',
    '4.2 s',
    '61 s',
    '4 min',
    '80 min',
    '2 h',
    '–',
  ]);
  expect(plain(duration(6000))).toBe('1 h 40 min');
  expect(plain(timeLeft(240) ?? '')).toBe('about 4 min left');
  for (const unknown of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 0.4, 0, -3])
    expect(timeLeft(unknown)).toBeUndefined();
});

test('sizes count as browsers do', () => {
  expect([12, 3400, 143_000_000, 999_999, 10_400_000_000].map((count) => plain(bytes(count)))).toEqual([
    '12 B',
    '3.4 kB',
    '143 MB',
    '1.0 MB',
    '10 GB',
  ]);
});

test('words', () => {
  expect([counted(1, 'rooms'), counted(8, 'rooms')]).toEqual(['1 room', '8 rooms']);
  expect([knobText(5e-4), knobText(0.001), knobText(true), knobText(undefined)]).toEqual(['5e−4', '0.001', 'on', '–']);
  expect(sentence('there is no room')).toBe('There is no room.');
});
