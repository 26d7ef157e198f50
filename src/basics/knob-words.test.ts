import { expect, test } from 'vitest';
import { says, wordsOfKnob } from './knob-words';
import type { Knob } from './knobs';

const level: Knob = {
  kind: 'choice',
  name: 'Level',
  meaning: 'How much of a policy trains.',
  choices: { adapter: 'L1: a LoRA adapter', 'all-weights': 'L2: all weights of the policy' },
  default: 'adapter',
};

test('a setting is found by its name, its meaning and its choices, in any case and order', () => {
  const words = wordsOfKnob('level', level);
  for (const wanted of ['', '  ', 'level', 'LoRA', 'l2', 'weights policy', ' trains  How '])
    expect(says(words, wanted)).toBe(true);
  for (const wanted of ['clip', 'level clip']) expect(says(words, wanted)).toBe(false);
});
