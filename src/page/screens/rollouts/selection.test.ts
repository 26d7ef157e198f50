import { beforeAll, describe, expect, it } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { scriptedTree } from './scripted-tree.fixture';
import { inWorld, keyList, nearest, type Selection, widestGroup, wishOf } from './selection';

let tree: StepTree;
beforeAll(async () => {
  const { config } = presetById('sokoban');
  tree = await scriptedTree({
    config: { ...config, settings: { ...config.settings, worldsPerStep: 4, branches: 4 } },
    step: 3,
    skill: 0.1,
  });
});

const press = (at: Selection, key: string, shift = false) => {
  const wish = wishOf(tree, at, { key, shift });
  return wish?.kind === 'select' ? wish.selection : wish;
};
const start: Selection = { world: 0, group: 0, branch: 0 };

describe('wishOf', () => {
  it('walks right and left along the trunk', () => {
    const groups = tree.worlds[0]!.groups;
    expect(groups.length).toBeGreaterThan(1);
    expect(press(start, 'ArrowRight')).toEqual({ world: 0, group: 1, branch: groups[1]!.trunk });
    expect(press({ world: 0, group: 1, branch: 3 }, 'ArrowLeft')).toEqual({
      world: 0,
      group: 0,
      branch: groups[0]!.trunk,
    });
  });

  it('stops at the first and last group', () => {
    const last = tree.worlds[0]!.groups.length - 1;
    expect(press({ ...start, group: last }, 'ArrowRight')).toMatchObject({ group: last });
    expect(press(start, 'ArrowLeft')).toMatchObject({ group: 0 });
    expect(press(start, 'End')).toMatchObject({ group: last });
    expect(press({ ...start, group: last }, 'Home')).toMatchObject({ group: 0 });
  });

  it('walks among the branches and stops at the ends', () => {
    expect(press(start, 'ArrowDown')).toEqual({ ...start, branch: 1 });
    expect(press(start, 'ArrowUp')).toEqual(start);
    expect(press({ ...start, branch: 3 }, 'ArrowDown')).toEqual({ ...start, branch: 3 });
    expect(press({ ...start, branch: 3 }, 't')).toEqual({ ...start, branch: tree.worlds[0]!.groups[0]!.trunk });
  });

  it('changes the world with brackets and page keys, to its trunk at the same moment', () => {
    for (const key of [']', 'PageDown'])
      expect(press(start, key)).toEqual({ world: 1, group: 0, branch: tree.worlds[1]!.groups[0]!.trunk });
    for (const key of ['[', 'PageUp']) expect(press({ ...start, branch: 2 }, key)).toEqual({ ...start, branch: 2 });
    expect(press({ world: 3, group: 0, branch: 0 }, ']')).toMatchObject({ world: 3 });
  });

  it('asks for the other step, to pin, to play, for the list of keys', () => {
    expect(press(start, 'ArrowRight', true)).toEqual({ kind: 'step', by: 1 });
    expect(press(start, 'ArrowLeft', true)).toEqual({ kind: 'step', by: -1 });
    expect(press(start, 'Enter')).toEqual({ kind: 'pin' });
    expect(press(start, 'Escape')).toEqual({ kind: 'unpin' });
    expect(press(start, ' ')).toEqual({ kind: 'play' });
    expect(press(start, '?')).toEqual({ kind: 'help' });
    expect(press(start, 'x')).toBeUndefined();
    expect(keyList.length).toBeGreaterThan(6);
  });

  it('never leaves the tree, whatever is pressed', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '[', ']', 'Home', 'End', 't'];
    let at = start;
    for (let count = 0; count < 500; count++) {
      const next = press(at, keys[(count * 7 + count ** 2) % keys.length]!);
      at = next as Selection;
      expect(tree.worlds[at.world]?.groups[at.group]?.branches[at.branch]).toBeDefined();
    }
  });
});

it('what to look at first is the group whose answers earned most differently', () => {
  const group = (...rewards: number[]) => ({ branches: rewards.map((reward) => ({ reward })) });
  const some = { step: 1, worlds: [{ groups: [group(2, 2), group(0, 1)] }, { groups: [group(0.5, 2, 1)] }] };
  expect(widestGroup(some as never)).toEqual({ world: 1, group: 0 });
  expect(widestGroup({ step: 1, worlds: [{ groups: [group(2, 2)] }] } as never)).toEqual({}); // all alike
});

describe('nearest', () => {
  it('leads addresses that name too little or too much to a node', () => {
    expect(nearest(tree, {})).toEqual({ world: 0, group: 0, branch: tree.worlds[0]!.groups[0]!.trunk });
    expect(nearest(tree, { world: 99, group: 99, branch: 99 })).toMatchObject({ world: 3, branch: 3 });
    expect(nearest({ step: 1, worlds: [] }, { world: 2 })).toEqual({ world: 0, group: 0, branch: 0 });
    expect(inWorld(tree, start, -1)).toEqual(start);
  });
});
