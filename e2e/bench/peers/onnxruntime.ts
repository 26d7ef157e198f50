// onnxruntime-web, on its WebGPU provider and on its processor provider: the product as one MatMul, decoding with the
// same weights exported to ONNX. A good form: each prompt is computed once and its cache copied to the group's
// branches, caches and tokens stay where they are computed, all branches are one batch.

import gpuWasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import glueUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import * as onProcessor from 'onnxruntime-web/wasm';
import * as onGpu from 'onnxruntime-web/webgpu';
import { present } from '../../../src/basics/check';
import { readConfig } from '../../../src/contract/model-config';
import type {
  Contestant,
  DecodeTask,
  Outcomes,
  ProductTask,
  Trial,
} from '../../../src/features/benchmark/worker/contestant';
import { causalLmToOnnx } from '../../../src/features/onnx/formats/causal-lm';
import { OnnxGraph } from '../../../src/features/onnx/formats/graph';
import { noteOf, webGpuProvider } from './onnx-provider';

onGpu.env.wasm.wasmPaths = { wasm: gpuWasmUrl };
onGpu.env.wasm.numThreads = 1;
// Threads need memory that workers share, and a file to start them with.
const threads = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency : 1;
const glue = threads > 1 ? { mjs: new URL(glueUrl, location.href).href } : {};
onProcessor.env.wasm.wasmPaths = { wasm: wasmUrl, ...glue };
onProcessor.env.wasm.numThreads = threads;
for (const { env } of [onGpu, onProcessor]) env.logLevel = 'error';

/** One of the runtime's builds, and where it computes. */
interface Place {
  readonly ort: typeof onGpu | typeof onProcessor;
  open(model: Uint8Array): Promise<onGpu.InferenceSession>;
  /** Resolves when all that was asked for is computed. */
  finished(): Promise<void>;
  note(): Promise<string>;
}

const provider = webGpuProvider();

const gpu: Place = {
  ort: onGpu,
  open: async (model) =>
    onGpu.InferenceSession.create(model, {
      executionProviders: [await provider()],
      preferredOutputLocation: 'gpu-buffer',
      logSeverityLevel: 3,
    }),
  finished: async () => {
    const device = (await provider()).device ?? ((await onGpu.env.webgpu.device) as GPUDevice);
    await device.queue.onSubmittedWorkDone();
  },
  note: async () => noteOf(await provider()),
};

const processor: Place = {
  ort: onProcessor,
  open: (model) => onProcessor.InferenceSession.create(model, { executionProviders: ['wasm'], logSeverityLevel: 3 }),
  finished: async () => {},
  note: async () => `${threads} ${threads === 1 ? 'thread' : 'threads'}`,
};

const contestantAt = (place: Place, name: string, step: string): Contestant => ({
  name,
  version: place.ort.env.versions.web ?? 'unknown',
  product: (task) => product(place, task),
  decode: (task) => decode(place, task),
  step,
});

export const onnxruntime = contestantAt(
  gpu,
  'onnxruntime-web',
  'onnxruntime-web has no backward pass on WebGPU: it does not train',
);
export const onnxruntimeWasm = contestantAt(
  processor,
  'onnxruntime-web on wasm',
  'onnxruntime-web has no backward pass on its processor provider: it does not train',
);

type Values = Record<string, onGpu.Tensor>;

async function product(place: Place, { m, k, n, x, w }: ProductTask): Promise<Trial<Outcomes['product']>> {
  const { ort, open } = place;
  const graph = new OnnxGraph('product');
  graph.add('MatMul', [graph.input('x', 'float32', [m, k]), graph.input('w', 'float32', [k, n])], { into: 'y' });
  graph.output('y', 'float32', [m, n]);
  // The inputs are put where they are needed once, by a model that hands on what it is given.
  const copy = new OnnxGraph('copy');
  for (const [name, shape] of [
    ['x', [m, k]],
    ['w', [k, n]],
  ] as const) {
    copy.add('Identity', [copy.input(name, 'float32', shape)], { into: `${name} there` });
    copy.output(`${name} there`, 'float32', shape);
  }
  const [session, copier] = [await open(graph.bytes()), await open(copy.bytes())];
  const placed = await copier.run({ x: new ort.Tensor('float32', x, [m, k]), w: new ort.Tensor('float32', w, [k, n]) });
  const feeds = { x: present(placed['x there'], 'x'), w: present(placed['w there'], 'w') };
  let result: onGpu.Tensor | undefined;
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) {
        result?.dispose();
        result = (await session.run(feeds))['y'];
      }
      await place.finished();
    },
    outcome: async () => (await present(result, 'a product').getData()) as Float32Array,
    close: async () => {
      for (const tensor of [feeds.x, feeds.w, result]) tensor?.dispose();
      await Promise.all([session.release(), copier.release()]);
    },
  };
}

async function decode(
  place: Place,
  { model, prompt_G_P, branches, tokens }: DecodeTask,
): Promise<Trial<Outcomes['decode']>> {
  const { ort, open } = place;
  const config = readConfig(model.config);
  const paddedHead = Math.ceil(config.headSize / 16) * 16; // as the export has it
  const session = await open(causalLmToOnnx(model.config, model.tensors()));
  const caches = session.inputNames.filter((name) => name.startsWith('past_key_values'));
  const fetches = ['next_ids', ...caches.map((name) => name.replace('past_key_values', 'present'))];
  const spread = await open(spreadModel(caches, config.kvHeads, paddedHead));
  const groups = prompt_G_P.length;
  const prompt = prompt_G_P[0]?.length ?? 0;
  const places = Int32Array.from({ length: groups * branches }, (_, at) => Math.floor(at / branches));
  const note = await place.note();
  let answers: Outcomes['decode'] = [];
  const ones = (rows: number, length: number) =>
    new ort.Tensor('int64', new BigInt64Array(rows * length).fill(1n), [rows, length]);

  const once = async () => {
    const empty = caches.map((name) => [
      name,
      new ort.Tensor('float32', new Float32Array(0), [groups, config.kvHeads, 0, paddedHead]),
    ]);
    const ids = new ort.Tensor('int64', BigInt64Array.from(prompt_G_P.flat(), BigInt), [groups, prompt]);
    const first = await session.run(
      { input_ids: ids, attention_mask: ones(groups, prompt), ...Object.fromEntries(empty) },
      fetches,
    );
    const spreadFeeds: Values = {
      places: new ort.Tensor('int32', places, [places.length]),
      ids: present(first['next_ids'], 'ids'),
    };
    for (const name of caches) spreadFeeds[name] = present(first[name.replace('past_key_values', 'present')], name);
    const branched = await spread.run(spreadFeeds);
    for (const tensor of Object.values(first)) tensor.dispose();
    let next = present(branched['ids there'], 'ids');
    let past: Values = Object.fromEntries(caches.map((name) => [name, present(branched[`${name} there`], name)]));
    const said = [next];
    for (let token = 1; token < tokens; token++) {
      const after = await session.run(
        { input_ids: next, attention_mask: ones(places.length, prompt + token), ...past },
        fetches,
      );
      for (const tensor of Object.values(past)) tensor.dispose();
      past = Object.fromEntries(
        caches.map((name) => [name, present(after[name.replace('past_key_values', 'present')], name)]),
      );
      next = present(after['next_ids'], 'ids');
      said.push(next);
    }
    for (const tensor of Object.values(past)) tensor.dispose();
    const columns: BigInt64Array[] = [];
    for (const tensor of said) columns.push((await tensor.getData(true)) as BigInt64Array);
    answers = Array.from(places, (_, branch) => columns.map((column) => Number(column[branch])));
  };
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) await once();
    },
    outcome: async () => answers,
    note: () => note,
    close: async () => {
      await Promise.all([session.release(), spread.release()]);
    },
  };
}

/** A model that copies each row of the ids and caches to the places that are named. */
function spreadModel(caches: readonly string[], kvHeads: number, headSize: number): Uint8Array {
  const graph = new OnnxGraph('spread');
  const places = graph.input('places', 'int32', ['branches']);
  graph.add('Gather', [graph.input('ids', 'int64', ['groups', 1]), places], { into: 'ids there' });
  graph.output('ids there', 'int64', ['branches', 1]);
  for (const name of caches) {
    graph.add('Gather', [graph.input(name, 'float32', ['groups', kvHeads, 'tokens', headSize]), places], {
      into: `${name} there`,
    });
    graph.output(`${name} there`, 'float32', ['branches', kvHeads, 'tokens', headSize]);
  }
  return graph.bytes();
}
