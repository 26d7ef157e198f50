import { tableLearner } from '../contract/table-learner.fixture';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OutOfMemoryError } from '../engine/gpu/device';
import { openStorage } from '../files/storage/storage';
import { presetById } from '../learning/config/presets';
import type { RunConfig } from '../learning/config/run-config';
import { settingsFrom } from '../learning/config/run-config';
import { weightlessBase } from '../models/weightless-base.test-data';
import { forkAt, forkedFrom } from './fork';
import type { OpenLearner } from './open-learner';
import type { LabKinds } from './run-store';
import { resumeSession, startSession } from './session';
import type { SessionParts } from './session-parts';
import { skewed } from './skewed-learner.fixture';
import { type StageGate, stageGate } from './stage-gate';
import type { TrainerEvent } from './trainer-api';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);

function openTable(lost: Promise<string> = new Promise(() => {})): OpenLearner {
  return { learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }), gpu: 'table', lost };
}

function configOf(given: Record<string, number | string>): RunConfig {
  const quick = presetById('quick').config;
  const small = {
    steps: 6,
    worldsPerStep: 3,
    branches: 3,
    turns: 2,
    validationWorlds: 4,
    testWorlds: 4,
    evaluateEvery: 2,
    learningRate: 0.1,
  };
  return { ...quick, settings: settingsFrom({ ...small, ...given }) };
}

let database = 0;
async function lab(changed: Partial<SessionParts> = {}) {
  const events: TrainerEvent[] = [];
  const runStore = await openStorage<LabKinds>(`session-${database++}`);
  const parts: SessionParts = {
    runStore,
    base,
    openLearner: async () => openTable(),
    now: () => 0,
    announce: (event) => events.push(event),
    ...changed,
  };
  return { parts, runStore, events };
}

async function outcomeOf({ runStore }: Awaited<ReturnType<typeof lab>>, id: string) {
  const run = await runStore.runs.get(id);
  return {
    reports: await runStore.metrics.list(id),
    checkpoint: await runStore.checkpoints.load(id),
    best: await runStore.checkpoints.load(id, 'best'),
    trees: await Promise.all([1, 3, 6].map((step) => runStore.trees.get(id, step))),
    status: run?.status,
    before: run?.before,
    after: run?.after,
  };
}

async function uninterrupted(config: RunConfig) {
  const here = await lab();
  const session = await startSession(here.parts, { config, name: 'whole' });
  expect((await session.rested).status).toBe('finished');
  return { here, outcome: await outcomeOf(here, session.runId) };
}

test('R2: a run that is paused and resumed equals the uninterrupted one', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  const here = await lab();
  let session = await startSession(here.parts, { config, name: 'parts' });
  let run = await session.pause();
  const pausedAt: number[] = [];
  while (run.status === 'paused') {
    pausedAt.push(run.step);
    session = await resumeSession(here.parts, session.runId);
    if (pausedAt.length < 4) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      run = await session.pause();
    } else run = await session.rested;
  }
  expect(pausedAt.length).toBeGreaterThan(0);
  const parts = await outcomeOf(here, session.runId);
  expect(parts).toEqual(whole.outcome);
  expect(parts.reports.map((report) => report.step)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(parts.checkpoint?.policies['plan']?.tensors[0]?.data.some((logit) => logit !== 0)).toBe(true);
});

test('R2: a run on several worlds, paused and resumed, equals the uninterrupted one and tells its worlds apart', async () => {
  const worlds = [
    ...presetById('quick').config.worlds,
    { environment: 'plan-path', environmentSettings: { size: 6 }, share: 1 },
  ];
  const config: RunConfig = { ...configOf({}), worlds, sampling: { plan: { training: { temperature: 0.9 } } } };
  const whole = await uninterrupted(config);
  const here = await lab();
  let session = await startSession(here.parts, { config, name: 'parts' });
  expect((await session.pause()).status).toBe('paused');
  session = await resumeSession(here.parts, session.runId);
  expect((await session.rested).status).toBe('finished');
  const { reports, after, ...others } = await outcomeOf(here, session.runId);
  expect({ reports, after, ...others }).toEqual(whole.outcome);
  const names = ['sokoban', 'plan-path'];
  for (const { worlds: told } of reports) expect(Object.keys(told ?? {})).toEqual(names);
  expect(Object.keys(reports[1]?.validation?.worlds ?? {})).toEqual(names);
  expect(Object.values(after?.worlds ?? {}).map(({ n }) => n)).toEqual([2, 2]);
});

/** Chains – what is asked for one answer – all get the same answer, one move longer after each update. So how many maps
 *  an evaluation solves is different every time. */
function walkingFurther(): OpenLearner {
  const { learner, ...opened } = openTable();
  let updates = 0;
  const sample: typeof learner.sample = async (groups) => {
    if (groups.some(({ seed_K }) => seed_K.length > 1)) return learner.sample(groups);
    const token_T = [...tokenizer.encode('RRDDLL'.slice(0, updates)), tokenizer.endToken];
    return groups.map(() => [{ token_T, logp_T: token_T.map(() => 0), stop: 'end' as const }]);
  };
  const update: typeof learner.update = (policy, knobs) => {
    if (policy === 'plan') updates++;
    return learner.update(policy, knobs);
  };
  const load: typeof learner.load = (policy, snapshot) => {
    if (policy === 'plan') updates = snapshot.updates;
    return learner.load(policy, snapshot);
  };
  return { ...opened, learner: { ...learner, sample, update, load } };
}

test('R2: a run under a curriculum goes on from its kept evaluations, and so does its fork', async () => {
  const worlds = [
    ...presetById('quick').config.worlds,
    { environment: 'plan-path', environmentSettings: { size: 5 }, share: 1 },
  ];
  const config: RunConfig = {
    ...configOf({ curriculum: 'success', worldsPerStep: 40, validationWorlds: 40 }),
    worlds,
  };
  const here = await lab({ openLearner: async () => walkingFurther() });
  const whole = await startSession(here.parts, { config, name: 'whole' });
  expect((await whole.rested).status).toBe('finished');
  const outcome = await outcomeOf(here, whole.runId);
  const problems = outcome.reports.map(({ worlds }) => Object.values(worlds ?? {}).map((world) => world.problems));
  expect(problems).toEqual([
    [20, 20],
    [20, 20],
    [13, 27],
    [13, 27],
    [14, 26],
    [14, 26],
  ]);

  let steps = await startSession(here.parts, { config, name: 'step by step', extent: 'one step' });
  while ((await steps.rested).step < 3) steps = await resumeSession(here.parts, steps.runId, 'one step');
  const own = { ...config, fork: await forkAt(here.runStore, steps.runId, 3) };
  const forked = await forkedFrom(async () => here.runStore, own);
  while ((await steps.rested).status === 'paused') steps = await resumeSession(here.parts, steps.runId, 'one step');
  expect(await outcomeOf(here, steps.runId)).toEqual(outcome);

  const fork = await startSession(here.parts, { config: own, name: 'fork', forked });
  await fork.rested;
  expect((await outcomeOf(here, fork.runId)).reports).toEqual(outcome.reports);
});

test('R2: a run trained one step at a time equals the uninterrupted one, and goes on from a rest of any kind', async () => {
  const config = configOf({ checkpointEvery: 4 });
  const whole = await uninterrupted(config);
  const here = await lab();
  let session = await startSession(here.parts, { config, name: 'steps', extent: 'one step' });
  const restedAt: unknown[] = [];
  for (;;) {
    const { status, step } = await session.rested;
    restedAt.push(`${status} ${step}`);
    if (status !== 'paused') break;
    session = await resumeSession(here.parts, session.runId, 'one step');
  }
  expect(restedAt).toEqual([...[1, 2, 3, 4, 5].map((step) => `paused ${step}`), 'finished 6']);
  expectSameRun(await outcomeOf(here, session.runId), whole.outcome);
});

type Waiting = Extract<TrainerEvent, { kind: 'waiting' }>;

/** A lab whose runs wait between stages; `onWait` hears of each wait, with the gate at hand. */
async function slowLab(onWait: (waiting: Waiting, gate: StageGate) => void, changed: Partial<SessionParts> = {}) {
  let clock = 0;
  const gate = stageGate(() => ++clock);
  gate.setMotion('slow');
  const waits: Waiting[] = [];
  const here = await lab({
    now: () => ++clock,
    gate,
    announce: (event) => {
      if (event.kind !== 'waiting') return;
      waits.push(event);
      clock += 1_000_000; // a person looks on
      setTimeout(() => onWait(event, gate));
    },
    ...changed,
  });
  return { here, gate, waits };
}

test('R2: a run in slow motion equals the one trained straight through, and waiting is nobody’s time', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  const { here, waits } = await slowLab((_, gate) => gate.open());
  const { runId, rested } = await startSession(here.parts, { config, name: 'slow' });
  expect((await rested).status).toBe('finished');
  const outcome = await outcomeOf(here, runId);
  for (const { timeMs } of outcome.reports) expect(timeMs.total).toBeLessThan(10_000);
  expectSameRun(outcome, whole.outcome);
  const stages = ['play', 'advantages', 'learn', 'save'];
  const told = waits.map(({ step, after }) => `${step} ${after}`);
  expect(told).toEqual([1, 2, 3, 4, 5, 6].flatMap((step) => stages.map((stage) => `${step} ${stage}`)).slice(0, -1));
  const answers = waits.flatMap(({ after, sight }) => (after === 'learn' ? (sight.told?.answers ?? []) : []));
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.every(({ probability, probabilityNow }) => probability !== probabilityNow)).toBe(true);
});

test('a run that waits between stages and is paused finishes its step, and loses nothing', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  const pausing: (() => void)[] = [];
  const { here, gate } = await slowLab(({ step, after }, gate) => {
    if (step === 2 && after === 'advantages') pausing.at(-1)?.();
    else gate.open();
  });
  const session = await startSession(here.parts, { config, name: 'slow' });
  pausing.push(() => void session.pause());
  expect(await session.rested).toMatchObject({ status: 'paused', step: 2 });
  gate.setMotion('usual');
  expect((await (await resumeSession(here.parts, session.runId)).rested).status).toBe('finished');
  expectSameRun(await outcomeOf(here, session.runId), whole.outcome);
});

test('a run that was left while it waited repeats its step: what it showed of it is forgotten', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const { here } = await slowLab(({ step, after }, gate) => {
    if (step === 3 && after === 'learn') leave();
    else gate.open();
  });
  const { runId } = await startSession(here.parts, { config, name: 'left' });
  await left;
  expect(await here.runStore.trees.get(runId, 3)).toBeDefined();
  expect((await here.runStore.runs.get(runId))?.step).toBe(2);
  const { gate: _, ...straight } = here.parts;
  const resumed = await resumeSession(straight, runId);
  expect((await resumed.rested).status).toBe('finished');
  expectSameRun(await outcomeOf(here, runId), whole.outcome);
});

test('a GPU that is lost while a run waits is opened again, and the run comes to the same', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  const lose: ((reason: string) => void)[] = [];
  const openLearner = async () => openTable(new Promise((resolve) => lose.push(resolve)));
  const { here } = await slowLab(
    ({ step, after }, gate) => {
      if (step === 2 && after === 'learn' && lose.length === 1) lose.at(-1)?.('unplugged');
      else gate.open();
    },
    { openLearner },
  );
  const { runId, rested } = await startSession(here.parts, { config, name: 'lossy' });
  expect((await rested).status).toBe('finished');
  expect(lose).toHaveLength(2);
  expectSameRun(await outcomeOf(here, runId), whole.outcome);
});

/** But for times, which a clock that runs tells. */
function expectSameRun(one: Awaited<ReturnType<typeof outcomeOf>>, other: Awaited<ReturnType<typeof outcomeOf>>) {
  const timeless = ({ reports, before, after, ...rest }: typeof one) => ({
    ...rest,
    reports: reports.map(({ timeMs: _timeMs, validation, updates, ...report }) => ({
      ...report,
      updates: Object.values(updates).map(({ weightDistance: _distance, ...update }) => update),
      validation: validation && { ...validation, seconds: 0 },
    })),
    before: before && { ...before, seconds: 0 },
    after: after && { ...after, seconds: 0 },
  });
  expect(timeless(one)).toEqual(timeless(other));
}

test('a run that does not fit together is not begun', async () => {
  const { parts, runStore } = await lab();
  const starting = startSession(parts, { config: { ...configOf({}), team: 'nobody' }, name: 'odd' });
  await expect(starting).rejects.toThrow('there is no team "nobody"');
  expect(await runStore.runs.list()).toEqual([]);
});

test('R2: a run that broke off between two checkpoints equals the uninterrupted one', async () => {
  const config = configOf({ checkpointEvery: 4, evaluateEvery: 6 });
  const whole = await uninterrupted(config);
  const here = await lab();
  let broken = false;
  const first = {
    ...here.parts,
    announce: (event: TrainerEvent) => {
      if (event.kind === 'step' && event.report.step === 5 && !broken) {
        broken = true;
        throw new Error('the tab was closed');
      }
    },
  };
  const session = await startSession(first, { config, name: 'broken' });
  expect(await session.rested).toMatchObject({ status: 'failed', step: 5, reason: 'the tab was closed' });
  const resumed = await resumeSession(here.parts, session.runId);
  expect(here.events).toEqual([]);
  expect((await resumed.rested).status).toBe('finished');
  expect(await outcomeOf(here, session.runId)).toEqual(whole.outcome);
});

test('S2: a step in which the sampler is off is not applied: the run stops, keeps its checkpoint, says why, and can be resumed', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  let off = true;
  const here = await lab({
    openLearner: async () => {
      const { learner, ...opened } = openTable();
      return { ...opened, learner: skewed(learner, { by: -0.125, when: () => off && playing >= 4 }) };
    },
  });
  let playing = 0;
  const announce = (event: TrainerEvent) => {
    here.events.push(event);
    if (event.kind === 'stage' && event.stage === 'play') playing = event.step;
  };
  const session = await startSession({ ...here.parts, announce }, { config, name: 'off' });
  const stopped = await session.rested;
  expect(stopped).toMatchObject({ status: 'failed', step: 3, refusals: [{ step: 4, tolerance: 1e-3 }] });
  expect(stopped.refusals?.[0]?.mismatches['plan']).toBeCloseTo(0.125, 12);
  expect(stopped.reason).toContain('engine mismatch 0.1250 in policy "plan" (role plan) and 0.1250 in policy "tool"');
  expect(stopped.reason).toContain('at step 4, allowed is 0.001');
  expect(here.events.at(-1)).toMatchObject({ kind: 'status', status: 'failed', reason: stopped.reason });
  const kept = await here.runStore.checkpoints.load(session.runId);
  expect(kept?.step).toBe(3);
  expect(await here.runStore.metrics.list(session.runId)).toEqual(whole.outcome.reports.slice(0, 3));

  off = false;
  const again = await resumeSession(here.parts, session.runId);
  const resumed = await again.rested;
  expect(resumed).toMatchObject({ status: 'finished', refusals: [{ step: 4 }] });
  expect(resumed.reason).toBeUndefined();
  expect(await outcomeOf(here, session.runId)).toEqual(whole.outcome);
});

test('a lost GPU is opened again twice, and the result is that of a run without loss', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  let opened = 0;
  const lose: ((reason: string) => void)[] = [];
  const here = await lab({
    openLearner: async () => {
      opened++;
      return openTable(new Promise((resolve) => lose.push(resolve)));
    },
  });
  const announce = (event: TrainerEvent) => {
    here.events.push(event);
    if (event.kind === 'stage' && event.stage === 'learn' && event.step === 3 && opened <= 2)
      lose.at(-1)?.('unplugged');
  };
  const session = await startSession({ ...here.parts, announce }, { config, name: 'lossy' });
  expect((await session.rested).status).toBe('finished');
  expect(opened).toBe(3);
  expect(here.events.filter((event) => event.kind === 'device-lost')).toEqual([
    { kind: 'device-lost', runId: session.runId, reason: 'unplugged', recovering: true },
    { kind: 'device-lost', runId: session.runId, reason: 'unplugged', recovering: true },
  ]);
  expect(await outcomeOf(here, session.runId)).toEqual(whole.outcome);
});

/** A GPU on which plans of more than `enough` bytes run out of memory in step 2; a plan of `least` cannot be halved. */
function scarce({ enough, least }: { enough: number; least: number }) {
  const taken: number[] = [];
  const planMemory: SessionParts['planMemory'] = async (_precision, _run, rooms) => {
    const bytes = rooms ? rooms.training : 1024;
    const half = { sampling: 0, training: bytes / 2 };
    return { sentence: `needs up to ${bytes} bytes`, half: () => (bytes > least ? half : undefined) };
  };
  const openLearner: SessionParts['openLearner'] = async (_precision, rooms) => {
    const bytes = rooms?.training ?? 1024;
    taken.push(bytes);
    const { learner, ...opened } = openTable();
    let updates = 0;
    const update: typeof learner.update = async (...wish) => {
      updates++;
      if (updates > 1 && bytes > enough) throw new OutOfMemoryError('the GPU has no memory left: no 4 MiB');
      return learner.update(...wish);
    };
    return { ...opened, learner: { ...learner, update } };
  };
  return { taken, changes: { planMemory, openLearner } };
}

test('out of memory a run goes on with half its plan, and half again, and comes to the same', async () => {
  const config = configOf({});
  const whole = await uninterrupted(config);
  const { taken, changes } = scarce({ enough: 256, least: 1 });
  const here = await lab(changes);
  const session = await startSession(here.parts, { config, name: 'scarce' });
  expect((await session.rested).status).toBe('finished');
  expect(taken).toEqual([1024, 512, 256]);
  const told = here.events.filter(({ kind }) => kind === 'out-of-memory' || kind === 'memory');
  const { runId } = session;
  const short = { kind: 'out-of-memory', runId, reason: 'the GPU has no memory left: no 4 MiB', recovering: true };
  const plan = (bytes: number) => ({ kind: 'memory', runId, sentence: `needs up to ${bytes} bytes` });
  expect(told).toEqual([plan(1024), short, plan(512), short, plan(256)]);
  expect(await outcomeOf(here, runId)).toEqual(whole.outcome);
});

test('out of memory with the smallest plan there is, a run stops with the numbers and what to change', async () => {
  const { taken, changes } = scarce({ enough: 0, least: 512 });
  const here = await lab(changes);
  const session = await startSession(here.parts, { config: configOf({}), name: 'starved' });
  const { status, reason } = await session.rested;
  expect(taken).toEqual([1024, 512]);
  expect(status).toBe('failed');
  expect(reason).toBe(
    'the GPU has no memory left: no 4 MiB, though the run needs up to 512 bytes. Close what else uses the GPU, or begin a run ' +
      'with fewer branches, shorter answers, adapters of lower rank, a base of fewer bits or a smaller model',
  );
  expect(here.events.flatMap((event) => (event.kind === 'out-of-memory' ? [event.recovering] : []))).toEqual([
    true,
    false,
  ]);
});

test('a GPU that keeps getting lost fails the run with a reason', async () => {
  const here = await lab({ openLearner: async () => openTable(Promise.resolve('unplugged')) });
  const session = await startSession(here.parts, { config: configOf({}), name: 'hopeless' });
  expect(await session.rested).toMatchObject({ status: 'failed', reason: 'The GPU was lost: unplugged' });
  expect(here.events.flatMap((event) => (event.kind === 'device-lost' ? [event.recovering] : []))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a run whose weights are not finite any more stops, says so, and keeps its last good checkpoint', async () => {
  const config = configOf({ checkpointEvery: 1 });
  for (const fault of ['told', 'untold']) {
    const here = await lab({
      openLearner: async () => {
        const { learner, ...opened } = openTable();
        let updates = 0;
        const broken = () => updates > 2;
        const update: typeof learner.update = async (policy, knobs) => {
          updates++;
          const report = await learner.update(policy, knobs);
          return broken() && fault === 'told' ? { ...report, weightChange: Number.NaN } : report;
        };
        const save: typeof learner.save = async (policy) => {
          const snapshot = await learner.save(policy);
          if (broken()) snapshot.tensors[0]!.data[1] = Number.NaN;
          return snapshot;
        };
        return { ...opened, learner: { ...learner, update, save } };
      },
    });
    const { runId, rested } = await startSession(here.parts, { config, name: fault });
    const { status, reason } = await rested;
    expect(status).toBe('failed');
    expect(reason).toMatch(
      fault === 'told'
        ? /^the weights of policy "\w+" were not finite after the update of step \d \(their change was NaN\)/
        : /^tensor "\w+\/logits" has 1 number that is not finite \(the first is NaN, number 2 of \d+\): it is not kept/,
    );
    const kept = await here.runStore.checkpoints.load(runId);
    expect(kept?.step).toBeGreaterThan(0);
    for (const { tensors } of Object.values(kept?.policies ?? {}))
      for (const { data } of tensors) expect(data.every(Number.isFinite)).toBe(true);
  }
});

test('the listener hears of references, every step and the test', async () => {
  const { here } = await uninterrupted(configOf({}));
  const steps = here.events.flatMap((event) => (event.kind === 'step' ? [event.report.step] : []));
  expect(steps).toEqual([1, 2, 3, 4, 5, 6]);
  expect(here.events.find((event) => event.kind === 'references')).toMatchObject({
    validation: { solver: { rate: 1, n: 4 } },
  });
  expect(here.events.findLast((event) => event.kind === 'tested')).toMatchObject({ before: { n: 4 }, after: { n: 4 } });
  expect(here.events.at(-1)).toMatchObject({ kind: 'status', status: 'finished', step: 6 });
});

test('the first step is told before the untrained team is measured, and once it is, never again', async () => {
  const kinds = ({ events }: Awaited<ReturnType<typeof lab>>) =>
    events.flatMap(({ kind }) => (kind === 'step' || kind === 'references' ? [kind] : []));
  const { here } = await uninterrupted(configOf({}));
  expect(kinds(here).slice(0, 3)).toEqual(['step', 'references', 'step']);
  const paused = await lab();
  const session = await startSession(paused.parts, { config: configOf({}), name: 'one', extent: 'one step' });
  expect((await session.rested).references).toBeDefined();
  await (await resumeSession(paused.parts, session.runId)).rested;
  expect(kinds(paused)).toEqual(['step', 'references', 'references', 'step', 'step', 'step', 'step', 'step']);
  const [first, again] = paused.events.filter(({ kind }) => kind === 'references');
  expect(again).toEqual(first);
});

test('P4: reports say how far the weights have come', async () => {
  const { outcome } = await uninterrupted(configOf({}));
  const distances = outcome.reports.map((report) => report.updates['plan']?.weightDistance ?? 0);
  expect(distances.some((distance) => distance > 0)).toBe(true);
});

test('what was tested of a packed base stands in the run, beside the test before it', async () => {
  const check = (name: string) => ({ name, error: 0, tolerance: 1 });
  const packed = { passed: true, checks: [check('int4 base, adapter: loss')], ms: 2 };
  const { parts, runStore } = await lab({ openLearner: async () => ({ ...openTable(), selfTest: packed }) });
  const selfTest = { passed: true, checks: [check('adapter: loss')], ms: 1 };
  const session = await startSession(parts, { config: configOf({ steps: 1 }), name: 'packed', selfTest });
  await session.rested;
  const run = await runStore.runs.get(session.runId);
  expect(run?.selfTest).toEqual({ passed: true, checks: [...selfTest.checks, ...packed.checks], ms: 3 });
});

test('a run does not resume on another base model', async () => {
  const { here } = await uninterrupted(configOf({ steps: 1 }));
  const [run] = await (await openStorage<LabKinds>(`session-${database - 1}`)).runs.list();
  const resuming = resumeSession({ ...here.parts, base: { ...base, hash: 'another' } }, run!.id);
  await expect(resuming).rejects.toThrow('another base model');
});

test('a run that is cut off while its GPU is being opened is known to have begun', async () => {
  const { parts, runStore } = await lab({ openLearner: () => new Promise(() => {}) });
  const { runId } = await startSession(parts, { config: configOf({}), name: 'cut off' });
  await expect.poll(async () => (await runStore.runs.get(runId))?.status).toBe('running');
});
