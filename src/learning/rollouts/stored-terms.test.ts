import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presetById } from '../config/presets';
import { withTermNames } from './stored-terms';
import type { WorldRecord } from './transcript';

const recorded = JSON.parse(readFileSync(new URL('../../../public/recorded-run.json', import.meta.url), 'utf8'));
const worlds: readonly WorldRecord[] = recorded.trees.flatMap((tree: { worlds: WorldRecord[] }) => tree.worlds);

/** A world of one group of this role, stored as all were. */
const stored = (role: string, environment = 'sokoban'): WorldRecord => {
  const [world] = worlds;
  const [group] = world?.groups ?? [];
  const terms = { team: 0, legal: 0.5, progress: 0, format: 1 };
  const branches = group!.branches.slice(0, 1).map((branch) => ({ ...branch, terms }));
  return { ...world!, environment, groups: [{ ...group!, role, branches }] };
};
const termsOf = (world: WorldRecord) => world.groups[0]?.branches[0]?.terms;

test('the recorded run as it was stored before keeps every number, and its proposals are told from its actions', () => {
  expect(worlds.length).toBeGreaterThan(0);
  for (const world of worlds) {
    const before = JSON.parse(JSON.stringify(world).replaceAll('"runs":', '"legal":'));
    expect(before).not.toEqual(world);
    expect(withTermNames(before, recorded.run.config)).toEqual(world);
    expect(withTermNames(world, recorded.run.config)).toEqual(world);
  }
});

test('the team says which role proposes, not the role’s name; the world says what its actions are', () => {
  const { config } = presetById('sokoban');
  expect(termsOf(withTermNames(stored('tool'), config))).toEqual({ team: 0, runs: 0.5, progress: 0, format: 1 });
  expect(termsOf(withTermNames(stored('tool'), { team: 'tool-alone' }))).toEqual({
    team: 0,
    legal: 0.5,
    progress: 0,
    format: 1,
  });
  expect(termsOf(withTermNames(stored('coder', 'code'), { team: 'coder-and-tester' }))).toHaveProperty('sound', 0.5);
});

test('of a team that is not known any more names stay as they are', () => {
  expect(withTermNames(stored('tool'), { team: 'gone' })).toEqual(stored('tool'));
});
