import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../basics/knobs';
import { environmentById, environments } from '../environments';
import { tokenizerFrom } from '../language/tokenizer';
import { fits } from './team';
import { toolAndPlan } from './teams/planning';
import { unknownWords, unwritable } from './writable';

const sprout = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const spoken = (id: string) => {
  const environment = environmentById(id);
  return { environment, environmentSettings: defaultsOf(environment.card.knobs), team: toolAndPlan, moveBudget: 12 };
};

describe('what the shipped model can write', () => {
  it.each(['sokoban', 'plan-path'])('is every word of %s', (id) => {
    expect(unwritable(sprout, spoken(id))).toEqual([]);
  });

  it('is told from the words themselves, whatever the world', () => {
    for (const { card } of environments.filter((world) => fits(toolAndPlan, world.card))) {
      const missing = unwritable(sprout, spoken(card.id));
      for (const word of missing) expect(word).not.toBe('');
      if (!missing.length) continue;
      expect(missing.length).toBeLessThan(12); // words, not letters of them
    }
  });
});

describe('the words of a text that cannot be written', () => {
  it('are named once each, and none that can', () => {
    expect(unknownWords(sprout, 'sokoban 1 start\n#-$\ntool:push D 1')).toEqual([]);
    expect(unknownWords(sprout, 'sokoban 1 start\nzebra: 3 Q')).toEqual(['zebra', 'Q']);
    expect(unknownWords(sprout, 'map plan')).toEqual([' plan']); // "plan" alone is a token
  });
});
