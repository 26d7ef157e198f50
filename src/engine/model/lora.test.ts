import { expect, test } from 'vitest';
import { deviation, mean } from '../../basics/statistics';
import { readConfig } from '../../contract/model-config';
import { freshAdapter } from './lora';
import { adapterSections } from './parameters';
import { usualModel } from './self-test-subject';

const sections = adapterSections(readConfig(usualModel), 4);
const numbersOf = (part: 'A' | 'B', seed: number, noise?: number) =>
  [...freshAdapter(sections, seed, noise)].flatMap(([name, { data }]) =>
    name.endsWith(`lora_${part}.weight`) ? [...data] : [],
  );

test('a fresh adapter changes nothing, unless it is to begin beside the base', () => {
  expect(numbersOf('B', 1).every((number) => number === 0)).toBe(true);
  const noise = numbersOf('B', 1, 0.05);
  expect(mean(noise)).toBeCloseTo(0, 2);
  expect(deviation(noise)).toBeCloseTo(0.05, 2);
  expect(numbersOf('B', 2, 0.05)).not.toEqual(noise);
  expect(numbersOf('A', 1, 0.05)).toEqual(numbersOf('A', 1));
});
