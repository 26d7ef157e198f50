import { beforeAll, describe, expect, it } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { WorldRecord } from '../../../learning/rollouts/transcript';
import { scriptedTree } from './scripted-tree.fixture';
import { headHeight, headOf, layOutTree } from './tree-layout';

const frame = { width: 680, height: 480, fullReward: 2 };
let world: WorldRecord;

beforeAll(async () => {
  const { config } = presetById('sokoban');
  const tree = await scriptedTree({
    config: { ...config, settings: { ...config.settings, worldsPerStep: 8 } },
    step: 1,
    skill: 0.02,
  });
  world = tree.worlds.reduce((longest, each) => (each.groups.length > longest.groups.length ? each : longest));
});

describe('layOutTree', () => {
  it('has a column for each group, time to the right, and a chip for each answer', () => {
    const { columns } = layOutTree(world, frame);
    expect(columns.map((column) => column.chips.length)).toEqual(world.groups.map((group) => group.branches.length));
    for (const [index, column] of columns.entries())
      if (index > 0) expect(column.x).toBeGreaterThan(columns[index - 1]!.x);
  });

  it('keeps chips inside the frame, below the heads, without overlap, in the order of the branches', () => {
    for (const column of layOutTree(world, frame).columns) {
      let bottom = headHeight;
      for (const chip of column.chips) {
        expect(chip.y).toBeGreaterThanOrEqual(bottom);
        expect(chip.x).toBeGreaterThanOrEqual(column.x);
        expect(chip.x + chip.width).toBeLessThanOrEqual(column.x + column.width);
        bottom = chip.y + chip.height;
      }
      expect(bottom).toBeLessThanOrEqual(frame.height);
    }
  });

  it('draws more reward taller', () => {
    layOutTree(world, frame).columns.forEach((column, g) => {
      const branches = world.groups[g]!.branches;
      const best = branches.reduce((top, branch, k) => (branch.reward > branches[top]!.reward ? k : top), 0);
      expect(column.chips[best]!.height).toBe(Math.max(...column.chips.map((chip) => chip.height)));
    });
  });

  it('leads the trunk through the trunk chip of every group, from the start board to the end board', () => {
    const layout = layOutTree(world, frame);
    const numbers = layout.trunk.match(/-?[\d.]+/g)!.map(Number);
    layout.columns.forEach((column, g) => {
      const chip = column.chips[world.groups[g]!.trunk]!;
      expect(numbers.some((value) => Math.abs(value - chip.x) < 0.06)).toBe(true);
      expect(numbers.some((value) => Math.abs(value - chip.y - chip.height / 2) < 0.06)).toBe(true);
    });
    expect(numbers.at(-2)).toBeCloseTo(layout.end.x, 0);
  });

  it('of very thin answers writes the rewards of those that are looked at, where columns are wide', () => {
    const thin = { ...frame, height: 200 };
    const two = { ...world, groups: world.groups.slice(0, 2) };
    expect(layOutTree(two, thin)).toMatchObject({ numbers: 'chosen', numberSize: 12 });
    expect(layOutTree(two, { ...thin, large: true })).toMatchObject({ numbers: 'chosen', numberSize: 15 });
    expect(layOutTree(two, { ...thin, width: 300 }).numbers).toBe('nowhere');
  });

  it('draws no line through a number: links and trunk go on behind them', () => {
    for (const large of [false, true]) {
      const { numbers, columns, trunk } = layOutTree(world, { ...frame, large });
      expect(numbers).toBe('beside');
      const starts = [...trunk.matchAll(/M(-?[\d.]+) /g)].map(([, x]) => Number(x));
      expect(starts).toHaveLength(1 + columns.length);
      columns.forEach(({ chips }, index) => {
        const behind = chips[0]!.x + chips[0]!.width + 48; // “2.00 ✓” of the trunk, in bold
        expect(starts[index + 1]).toBeGreaterThanOrEqual(behind);
        for (const link of columns[index + 1]?.links ?? [])
          expect(Number(/^M(-?[\d.]+) /.exec(link)?.[1])).toBeGreaterThanOrEqual(behind);
      });
    }
  });

  it('folds a group away in which all answers earned the same, until one of it is looked at', () => {
    const [first, ...rest] = world.groups;
    const same = first!.branches.map((branch) => ({ ...branch, reward: 1 }));
    const flat = { ...world, groups: [{ ...first!, dropped: 'flat' as const, branches: same }, ...rest] };
    const heightOf = (open?: number) => {
      const [column] = layOutTree(flat, { ...frame, open }).columns;
      return [column!.folded, column!.chips.at(-1)!.y - column!.chips[0]!.y] as const;
    };
    const [, whole] = heightOf(0);
    expect(heightOf(0)[0]).toBe(false);
    expect(heightOf(1)[0]).toBe(true);
    expect(heightOf()[1]).toBeLessThan(whole / 2);
    const unlike = { ...flat, groups: [{ ...first!, dropped: 'flat' as const }, ...rest] };
    expect(layOutTree(unlike, frame).columns[0]!.folded).toBe(false);
  });

  it('writes larger numbers for those who sit far away, as large as their slots allow', () => {
    const size = (large: boolean, height = frame.height) => layOutTree(world, { ...frame, height, large }).numberSize;
    expect(size(true)).toBeGreaterThan(size(false));
    expect(size(true, 260)).toBeLessThanOrEqual((260 - headHeight) / world.groups[0]!.branches.length);
  });

  it('grows wider than the frame rather than squeezing many turns, and never narrower', () => {
    const groups = Array.from({ length: 24 }, (_, index) => ({ ...world.groups[0]!, turn: 1 + Math.floor(index / 2) }));
    const long = layOutTree({ ...world, groups }, frame);
    expect(long.width).toBeGreaterThan(frame.width);
    expect(long.turns).toHaveLength(12);
    expect(layOutTree({ ...world, groups: [] }, frame)).toMatchObject({ width: frame.width, columns: [] });
  });

  it('lays out 24 groups of 64 answers in a few milliseconds, in order even when slots are thin', () => {
    const branches = Array.from({ length: 64 }, () => world.groups[0]!.branches[0]!);
    const groups = Array.from({ length: 24 }, (_, index) => ({
      ...world.groups[0]!,
      branches,
      turn: 1 + Math.floor(index / 2),
    }));
    const { columns, numbers } = layOutTree({ ...world, groups }, frame);
    expect(columns.flatMap((column) => column.chips)).toHaveLength(24 * 64);
    expect(numbers).toBe('nowhere');
    const last = columns[0]!.chips.at(-1)!;
    expect(last.slotY + last.slotHeight).toBeLessThanOrEqual(frame.height);
  });

  it('writes rewards in the chips, beside them where sixteen are thin or a phone’s columns narrow', () => {
    const wide = { width: 900, height: 480, fullReward: 2 };
    const group = world.groups[0]!;
    const of = (branches: number, columns = 2) => ({
      ...world,
      groups: Array.from({ length: columns }, () => ({
        ...group,
        branches: Array.from({ length: branches }, () => group.branches[0]!),
        trunk: 0,
      })),
    });
    expect(layOutTree(of(8), wide).numbers).toBe('inside');
    expect(layOutTree(of(8, 4), { ...wide, width: 390 }).numbers).toBe('beside');
    for (const frame of [wide, { ...wide, width: 390, height: 300 }]) {
      const { numbers, columns } = layOutTree(of(16), frame);
      expect(numbers).toBe('beside');
      for (const { x, width, chips } of columns)
        for (const chip of chips) {
          expect(chip.width).toBeGreaterThanOrEqual(15);
          expect(x + width - chip.x - chip.width).toBeGreaterThanOrEqual(36); // “1.80 ✓”
        }
    }
  });
});

it('a role’s name fits into its pill: smaller where it is long, cut off where it is too long', () => {
  expect(headOf('Tool', 120)).toEqual({ text: 'Tool', fontSize: 12, width: 64 });
  const wide = headOf('Proposer', 120);
  expect(wide).toMatchObject({ text: 'Proposer', fontSize: 12 });
  expect(wide.width).toBeGreaterThan(64);
  const narrow = headOf('Reasoner', 64);
  expect(narrow.text).toBe('Reasoner');
  expect(narrow.fontSize).toBeLessThan(12);
  expect(headOf('a-node-of-a-long-name 2', 64)).toMatchObject({ fontSize: 9, width: 64 });
  expect(headOf('a-node-of-a-long-name 2', 64).text).toMatch(/…$/);
});
