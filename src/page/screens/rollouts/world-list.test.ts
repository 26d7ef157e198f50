import { expect, it } from 'vitest';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { flatInWords, foldedWorlds } from './world-list';

it('rooms in which every group is flat are counted and folded away', () => {
  const world = (...dropped: readonly (string | undefined)[]) => ({ groups: dropped.map((why) => ({ dropped: why })) });
  const tree = { worlds: [world('flat', 'flat'), world('flat', undefined), world('frozen'), world('flat')] };
  expect(foldedWorlds(tree as unknown as StepTree)).toEqual({ worth: [1, 2], flat: [0, 3], flatGroups: 3 });
  expect(flatInWords(9, 4, 'room')).toBe('9 groups in which all answers earned the same, in 4 rooms');
  expect(flatInWords(1, 1, 'map')).toBe('1 group in which all answers earned the same, in 1 map');
});
