import { describe, expect, it } from 'vitest';
import { presets } from '../../../learning/config/presets';
import { nextCard } from './next-card';
import { factAtLength, factInWords, factOf, presetGroups } from './preset-groups';
import type { PresetFact } from './told-facts';

describe('the cards of the presets', () => {
  it('are all of them, each in one group', () => {
    const offered = presetGroups.flatMap((group) => group.presets.map(({ id }) => id));
    expect([...offered].sort()).toEqual(presets.map(({ id }) => id).sort());
    expect(presetGroups.map(({ name }) => name)).toEqual([
      'Start here',
      'Teams that need each other',
      'Games against oneself',
      'Every role sees everything',
      'A language model to be loaded first',
      'Baselines',
    ]);
    expect(presetGroups.every((group) => group.presets.length > 0)).toBe(true);
  });

  it('say what was measured where something was, and of which base', () => {
    const share = { untrained: 0.1, trained: 0.5, low: 0.45, high: 0.56, n: 40 };
    const fact: PresetFact = { preset: 'sokoban', share, seeds: 5, steps: 7, minutes: 3, shipped: true };
    const words = (of: PresetFact) => factInWords(of, 'room').replaceAll('\u202f', ' ');
    expect(words(fact)).toBe('10 % → 50 % (45–56 %) of 40 rooms in 7 steps');
    expect(words({ ...fact, share: { ...share, untrained: undefined }, asManyTokens: true })).toBe(
      '50 % (45–56 %) of 40 rooms with as many tokens as the team',
    );
    expect(words({ ...fact, words: 'not learnt yet' })).toBe('not learnt yet in 7 steps');
    expect(factAtLength({ ...fact, words: 'not learnt yet', seeds: 1 })).toMatch(/^One run;/);
    expect(factAtLength({ ...fact, shipped: false })).toContain('earlier base');
    expect(factAtLength(fact)).not.toContain('earlier base');
    expect(factAtLength(fact)).toMatch(/^The mean of 5 runs, .* over them\.$/);
    expect(factAtLength({ ...fact, seeds: 1 })).toMatch(/^One run, .* over the problems\.$/);
    expect(factOf('quick')).toBeUndefined();
    for (const { id, config } of presets) {
      const told = factOf(id);
      if (told) expect(told.words !== undefined || told.share !== undefined, id).toBe(true);
      if (told?.rise !== undefined) expect(told.rise, id).toBeLessThanOrEqual(config.settings.steps);
    }
  });
});

describe('an arrow key among cards', () => {
  // two rows of three, then one of one
  const boxes = [0, 1, 2, 3, 4, 5, 6].map((index) => ({
    left: 100 * (index % 3),
    top: 50 * Math.floor(index / 3),
    width: 90,
  }));

  it('leads to the neighbour in the row, and from its end to the next', () => {
    expect(nextCard(boxes, 0, 'ArrowRight')).toBe(1);
    expect(nextCard(boxes, 2, 'ArrowRight')).toBe(3);
    expect(nextCard(boxes, 0, 'ArrowLeft')).toBeUndefined();
  });

  it('leads to the nearest card of the row below or above', () => {
    expect(nextCard(boxes, 1, 'ArrowDown')).toBe(4);
    expect(nextCard(boxes, 5, 'ArrowDown')).toBe(6);
    expect(nextCard(boxes, 6, 'ArrowUp')).toBe(3);
    expect(nextCard(boxes, 6, 'ArrowDown')).toBeUndefined();
  });

  it('leads to the ends, and from nowhere to the first', () => {
    expect([nextCard(boxes, 3, 'Home'), nextCard(boxes, 3, 'End'), nextCard(boxes, -1, 'ArrowDown')]).toEqual([
      0, 6, 0,
    ]);
    expect(nextCard(boxes, 3, 'x')).toBeUndefined();
  });
});
