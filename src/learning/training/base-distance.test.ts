import { expect, test } from 'vitest';
import type { TrainingGroup } from '../../contract/learner';
import { settingsFrom } from '../config/run-config';
import type { GroupWithAdvantages } from './assign-advantages';
import { baseDistances, measuresDistance } from './base-distance';

const groupOf = (policy: string, turn: number, logps: readonly (readonly number[])[]) =>
  ({
    role: policy,
    policy,
    world: 0,
    seed: 1,
    turn,
    prompt_P: [turn],
    branches: logps.map((logp_T) => ({ token_T: logp_T.map(() => 5), logp_T, advantage: 0 })),
  }) as unknown as GroupWithAdvantages;

/** A base that gives every token −1, and keeps what it was asked. */
function baseOf() {
  const asked: (readonly TrainingGroup[])[] = [];
  const logprobs = async (policy: string, batch: readonly TrainingGroup[]) => {
    expect(policy).toBe('base');
    asked.push(batch);
    return batch.map(({ completions }) => completions.map(({ token_T }) => token_T.map(() => -1)));
  };
  return { asked, logprobs };
}

test('k3 to the base by hand: e^r − r − 1, r the base’s log-probability less the policy’s, as a mean over tokens', async () => {
  const { asked, logprobs } = baseOf();
  const groups = [groupOf('plan', 1, [[-1, -2]]), groupOf('tool', 1, [[-0.5]]), groupOf('base', 1, [[-9]])];
  const distances = await baseDistances({ logprobs }, groups, (role) => (role === 'tool' ? 0.7 : 1));
  // r = 0 and 1: (0 + (e − 2)) ÷ 2; r = −0.5: e^−0.5 − 0.5
  expect(distances['plan']?.k3).toBeCloseTo(0.359141, 6);
  expect(distances['tool']?.k3).toBeCloseTo(0.106531, 6);
  expect(distances['plan']).toMatchObject({ tokens: 2, groups: 1 });
  expect(Object.keys(distances)).toEqual(['plan', 'tool']);
  expect(asked).toHaveLength(1); // one batch, at the temperatures of the samples
  expect(asked[0]?.map(({ temperature }) => temperature)).toEqual([1, 0.7]);
});

test('of many groups eight are measured, spread over the step', async () => {
  const { asked, logprobs } = baseOf();
  const groups = Array.from({ length: 32 }, (_, turn) => groupOf('plan', turn, [[-1]]));
  expect(await baseDistances({ logprobs }, groups, () => 1)).toEqual({ plan: { k3: 0, tokens: 8, groups: 8 } });
  expect(asked[0]?.map(({ prompt_P }) => prompt_P[0])).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
});

test('it is measured where the team is evaluated, and in the last step', () => {
  const settings = settingsFrom({ steps: 7, evaluateEvery: 3 });
  expect([1, 2, 3, 4, 5, 6, 7].filter((step) => measuresDistance(settings, step))).toEqual([3, 6, 7]);
});
