// The contestant that is this engine. Every trial asks for the device: after one that failed it may be another.
import { present } from '../../../basics/check';
import { basePolicy } from '../../../contract/learner';
import { Engine } from '../../../engine/engine';
import { emptyBuffer, filledBuffer } from '../../../engine/gpu/buffers';
import type { EngineDevice } from '../../../engine/gpu/device';
import { readBack } from '../../../engine/gpu/readback';
import { Recorder } from '../../../engine/gpu/recorder';
import { idle, Submitter } from '../../../engine/gpu/recording';
import { budgetFor } from '../../../engine/gpu/submission-budget';
import { overRows } from '../../../engine/kernels/counts';
import { matmul } from '../../../engine/kernels/matmul/matmul';
import { tilesOf } from '../../../engine/model/tile-table';
import type { BenchModel, Contestant, DecodeTask, Outcomes, ProductTask, StepTask, Trial } from './contestant';

/** No token is this one: answers run to their full length. */
const neverStop = 0xffffffff;
const bare = 0xffffffff;

export function groveOn(device: () => Promise<EngineDevice>): Contestant {
  return {
    name: 'grove',
    version: 'this tree',
    product: async (task) => product(await device(), task),
    decode: async (task) => decode(await device(), task),
    step: async (task) => step(await device(), task),
  };
}

function product(gpu: EngineDevice, { m, k, n, x, w }: ProductTask): Trial<Outcomes['product']> {
  const { device } = gpu;
  const buffers = {
    x: filledBuffer(device, 'bench x', x),
    w: filledBuffer(device, 'bench w', w),
    y: emptyBuffer(device, 'bench y', m * n * 4),
    tiles: filledBuffer(device, 'bench tiles', tilesOf([{ first: 0, count: m, adapter: bare }])),
    nothing: emptyBuffer(device, 'nothing', 256),
  };
  const recorder = new Recorder(gpu, { buffer: buffers.nothing });
  matmul(recorder, {
    tiles: { buffer: buffers.tiles },
    x: { buffer: buffers.x },
    w: { buffer: buffers.w },
    y: { buffer: buffers.y },
    k,
    n,
    over: overRows,
  });
  const sizes = { ...idle, rows: m };
  const submitter = new Submitter(
    gpu,
    budgetFor(gpu.adapter, () => performance.now()),
  );
  const read = async (size: number) => (await readBack(gpu, submitter, [{ buffer: buffers.y, size }]))[0];
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) submitter.run(recorder.recording, sizes);
      await read(16);
    },
    outcome: async () => new Float32Array(present(await read(m * n * 4), 'a read-back')),
    close: () => {
      recorder.destroy();
      for (const buffer of Object.values(buffers)) buffer.destroy();
    },
  };
}

/** An engine, and what its submissions took. Equal branches are not computed once: peers compute each, and greedy ones
 *  are all equal. */
function engineFor(
  gpu: EngineDevice,
  { config, tensors, memory }: BenchModel,
  shares: StepTask['shares'] = 'prompts',
): { engine: Engine; note: () => string } {
  const engine = new Engine(gpu, {
    ...{ config, tensors: tensors(), stopToken: neverStop, equalBranches: 'each' },
    equalAnswers: shares === 'nothing' ? 'each' : 'once',
    sharedPrefix: shares === 'prefixes' ? 1 : Number.POSITIVE_INFINITY,
    memory,
  });
  const note = () => {
    const ms = engine.longestSubmissionMs;
    return ms > 0 ? `longest submission ${ms.toFixed(0)} ms` : '';
  };
  return { engine, note };
}

function decode(gpu: EngineDevice, { model, prompt_G_P, branches, tokens }: DecodeTask): Trial<Outcomes['decode']> {
  const { engine, note } = engineFor(gpu, model);
  const groups = prompt_G_P.map((prompt_P) => ({
    policy: basePolicy,
    prompt_P,
    seed_K: Array.from({ length: branches }, (_, k) => k),
    maxTokens: tokens,
    temperature: 0,
  }));
  let answers: Outcomes['decode'] = [];
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++)
        answers = (await engine.sample(groups)).flatMap((group) => group.map(({ token_T }) => token_T));
    },
    outcome: async () => {
      engine.forgetSubmissions(); // the first run compiles
      return answers;
    },
    note,
    close: () => engine.close(),
  };
}

function step(
  gpu: EngineDevice,
  { model, rank, alpha, adapter, groups, shares, settings, knobs }: StepTask,
): Trial<Outcomes['step']> {
  const { engine, note } = engineFor(gpu, model, shares);
  engine.addPolicy('trained', { kind: 'adapter', rank, alpha, seed: 0 });
  const floats = adapter.reduce((sum, { data }) => sum + data.length, 0);
  const [moment1, moment2] = [new Float32Array(floats), new Float32Array(floats)];
  const ready = engine.load('trained', { kind: 'adapter', tensors: adapter, moment1, moment2, updates: 0 });
  let loss = Number.NaN;
  return {
    run: async (times) => {
      await ready;
      for (let time = 0; time < times; time++) {
        const report = await engine.accumulate('trained', groups, settings);
        await engine.update('trained', knobs);
        loss = report.loss;
      }
    },
    outcome: async () => {
      engine.forgetSubmissions(); // the first run compiles
      const { tensors, moment1: moments } = await engine.save('trained');
      let at = 0;
      const named = tensors.map(({ name, data }): [string, Float32Array] => {
        at += data.length;
        return [name, moments.subarray(at - data.length, at)];
      });
      return { loss, moment1: new Map(named) };
    },
    note,
    close: () => engine.close(),
  };
}
