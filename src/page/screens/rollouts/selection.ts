// Which node of the tree is looked at, and what a key does to it. Pure: no keyboard, no address.
import type { StepTree, WorldRecord } from '../../../learning/rollouts/transcript';

/** Indices from 0. */
export interface Selection {
  readonly world: number;
  readonly group: number;
  readonly branch: number;
}

export type Wish =
  | { readonly kind: 'select'; readonly selection: Selection }
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'pin' | 'unpin' | 'play' | 'help' };

/** Every key, for the list that "?" shows. */
export const keyList: readonly (readonly [keys: string, meaning: string])[] = [
  ['← →', 'along the trunk, turn by turn'],
  ['↑ ↓', 'among the branches of a group'],
  ['[ ]  or  PgUp PgDn', 'the room before, the next room'],
  ['Shift ← →', 'the training step before, the next step'],
  ['Home End', 'first and last group of the room'],
  ['T', 'back to the trunk'],
  ['Space', 'play the moves'],
  ['Enter', 'pin this branch while the pointer wanders; Esc lets go'],
  ['P', 'present: larger, the tree and its boards alone; P or Esc leaves'],
  ['Ctrl P', 'print the tree and this answer'],
  ['?', 'this list'],
];

export interface Key {
  readonly key: string;
  readonly shift?: boolean;
}

/** What a key asks for; undefined when it means nothing here. */
export function wishOf(tree: StepTree, at: Selection, { key, shift = false }: Key): Wish | undefined {
  const world = tree.worlds[at.world];
  const select = (selection: Selection): Wish => ({ kind: 'select', selection: nearest(tree, selection) });
  if (shift && key === 'ArrowLeft') return { kind: 'step', by: -1 };
  if (shift && key === 'ArrowRight') return { kind: 'step', by: 1 };
  const wishes: Readonly<Record<string, () => Wish>> = {
    ArrowLeft: () => select(onTrunk(world, at, at.group - 1)),
    ArrowRight: () => select(onTrunk(world, at, at.group + 1)),
    Home: () => select(onTrunk(world, at, 0)),
    End: () => select(onTrunk(world, at, (world?.groups.length ?? 1) - 1)),
    t: () => select(onTrunk(world, at, at.group)),
    ArrowUp: () => select({ ...at, branch: at.branch - 1 }),
    ArrowDown: () => select({ ...at, branch: at.branch + 1 }),
    '[': () => select(inWorld(tree, at, at.world - 1)),
    PageUp: () => select(inWorld(tree, at, at.world - 1)),
    ']': () => select(inWorld(tree, at, at.world + 1)),
    PageDown: () => select(inWorld(tree, at, at.world + 1)),
    Enter: () => ({ kind: 'pin' }),
    Escape: () => ({ kind: 'unpin' }),
    ' ': () => ({ kind: 'play' }),
    '?': () => ({ kind: 'help' }),
  };
  const name = key === 'T' ? 't' : key;
  return Object.hasOwn(wishes, name) ? wishes[name]?.() : undefined;
}

/** The trunk of the world's group with that number, or of the nearest there is. */
export function onTrunk(world: WorldRecord | undefined, at: Selection, group: number): Selection {
  const number = Math.min(Math.max(0, group), Math.max(0, (world?.groups.length ?? 0) - 1));
  return { world: at.world, group: number, branch: world?.groups[number]?.trunk ?? 0 };
}

/** Another world at the same moment of its play, on its trunk. */
export function inWorld(tree: StepTree, at: Selection, world: number): Selection {
  const number = Math.min(Math.max(0, world), Math.max(0, tree.worlds.length - 1));
  if (number === at.world) return at;
  return onTrunk(tree.worlds[number], { ...at, world: number }, at.group);
}

/** The group whose answers differ most in what they earned: what to look at first. Of equals the first. */
export function widestGroup({ worlds }: StepTree): Partial<Selection> {
  let [widest, at]: [number, Partial<Selection>] = [0, {}];
  for (const [world, { groups }] of worlds.entries())
    for (const [group, { branches }] of groups.entries()) {
      const rewards = branches.map(({ reward }) => reward);
      const spread = Math.max(...rewards) - Math.min(...rewards);
      if (spread > widest) [widest, at] = [spread, { world, group }];
    }
  return at;
}

/** The node itself where there is one, else the nearest: for addresses typed by hand and trees of another step. Without
 *  a group the first, without a branch the trunk. */
export function nearest(tree: StepTree, wanted: Partial<Selection>): Selection {
  const world = Math.min(Math.max(0, wanted.world ?? 0), Math.max(0, tree.worlds.length - 1));
  const groups = tree.worlds[world]?.groups ?? [];
  const group = Math.min(Math.max(0, wanted.group ?? 0), Math.max(0, groups.length - 1));
  const branches = groups[group]?.branches.length ?? 0;
  const branch = wanted.branch ?? groups[group]?.trunk ?? 0;
  return { world, group, branch: Math.min(Math.max(0, branch), Math.max(0, branches - 1)) };
}
