import { readFileSync } from 'node:fs';
import { expose } from 'comlink';
import { afterAll, expect, test } from 'vitest';
import { tableLearner } from '../lab/table-learner';
import { plainLanguage, tokenizerFrom } from '../learning/language/tokenizer';
import type { PlayProgress } from '../learning/rollouts/play-settings';
import { type Player, playTogether } from '../learning/rollouts/together';
import type { PromptGroup } from '../learning/training/learner';
import { presetById } from '../learning/training/presets';
import { trainingStep } from '../learning/training/step';
import { remoteSeat } from './rollout-client';
import { pooledPlayer } from './rollout-pool';
import { rolloutWorkerApi } from './rollout-seat';

const tokenizerJson = JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8'));
const tokenizer = tokenizerFrom(tokenizerJson);
const vocabulary = 'UDLR'.split('').flatMap((move) => tokenizer.encode(move));
const ports: MessagePort[] = [];
afterAll(() => ports.forEach((port) => port.close()));

/** Seats behind message channels: everything crosses as it does between threads. */
function pool(size: number) {
  return pooledPlayer(
    Array.from({ length: size }, () => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port1, port2);
      expose(rolloutWorkerApi(), port2);
      return remoteSeat(port1, { tokenizerJson, language: plainLanguage });
    }),
  );
}

async function learner() {
  const table = tableLearner({ vocabulary, endToken: tokenizer.endToken });
  for (const policy of ['tool', 'plan']) await table.addPolicy(policy, { kind: 'adapter', rank: 1, alpha: 1, seed: 1 });
  return table;
}

const { config } = presetById('quick');
const walk = { config: { ...config, settings: { ...config.settings, worldsPerStep: 7 } }, step: 3, tokenizer, now: () => 0 };

test.each([1, 2, 4])('a step played by a pool of %i equals the step played in one place', async (size) => {
  const alone = await trainingStep({ ...walk, learner: await learner(), player: playTogether });
  const together = await trainingStep({ ...walk, learner: await learner(), player: pool(size) });
  expect(together).toEqual(alone);
});

test('the questions of all workers are put as one', async () => {
  const batches: number[] = [];
  const counted = async () => {
    const table = await learner();
    const sample = (groups: readonly PromptGroup[]) => {
      batches.push(groups.length);
      return table.sample(groups);
    };
    return { ...table, sample };
  };
  await trainingStep({ ...walk, learner: await counted(), player: playTogether });
  const alone = batches.splice(0);
  await trainingStep({ ...walk, learner: await counted(), player: pool(3) });
  expect(batches).toEqual(alone);
});

test('the boards shown are those of the first worlds, as if played in one place', async () => {
  const last = async (player: Player) => {
    const told: PlayProgress[] = [];
    await trainingStep({ ...walk, learner: await learner(), player, onStage: (_, progress) => progress && told.push(progress) });
    return told.at(-1);
  };
  expect(await last(pool(3))).toEqual(await last(playTogether));
});

test('an engine that fails fails the play, in every worker', async () => {
  const failing = { ...(await learner()), sample: () => Promise.reject(new Error('out of memory')) };
  await expect(trainingStep({ ...walk, learner: failing, player: pool(3) })).rejects.toThrow('out of memory');
});
