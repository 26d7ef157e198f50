import { readFileSync } from 'node:fs';
import { expose } from 'comlink';
import { afterAll, expect, test } from 'vitest';
import type { PromptGroup } from '../contract/learner';
import { tableLearner } from '../contract/table-learner.fixture';
import { scriptedRunner } from '../learning/agents/scripted-runner.fixture';
import { toolAndPlanSpec } from '../learning/agents/teams/specs';
import { catalogueOf, type Makers } from '../learning/catalogue';
import { presetById } from '../learning/config/presets';
import type { RunConfig } from '../learning/config/run-config';
import { environmentById } from '../learning/environments';
import { plainLanguage, tokenizerFrom } from '../learning/language/tokenizer';
import type { PlayProgress } from '../learning/rollouts/play-settings';
import { type Player, playTogether } from '../learning/rollouts/together';
import { trainingStep } from '../learning/training/step';
import { remoteRolloutWorker } from './rollout-client';
import { pooledPlayer, type RolloutWorker } from './rollout-pool';
import { type RolloutWorkerApi, rolloutWorkerApi } from './rollout-worker-api';
import { callsOf } from './start-worker';

const tokenizerJson = JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8'));
const tokenizer = tokenizerFrom(tokenizerJson);
const vocabulary = 'UDLR'.split('').flatMap((move) => tokenizer.encode(move));
const ports: MessagePort[] = [];
afterAll(() => ports.forEach((port) => port.close()));

const ownMap = { ...environmentById('plan-path'), card: { ...environmentById('plan-path').card, id: 'mine' } };
const makers: Makers = { world: () => ownMap };

/** Workers behind message channels: everything crosses as it does between threads. */
function workers(size: number): RolloutWorker[] {
  return Array.from({ length: size }, () => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    expose(
      rolloutWorkerApi(async () => makers),
      port2,
    );
    return remoteRolloutWorker(callsOf<RolloutWorkerApi>(port1), { tokenizerJson, language: plainLanguage });
  });
}

function pool(size: number) {
  return pooledPlayer(workers(size));
}

async function learner() {
  const table = tableLearner({ vocabulary, endToken: tokenizer.endToken });
  for (const policy of ['tool', 'plan']) await table.addPolicy(policy, { kind: 'adapter', rank: 1, alpha: 1, seed: 1 });
  return table;
}

const { config } = presetById('quick');
const walk = {
  config: { ...config, settings: { ...config.settings, worldsPerStep: 7 } },
  step: 3,
  tokenizer,
  now: () => 0,
};

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

test('with a learner that likes two questions at once a step is the same, and each lane asks for itself', async () => {
  const alone = await trainingStep({ ...walk, learner: await learner() });
  const players: [Player, number][] = [
    [playTogether, 2],
    [pool(3), 2],
    [pool(1), 1],
  ];
  for (const [player, lanes] of players) {
    const underWay = { now: 0, most: 0 };
    const table = await learner();
    const sample = async (groups: readonly PromptGroup[]) => {
      underWay.most = Math.max(underWay.most, ++underWay.now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay.now--;
      return table.sample(groups);
    };
    const inLanes = await trainingStep({ ...walk, learner: { ...table, sample, lanes: 2 }, player });
    expect(inLanes).toEqual(alone);
    expect(underWay.most).toBe(lanes);
  }
});

test('the boards shown are those of the first worlds, as if played in one place', async () => {
  const last = async (player: Player) => {
    const told: PlayProgress[] = [];
    await trainingStep({
      ...walk,
      learner: await learner(),
      player,
      onStage: (_, progress) => progress && told.push(progress),
    });
    return told.at(-1);
  };
  expect(await last(pool(3))).toEqual(await last(playTogether));
});

const mixed: RunConfig = {
  ...walk.config,
  team: 'my-team',
  worlds: [
    { environment: 'sokoban', environmentSettings: { size: 6, boxes: 1 }, share: 1 },
    { environment: 'mine', environmentSettings: { size: 6 }, share: 2 },
  ],
};
const definitions = {
  teams: [{ ...toolAndPlanSpec, id: 'my-team' }],
  modules: [{ card: ownMap.card, source: 'export …' }],
};

test.each([1, 3])('several worlds, a team and a world that the run brings along, in a pool of %i', async (size) => {
  const own = { ...walk, config: mixed, catalogue: catalogueOf(definitions, makers) };
  const alone = await trainingStep({ ...own, learner: await learner(), player: playTogether });
  expect(alone.tree.worlds.map(({ environment }) => environment)).toEqual([
    ...['sokoban', 'sokoban'],
    ...['mine', 'mine', 'mine', 'mine', 'mine'],
  ]);
  const shared = workers(size);
  expect(await trainingStep({ ...own, learner: await learner(), player: pooledPlayer(shared, definitions) })).toEqual(
    alone,
  );
  // The next run brings nothing along: its definitions take the place of the others.
  const next = trainingStep({ ...own, learner: await learner(), player: pooledPlayer(shared) });
  await expect(next).rejects.toThrow(/there is no (team "my-team"|environment "mine")/);
});

test('programs of all workers go to the one runner beside the trainer', async () => {
  const tokenizerOfChat = { endToken: '<end>', chatTemplate: '{% for m in messages %}{{ m.content }}{% endfor %}' };
  const chatting = tokenizerFrom(tokenizerJson, tokenizerOfChat);
  const speaking = Array.from({ length: 3 }, () => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    expose(rolloutWorkerApi(), port2);
    return remoteRolloutWorker(callsOf<RolloutWorkerApi>(port1), { tokenizerJson, language: tokenizerOfChat });
  });
  const config = { ...walk.config, wording: 'instruct', toolLanguage: 'python' } as const;
  const step = async (player: Player, runner = scriptedRunner(({ seed }) => 'UDLR'.charAt(seed % 4))) => ({
    runner,
    ...(await trainingStep({ ...walk, config, tokenizer: chatting, learner: await learner(), player, runner })),
  });
  const alone = await step(playTogether);
  const together = await step(pooledPlayer(speaking));
  expect(together.tree).toEqual(alone.tree);
  const asked = (of: typeof alone) => of.runner.calls.flat().length;
  expect(asked(alone)).toBeGreaterThan(0);
  expect(asked(together)).toBe(asked(alone));
  const without = trainingStep({
    ...walk,
    config,
    tokenizer: chatting,
    learner: await learner(),
    player: pooledPlayer(speaking),
  });
  await expect(without).rejects.toThrow('the role "tool" has programs to run, and there is no program runner');
});

test('an engine that fails fails the play, in every worker', async () => {
  const failing = { ...(await learner()), sample: () => Promise.reject(new Error('out of memory')) };
  await expect(trainingStep({ ...walk, learner: failing, player: pool(3) })).rejects.toThrow('out of memory');
});
