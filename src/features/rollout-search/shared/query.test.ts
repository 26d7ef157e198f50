import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOfSearch, type RolloutQuery, searchFromAddress } from './query';

test('an address says the whole question', () => {
  const query: RolloutQuery = {
    text: '100%, a~b.c',
    place: 'output',
    role: 'tool',
    turn: 3,
    step: { low: 12, high: 12 },
    reason: 'cut-off',
    group: 'varied',
    outcome: 'open',
    passing: 'spoils-right',
    advantage: { low: Number.NEGATIVE_INFINITY, high: -0.2 },
    term: 'legal',
    termRange: { low: 0, high: 0.5 },
  };
  expect(searchFromAddress(addressOfSearch('run-1', query))).toEqual({ runId: 'run-1', query });
  expect(addressOfSearch('run-1', {})).toBe('run-1');
});

test('what cannot be read is left out, and nothing throws', () => {
  expect(searchFromAddress('run-1,turn.x,step.3~1,reason.none,nonsense,advantage.a~b,role.plan')).toEqual({
    runId: 'run-1',
    query: { role: 'plan' },
  });
  fc.assert(fc.property(fc.string(), (text) => searchFromAddress(text) !== undefined));
});
