import { expect, test } from 'vitest';
import type { TrainingGroup } from '../../contract/learner';
import { presetById } from '../config/presets';
import type { StepTree } from '../rollouts/transcript';
import { withAfterLearning } from './after-learning';
import type { GroupWithAdvantages } from './assign-advantages';

const { config: preset } = presetById('sokoban');
const config = { ...preset, settings: { ...preset.settings, temperature: 0.7 } };
const group = (policy: string, world: number, reward_K: readonly number[]) => ({
  role: policy,
  policy,
  world,
  turn: 1,
  prompt_P: [world, 7],
  branches: reward_K.map((reward, k) => ({
    token_T: [k, 9],
    logp_T: [-1, -2],
    text: `${k}`,
    stop: 'end',
    reward,
    advantage: reward - 0.5,
  })),
});
const groups = [group('plan', 0, [1, 1]), group('tool', 1, [1, 1]), group('plan', 1, [0, 1])];
const step = {
  tree: { step: 3, worlds: [0, 1].map((at) => ({ groups: groups.filter(({ world }) => world === at) })) },
  groups,
} as unknown as { readonly tree: StepTree; readonly groups: readonly GroupWithAdvantages[] };

function learnt(updated: readonly string[]) {
  const asked: { policy: string; batch: readonly TrainingGroup[] }[] = [];
  const logprobs = async (policy: string, batch: readonly TrainingGroup[]) => {
    asked.push({ policy, batch });
    return batch.map(({ completions }) => completions.map(({ token_T }) => token_T.map((token) => (token + 1) / -3)));
  };
  const tree = withAfterLearning({ logprobs }, { ...step, updated, config });
  return { asked, tree };
}

test('the one group that is told of is scored once more, by the policy as updated, and kept to six digits', async () => {
  const { asked, tree } = learnt(['plan', 'tool']);
  const kept = (await tree).worlds.map((world) =>
    world.groups.map(({ branches }) => branches.map((b) => b.afterLogp_T)),
  );
  expect(kept).toEqual([
    [[undefined, undefined]],
    [
      [undefined, undefined],
      [
        [-0.333333, -3.33333],
        [-0.666667, -3.33333],
      ],
    ],
  ]);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.policy).toBe('plan');
  expect(asked[0]?.batch).toMatchObject([{ prompt_P: [1, 7], temperature: 0.7 }]);
});

test('nothing is scored of a policy that was not updated', async () => {
  const { asked, tree } = learnt(['tool']);
  expect(await tree).toBe(step.tree);
  expect(asked).toEqual([]);
});
