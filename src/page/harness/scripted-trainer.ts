// A lab that only pretends: the same events in the same order as the real one, at a chosen pace, from made-up reports.

import type { RunConfig } from '../../learning/config/run-config';
import { firstWorld } from '../../learning/config/worlds';
import { environmentById } from '../../learning/environments/index';
import { worldSeed } from '../../learning/environments/splits';
import type { AdapterReport, Extent, TrainerApi, TrainerEvent } from '../../run/trainer-api';
import { scriptedEvaluations } from './scripted-evaluations';
import { scriptedMemory } from './scripted-memory';
import { scriptedModels } from './scripted-models';
import { evaluationOf, referencesOf, reportOf, skillAt } from './scripted-runs';
import type { ScriptedStorage } from './scripted-storage';

interface Script {
  readonly storage: ScriptedStorage;
  readonly stepMs: number;
  readonly gpu: 'card' | 'software' | 'none';
  /** GiB that the GPU has. */
  readonly memory: number;
}

const adapters: Readonly<Record<Script['gpu'], AdapterReport>> = {
  card: {
    available: true,
    name: 'NVIDIA GeForce RTX 4070',
    vendor: 'nvidia',
    architecture: 'ada-lovelace',
    software: false,
  },
  software: { available: true, name: 'SwiftShader', vendor: 'google', architecture: 'swiftshader', software: true },
  none: {
    available: false,
    name: '',
    vendor: '',
    architecture: '',
    software: false,
    missing: { what: 'The browser has WebGPU, but no adapter answered.', todo: 'Turn graphics acceleration on.' },
  },
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Begun {
  readonly id: string;
  readonly name: string;
  readonly config: RunConfig;
  readonly from: number;
  readonly extent: Extent | undefined;
}

export function scriptedTrainer({ storage, stepMs, gpu, memory }: Script): TrainerApi {
  let tell: (event: TrainerEvent) => void = () => undefined;
  let current: { id: string; extent?: Extent; pausing: boolean; ended: Promise<void> } | undefined;

  async function go(
    runId: string,
    name: string,
    config: RunConfig,
    from: number,
    session: { extent?: Extent; pausing: boolean },
  ): Promise<void> {
    const { steps } = config.settings;
    tell({ kind: 'status', runId, status: 'running', step: from });
    tell({ kind: 'memory', runId, sentence: scriptedMemory(config, memory).words });
    if (from === 0) {
      for (let done = 0; done <= 64; done += 16) {
        tell({ kind: 'stage', runId, step: 0, stage: 'evaluate', done, total: 64 });
        await wait(stepMs / 8);
      }
      tell({ kind: 'references', runId, validation: referencesOf(64) });
      tell({ kind: 'tested', runId, before: evaluationOf(0.125, 200), references: referencesOf(200) });
    }
    const world = environmentById(firstWorld(config).environment);
    for (let step = from + 1; step <= steps && !session.pausing; step++) {
      const states = Array.from({ length: 8 }, (_, index) =>
        world.start(worldSeed('train', step * 8 + index), firstWorld(config).environmentSettings),
      );
      for (let tick = 0; tick < 8; tick++) {
        for (const [index, state] of states.entries()) {
          if (world.solved(state)) continue;
          const action =
            Math.sin(step * 7 + index * 3 + tick) * 0.5 + 0.5 < skillAt(step)
              ? world.solve(state)
              : world.random(state, 2, Math.random);
          if (action !== undefined) states[index] = world.act(state, action, 3).state;
        }
        tell({
          kind: 'boards',
          runId,
          step,
          boards: states.map((state) => ({
            environment: firstWorld(config).environment,
            picture: world.picture(state),
            solved: world.solved(state),
            turn: 1 + Math.floor(tick / 2),
          })),
        });
        tell({
          kind: 'stage',
          runId,
          step,
          stage: tick < 5 ? 'play' : 'learn',
          done: tick < 5 ? tick : tick - 5,
          total: tick < 5 ? 5 : 3,
        });
        await wait(stepMs / 9);
      }
      const report = reportOf(step, config);
      storage.append(runId, report);
      tell({ kind: 'stage', runId, step, stage: 'save', done: 0, total: 1 });
      tell({ kind: 'step', runId, report, secondsLeft: ((steps - step) * stepMs) / 1000 });
      await wait(stepMs / 9);
      from = step;
      if (session.extent === 'one step') session.pausing = true;
    }
    const finished = from >= steps;
    if (finished) tell({ kind: 'tested', runId, after: evaluationOf(skillAt(from), 200) });
    const view = await storage.run(runId);
    if (view) {
      const after = finished ? evaluationOf(skillAt(from), 200) : undefined;
      storage.put({
        view: { ...view, name, status: finished ? 'finished' : 'paused', after },
        createdAt: Date.now(),
        seconds: from * 6,
        bytes: from * 4e5,
      });
    }
    tell({ kind: 'status', runId, status: finished ? 'finished' : 'paused', step: from });
  }

  function begin({ id, name, config, from, extent }: Begun): void {
    const session = { id, ...(extent ? { extent } : {}), pausing: false, ended: Promise.resolve() };
    session.ended = go(id, name, config, from, session);
    current = session;
  }

  const models = scriptedModels((event) => tell(event), stepMs);
  return {
    probe: () => wait(150).then(() => adapters[gpu]),
    selfTest: () =>
      wait(700).then(() => ({
        passed: true,
        ms: 812,
        checks: [
          { name: 'forward against twin', error: 2.1e-6, tolerance: 1e-4 },
          { name: 'LoRA gradients against twin', error: 8.4e-6, tolerance: 1e-3 },
          { name: 'finite differences', error: 3.2e-4, tolerance: 1e-2 },
        ],
      })),
    listen: async (listener) => {
      tell = listener;
    },
    planMemory: (config) => wait(60).then(() => scriptedMemory(config, memory)),
    timeStep: ({ settings }) =>
      wait(300).then(() => ({
        step: stepMs / 1000,
        validation: stepMs / 4000,
        test: stepMs / 2000,
        rooms: settings.worldsPerStep,
      })),
    stopTiming: async () => {},
    start: async (config, name = 'run', extent) => {
      const id = `run-${Date.now()}`;
      await wait(200);
      storage.put({
        view: { id, name, config, status: 'running', step: 0, reports: [], recorded: false },
        createdAt: Date.now(),
        seconds: 0,
        bytes: 0,
      });
      begin({ id, name, config, from: 0, extent });
      return id;
    },
    resume: async (id, extent) => {
      const view = await storage.run(id);
      await wait(200);
      if (!view) throw new Error(`there is no run ${id}`);
      begin({ id, name: view.name, config: view.config, from: view.step, extent });
    },
    pause: async () => {
      if (!current) return;
      current.pausing = true;
      await current.ended;
    },
    setMotion: async () => {},
    nextStage: async () => {},
    play: async () => Promise.reject(new Error('the scripted lab plays nothing')),
    whatIf: async () => Promise.reject(new Error('the scripted lab plays nothing')),
    cancelWhatIf: async () => {},
    ...scriptedEvaluations((event) => tell(event), stepMs),
    exportRun: async (_run, { format }) => ({ fileName: `${format}.zip`, bytes: new Uint8Array(8) }),
    tellFile: async () => undefined,
    openRun: async ({ name }) => {
      await wait(stepMs);
      throw new Error(`${name}: is no run of Grove`);
    },
    policyStart: async (run, policy) => ({ run, policy, hash: '' }),
    forks: async (run) => {
      const view = await storage.run(run);
      return view && view.step > 0 ? [{ run, step: view.step, hash: '', seed: view.config.settings.seed }] : [];
    },
    exportResults: async () => ({ fileName: 'results.csv', bytes: new Uint8Array(8) }),
    tree: async () => undefined,
    setGpuShare: async () => {},
    setGpuMemory: async () => {},
    setTreeBudget: (bytes) => storage.setTreeBudget(bytes),
    ask: async (_, verb, given) => {
      const carryOut = models[verb as keyof typeof models] as
        | ((...words: readonly unknown[]) => Promise<unknown>)
        | undefined;
      if (!carryOut) throw new Error('the scripted lab knows no such thing');
      return carryOut(...given);
    },
  };
}
