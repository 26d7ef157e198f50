import { expect, it } from 'vitest';
import { toolAndPlanSpec } from './agents/teams/specs';
import { environmentById } from './environments';
import { definitionsFrom } from './given-definitions';

const { card } = environmentById('sokoban');
const whole = {
  teams: [{ ...toolAndPlanSpec, id: 'mine' }],
  modules: [{ card: { ...card, id: 'mine' }, source: 'export …' }],
  problems: [{ world: 'maths', name: 'gsm8k', hash: 'f00', splits: 'none' }],
};

it('definitions are taken as they are, all of them or none', () => {
  expect(definitionsFrom(whole)).toBe(whole);
  expect(definitionsFrom({})).toEqual({});
});

it.each([
  ['mine', /as a whole/],
  [{ teams: {} }, /what the run defines, teams: /],
  [{ teams: [{ ...toolAndPlanSpec, roles: [] }] }, /the team, roles: has no role/],
  [{ modules: [{ card: { ...card, knobs: 3 }, source: '' }] }, /modules\.0\.card\.knobs: expected the cards of knobs/],
  [{ modules: [{ card }] }, /modules\.0\.source/],
  [{ problems: [{ world: 'maths', name: '', hash: '' }] }, /problems\.0\.name/],
])('what is none is named: %j', (given, fault) => {
  expect(() => definitionsFrom(given)).toThrow(fault);
});
