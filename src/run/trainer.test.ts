import { firstWorld } from '../learning/config/worlds';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { check } from '../basics/check';
import type { PlannedBatch } from '../engine/model/memory-plan';
import { hashOfJson } from '../files/formats/hash';
import { openStorage } from '../files/storage/storage';
import { toolAndPlanSpec, toolSpec } from '../learning/agents/teams/specs';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import { environmentById } from '../learning/environments';
import { worldSeed } from '../learning/environments/splits';
import type { LabKinds } from './run-store';
import { base, config, engine, learners, small, tableTrainer } from './table-trainer.test-data';
import { createTrainer } from './trainer';
import type { TrainerApi, TrainerEvent } from './trainer-api';

let events: TrainerEvent[];
let trainer: TrainerApi;
let database: string;
beforeEach(async () => {
  ({ trainer, events, database } = await tableTrainer());
});

const rested = async () => {
  for (;;) {
    const last = events.findLast((event) => event.kind === 'status');
    if (last?.kind === 'status' && last.status !== 'running') return last;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

test('start resolves with a stored run, which trains to its end and can be exported', async () => {
  await trainer.selfTest();
  const id = await trainer.start(config, 'First');
  expect(await rested()).toMatchObject({ runId: id, status: 'finished', step: 4 });
  expect(await trainer.tree(id, 1)).toMatchObject({ step: 1 });
  const { bytes, fileName } = await trainer.exportRun(id, { format: 'run' });
  expect(fileName).toBe('first.json');
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ status: 'finished', selfTest: { passed: true } });
});

test('a run that does not fit the GPU is refused with the numbers, and nothing is kept or opened', async () => {
  const before = learners.opened;
  const large = { ...config, settings: settingsFrom({ ...small, branches: 64 }) };
  await expect(trainer.start(large)).rejects.toThrow('needs 9 GiB, there are 2');
  expect(learners.opened).toBe(before);
  await expect(trainer.exportResults([], 'csv')).resolves.toBeDefined();
  const id = await trainer.start(config); // and it is free for the next
  await rested();
  expect(events.find(({ kind }) => kind === 'memory')).toMatchObject({ runId: id, sentence: 'needs up to 0.1 GiB' });
});

test('what a run takes of the memory is known before it begins, and so is its refusal', async () => {
  const before = { ...learners };
  const seed = worldSeed('test', 3);
  const play = () => trainer.play({ team: { kind: 'untrained' }, config, seed });
  const played = await play();
  expect(await trainer.planMemory(config)).toEqual({
    kind: 'fits',
    words: 'needs up to 0.1 GiB',
    tokens: expect.any(Number),
  });
  const large = { ...config, settings: settingsFrom({ ...small, branches: 64 }) };
  expect(await trainer.planMemory(large)).toEqual({
    kind: 'refused',
    words: 'needs 9 GiB, there are 2: use fewer branches',
  });
  const packed = {
    ...config,
    trainable: 'all-weights',
    settings: settingsFrom({ ...small, basePrecision: 'int8' }),
  } as const;
  const { words } = await trainer.planMemory(packed);
  expect(words).toContain('training all weights needs basePrecision f32');
  expect(await play()).toEqual(played);
  expect(learners).toEqual({ opened: before.opened + 1, closed: before.closed }); // its learner goes on
  await expect(trainer.start(packed)).rejects.toThrow(words); // in the very words
  expect(await (await openStorage<LabKinds>(database)).runs.list()).toEqual([]);
});

test('a plan loads no base, keeps what it reads of the model, and tells the page what it cannot know by rejecting', async () => {
  const read: string[] = [];
  const outline = async (model: string) => {
    read.push(model);
    check(model !== 'gone', 'gone: is not in this browser’s storage');
    return base;
  };
  const planned = createTrainer({
    engine,
    openRunStore: () => Promise.reject(new Error('no storage')),
    readBase: () => Promise.reject(new Error('no weights')),
    readOutline: outline,
    features: [
      {
        name: 'models',
        feature: { verbs: async ({ forgetModel }) => ({ forget: async (name) => forgetModel(name) }) },
      },
    ],
    now: () => 0,
  });
  expect(await planned.planMemory(config)).toMatchObject({ kind: 'fits' });
  expect(await planned.planMemory(config)).toMatchObject({ kind: 'fits' });
  expect(read).toEqual(['sprout']);
  await planned.ask('models', 'forget', ['sprout']);
  await planned.planMemory(config);
  expect(read).toEqual(['sprout', 'sprout']);
  await expect(planned.planMemory({ ...config, model: 'gone' })).rejects.toThrow('gone: is not in this browser');
});

test('what a run brings along is planned with: its problems, its world, its team', async () => {
  const problems = [
    { question: 'How many pears are two pears and three?', answer: '5' },
    { question: 'How many are ten plums less four?', answer: '6' },
  ];
  const set = { world: 'maths', name: 'mine', hash: await hashOfJson(problems) } as const;
  const world = { ...environmentById('plan-path'), card: { ...environmentById('plan-path').card, id: 'own/mine' } };
  const asked: PlannedBatch[] = [];
  let kept = true;
  const planned = createTrainer({
    engine: {
      ...engine,
      planFor: async (_base, _precision, { batch }) => {
        asked.push(batch);
        return { sentence: 'needs up to 0.1 GiB' };
      },
    },
    openRunStore: () => Promise.reject(new Error('no storage')),
    readBase: () => Promise.reject(new Error('no weights')),
    readOutline: async () => base,
    readProblems: async ({ hash }) => (kept && hash === set.hash ? problems : undefined),
    openMakers: async () => ({ world: () => world }),
    now: () => 0,
  });
  const maths = presetById('maths').config;
  const { settings } = config;
  const onSet = {
    ...maths,
    settings,
    worlds: [{ environment: 'maths/mine', environmentSettings: {}, share: 1 }],
    definitions: { problems: [set] },
  };
  expect(await planned.planMemory(onSet)).toMatchObject({ kind: 'fits' });
  const team = { ...toolAndPlanSpec, id: 'mine', roles: [{ ...toolSpec, id: 'scout' }, ...toolAndPlanSpec.roles] };
  const own = {
    ...config,
    worlds: [{ ...firstWorld(presetById('plan-path').config), environment: world.card.id }],
    team: team.id,
    policies: { scout: 'tool', tool: 'tool', plan: 'plan' },
    definitions: { teams: [team], modules: [{ card: world.card, source: 'export …' }] },
  };
  expect(await planned.planMemory(own)).toMatchObject({ kind: 'fits' });
  const { worldsPerStep, turns } = small;
  expect(asked.map(({ trained }) => trained)).toEqual([worldsPerStep * turns, 2 * worldsPerStep * turns]);
  kept = false;
  await expect(planned.planMemory(onSet)).rejects.toThrow('the maths problems "mine" are not kept here');
});

test('a plan is made beside a run that trains, which goes on as it would have', async () => {
  await trainer.start(config);
  const plans = await Promise.all([1, 2, 3].map(() => trainer.planMemory(config)));
  expect(new Set(plans.map(({ kind }) => kind))).toEqual(new Set(['fits']));
  expect(await rested()).toMatchObject({ status: 'finished', step: 4 });
});

test('one run trains at a time; a paused one is resumed by its id', async () => {
  const id = await trainer.start(config);
  await expect(trainer.start(config)).rejects.toThrow('a run is training already: pause it first');
  await trainer.pause();
  expect(await rested()).toMatchObject({ status: 'paused' });
  events.length = 0;
  await trainer.resume(id);
  expect(await rested()).toMatchObject({ runId: id, status: 'finished' });
  await expect(trainer.resume('nobody')).rejects.toThrow('there is no run "nobody"');
});

test('a team plays one problem, untrained or as a run left it, beside a run that trains', async () => {
  const id = await trainer.start(config);
  const seed = worldSeed('test', 3);
  const untrained = await trainer.play({ team: { kind: 'untrained' }, config, seed });
  expect(untrained).toMatchObject({ environment: 'sokoban', seed });
  expect(untrained.groups.every((group) => group.branches.length === 1)).toBe(true);
  await rested();
  const before = learners.opened;
  const trained = await trainer.play({ team: { kind: 'run', runId: id }, config, seed });
  expect(await trainer.play({ team: { kind: 'run', runId: id }, config, seed })).toEqual(trained);
  expect(learners.opened).toBe(before); // an inference session keeps its learner
});

test('the learner of an inference session is closed when a run begins, and opened again for the next game', async () => {
  const seed = worldSeed('test', 3);
  const play = () => trainer.play({ team: { kind: 'untrained' }, config, seed });
  const played = await play();
  const before = { ...learners };
  await trainer.start(config);
  expect(learners.closed).toBe(before.closed + 1);
  await rested();
  expect(learners.opened).toBe(before.opened + 1);
  expect(await play()).toEqual(played);
  expect(learners.opened).toBe(before.opened + 2);
});

test('an evaluation comes with its references; swapped policies may differ', async () => {
  const id = await trainer.start(config);
  await rested();
  const team = { kind: 'run', runId: id } as const;
  const result = await trainer.evaluate({ team, config, n: 6 });
  expect(result).toMatchObject({ n: 6, references: { solver: { rate: 1 }, random: { n: 6 }, untrained: { n: 6 } } });
  expect(await trainer.evaluate({ team, config, n: 6, swap: true })).toMatchObject({ n: 6 });
  expect(events.findLast((event) => event.kind === 'stage')).toMatchObject({ runId: id, stage: 'evaluate', total: 6 });
});

test('a best-of-K search is an evaluation too, by a run’s team or the untrained one', async () => {
  const id = await trainer.start(config);
  await rested();
  const search = { branches: 4, by: 'reward' } as const;
  const wish = { config, n: 6, search, references: false } as const;
  const found = await trainer.evaluate({ ...wish, team: { kind: 'run', runId: id } });
  expect(found).toMatchObject({ n: 6, search });
  expect(found).not.toHaveProperty('references');
  const once = await trainer.evaluate({ team: { kind: 'untrained' }, config, n: 6, references: false });
  const untrained = await trainer.evaluate({ ...wish, team: { kind: 'untrained' } });
  expect(untrained.tokens).toBeGreaterThan(once.tokens as number);
  await expect(trainer.evaluate({ team: { kind: 'untrained' }, config, n: 6, swap: true })).rejects.toThrow(
    'name a run',
  );
});

test('an evaluation can be cancelled, one goes on at a time, and the next is free', async () => {
  const wish = { team: { kind: 'untrained' }, config, n: 6 } as const;
  const first = trainer.evaluate(wish);
  await expect(trainer.evaluate(wish)).rejects.toThrow('an evaluation is going on already');
  await trainer.cancelEvaluation();
  await expect(first).rejects.toThrow('the evaluation was cancelled');
  await trainer.cancelEvaluation(); // nothing to cancel
  expect(await trainer.evaluate(wish)).toMatchObject({ n: 6 });
});

test('a run’s team does not play on another base model than its own', async () => {
  const runId = await trainer.start(config);
  await rested();
  const { runs } = await openStorage<LabKinds>(database);
  await runs.update(runId, { baseHash: 'another one' });
  const team = { kind: 'run', runId } as const;
  const fault = 'the run stands on another base model (another one…, "sprout" here is base…): load that one';
  await expect(trainer.play({ team, config, seed: 2 })).rejects.toThrow(fault);
  await expect(trainer.evaluate({ team, config, n: 2 })).rejects.toThrow(fault);
});

test('a team without a checkpoint says so', async () => {
  await expect(trainer.play({ team: { kind: 'run', runId: 'none' }, config, seed: 2 })).rejects.toThrow(
    'no checkpoint yet',
  );
});

test('a policy starts from another run’s weights, which the configuration names by their hash', async () => {
  const first = await trainer.start(config);
  await rested();
  const start = { plan: await trainer.policyStart(first, 'plan') };
  events.length = 0;
  const id = await trainer.start({ ...config, start }, 'joined');
  expect(await rested()).toMatchObject({ runId: id, status: 'finished' });
  const wrong = { plan: { ...start.plan, hash: 'f'.repeat(64) } };
  await expect(trainer.start({ ...config, start: wrong })).rejects.toThrow('starts from weights ffffffffffff…');
  await expect(trainer.policyStart(first, 'nobody')).rejects.toThrow('has no policy "nobody"');
});

test('a team plays the levels of a collection, by their number', async () => {
  const levels = '; Short\n#####\n#@$.#\n#####\n\n; Long\n######\n#@$ .#\n######\n';
  const on = {
    team: { kind: 'untrained' },
    config: { ...config, worlds: [{ ...firstWorld(config), environmentSettings: { levels: 'two' } }] },
  } as const;
  const starts = await Promise.all(
    [0, 1, 2].map(async (index) => (await trainer.play({ ...on, seed: worldSeed('test', index), levels })).start),
  );
  expect(starts).toEqual([
    ['#####', '#@$.#', '#####'],
    ['######', '#@$ .#', '######'],
    ['#####', '#@$.#', '#####'],
  ]);
  await expect(trainer.play({ ...on, seed: 1, levels: '###\n#@#\n###\n' })).rejects.toThrow(
    'the levels cannot be played: line 1',
  );
});

test('a run trains the team that its configuration carries', async () => {
  const scout = { ...toolSpec, id: 'scout', name: 'Scout' };
  const spec = { ...toolAndPlanSpec, id: 'three', name: 'Three', roles: [scout, ...toolAndPlanSpec.roles] };
  const policies = { scout: 'tool', tool: 'tool', plan: 'plan' };
  const own = {
    ...config,
    team: spec.id,
    definitions: { teams: [spec] },
    policies,
    settings: settingsFrom({ ...small, steps: 1 }),
  };
  const id = await trainer.start(own);
  await expect.poll(() => events.find((event) => event.kind === 'status' && event.status === 'finished')).toBeTruthy();
  const tree = await trainer.tree(id, 1);
  expect(tree?.worlds[0]?.groups.slice(0, 3).map(({ role, policy }) => [role, policy])).toEqual([
    ['scout', 'tool'],
    ['tool', 'tool'],
    ['plan', 'plan'],
  ]);
  const [step] = events.flatMap((event) => (event.kind === 'step' ? [event.report] : []));
  expect(Object.keys(step?.roles ?? {})).toEqual(['scout', 'tool', 'plan']);
  expect(Object.keys(step?.updates ?? {}).sort()).toEqual(['plan', 'tool']);
});

test('its own bundle is told to be here, and nothing is stored', async () => {
  const id = await trainer.start(config, 'First');
  await rested();
  const { bytes, fileName } = await trainer.exportRun(id, { format: 'bundle' });
  const open = () => trainer.openRun(new File([bytes as Uint8Array<ArrayBuffer>], fileName));
  expect(await open()).toEqual({ kind: 'here', id, idInFile: id, name: 'First' });
  expect(await open()).toEqual({ kind: 'here', id, idInFile: id, name: 'First' });
  expect((await (await openStorage<LabKinds>(database)).runs.list()).length).toBe(1);
});
