// jax-js: the product and the training step, each one jitted function, on its WebGPU and on its processor backend.
// Every use of an array but its last goes through `.ref`: functions own what they are given.
import { blockUntilReady, defaultDevice, init, jit, nn, numpy as np, tree, valueAndGrad } from '@jax-js/jax';
import { version } from '../../../node_modules/@jax-js/jax/package.json';
import { present } from '../../../src/basics/check';
import type { ModelConfig } from '../../../src/contract/model-config';
import type {
  Contestant,
  Outcomes,
  ProductTask,
  StepTask,
  Trial,
} from '../../../src/features/benchmark/worker/contestant';
import { adapterName, linearNames, type PlainBatch, type PlainStep, plainStep, turnsOf } from './step-batch';

type Backend = 'webgpu' | 'wasm';

const contestantAt = (backend: Backend, name: string): Contestant => ({
  name,
  version,
  product: async (task) => {
    await on(backend);
    return product(task, backend);
  },
  decode: 'jax-js has no language model runtime of its own; its ONNX loader does not know GroupQueryAttention',
  step: async (task) => {
    await on(backend);
    return step(task);
  },
});

export const jax = contestantAt('webgpu', 'jax-js');
export const jaxWasm = contestantAt('wasm', 'jax-js on wasm');

/** What is made from here on is made there. */
async function on(backend: Backend): Promise<void> {
  if (!(await init(backend)).includes(backend)) throw new Error(`jax-js found no ${backend} here`);
  defaultDevice(backend);
}

async function product({ m, k, n, x, w }: ProductTask, backend: Backend): Promise<Trial<Outcomes['product']>> {
  const [left, right] = [arrayOf(x, [m, k]), arrayOf(w, [k, n])];
  const multiply = jit((a: np.Array, b: np.Array) => np.matmul(a, b));
  let result: np.Array | undefined;
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) {
        result?.dispose();
        result = multiply(left.ref, right.ref);
        if (backend === 'wasm') await result.blockUntilReady(); // or it is computed when it is asked for, if ever
      }
      await result?.blockUntilReady();
    },
    outcome: async () => (await present(result, 'a product').ref.data()) as Float32Array,
    close: () => {
      for (const array of [left, right, result]) array?.dispose();
      multiply.dispose();
    },
  };
}

/** Weights and adapters by name; linear weights as [in, out]. */
type Arrays = { [name: string]: np.Array };
type Batch = { ids: np.Array; target: np.Array; oldLogp: np.Array; advantage: np.Array; cos: np.Array; sin: np.Array };
type State = { adapter: Arrays; moment1: Arrays; moment2: Arrays };

async function step(task: StepTask): Promise<Trial<Outcomes['step']>> {
  const plain = plainStep(task);
  const { knobs } = task;
  const weights = weightsOf(task);
  const batches = plain.batches.map((batch) => arraysOf(plain, batch));
  let state: State = {
    adapter: Object.fromEntries(task.adapter.map(({ name, shape, data }) => [name, arrayOf(data, shape)])),
    moment1: zerosLike(task),
    moment2: zerosLike(task),
  };
  const lossAndGradient = valueAndGrad(lossOf(task, plain));
  const update = updateOf(task);
  const whole = jit((before: State, frozen: Arrays, batch: Batch, corrections: np.Array) => {
    const [loss, gradient] = lossAndGradient(tree.ref(before.adapter), frozen, batch);
    return [loss, update(before, gradient, corrections)] as [np.Array, State];
  });
  const part = jit(
    (adapter: Arrays, frozen: Arrays, batch: Batch) => lossAndGradient(adapter, frozen, batch) as [np.Array, Arrays],
  );
  const add = jit(
    (one: Arrays, other: Arrays) => tree.map((a: np.Array, b: np.Array) => a.add(b), one, other) as Arrays,
  );
  const finish = jit(update);
  let updates = 0;
  let loss = Number.NaN;
  const once = async () => {
    updates++;
    const corrections = np.array([1 - knobs.beta1 ** updates, 1 - knobs.beta2 ** updates]);
    if (batches.length === 1) {
      const [value, after] = whole(state, tree.ref(weights), tree.ref(present(batches[0], 'a batch')), corrections);
      state = after;
      loss = ((await value.data()) as Float32Array)[0] ?? Number.NaN;
      return;
    }
    let sum: Arrays | undefined;
    const values: np.Array[] = [];
    for (const batch of batches) {
      const [value, gradient] = part(tree.ref(state.adapter), tree.ref(weights), tree.ref(batch));
      values.push(value);
      sum = sum ? add(sum, gradient) : gradient;
    }
    state = finish(state, present(sum, 'a gradient'), corrections);
    const losses = await Promise.all(values.map((value) => value.data()));
    loss = losses.reduce((total, value) => total + ((value as Float32Array)[0] ?? Number.NaN), 0);
  };
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) await once();
      await blockUntilReady(state);
    },
    outcome: async () => {
      const moments = await Promise.all(
        Object.entries(state.moment1).map(
          async ([name, moment]) => [name, (await moment.ref.data()) as Float32Array] as const,
        ),
      );
      return { loss, moment1: new Map(moments) };
    },
    close: () => {
      tree.dispose(weights);
      tree.dispose(batches);
      tree.dispose(state);
      for (const jitted of [whole, part, add, finish]) jitted.dispose();
    },
  };
}

/** Loss of a batch as a function of the adapter: embed, layers, head over the completion's rows, clipped objective. */
function lossOf({ rank, alpha, settings }: StepTask, { config, prompt, completion, batches }: PlainStep) {
  const { layers, epsilon, tied, vocabulary } = config;
  const weight = present(batches[0], 'a batch').weight;
  const scale = alpha / rank;
  return (adapter: Arrays, frozen: Arrays, { ids, target, oldLogp, advantage, cos, sin }: Batch): np.Array => {
    /** A frozen weight or an adapter's matrix, handed on with a reference of its own. */
    const get = (from: Arrays, name: string): np.Array => {
      return present(from[name], name).ref;
    };
    const rmsNorm = (x: np.Array, name: string): np.Array => {
      const size = np.sqrt(np.mean(np.square(x.ref), -1, { keepdims: true }).add(epsilon));
      return x.div(size).mul(get(frozen, `${name}.weight`));
    };
    let x = np.take(get(frozen, 'model.embed_tokens.weight'), ids, 0);
    for (let layer = 0; layer < layers; layer++) {
      const prefix = `model.layers.${layer}`;
      const linear = (from: np.Array, name: (typeof linearNames)[number]): np.Array => {
        const low = np.matmul(from.ref, np.transpose(get(adapter, adapterName(layer, name, 'A'))));
        const change = np.matmul(low, np.transpose(get(adapter, adapterName(layer, name, 'B'))));
        return np.matmul(from, get(frozen, `${prefix}.${name}.weight`)).add(change.mul(scale));
      };
      const turned = { cos, sin, config, rmsNorm, prefix };
      const normed = rmsNorm(x.ref, `${prefix}.input_layernorm`);
      const q = headsOf(linear(normed.ref, 'self_attn.q_proj'), 'q', turned);
      const k = headsOf(linear(normed.ref, 'self_attn.k_proj'), 'k', turned);
      const v = headsOf(linear(normed, 'self_attn.v_proj'), 'v', turned);
      const attended = nn.dotProductAttention(q, k, v, { isCausal: true });
      const [batch = 0, tokens = 0] = attended.shape;
      const middle = x.add(linear(attended.reshape([batch, tokens, -1]), 'self_attn.o_proj'));
      const again = rmsNorm(middle.ref, `${prefix}.post_attention_layernorm`);
      const act = nn.silu(linear(again.ref, 'mlp.gate_proj')).mul(linear(again, 'mlp.up_proj'));
      x = middle.add(linear(act, 'mlp.down_proj'));
    }
    const predicting = rmsNorm(x.slice([], [prompt - 1, prompt - 1 + completion], []), 'model.norm');
    const head = get(frozen, tied ? 'model.embed_tokens.weight' : 'lm_head.weight');
    const logits = np.matmul(predicting, np.transpose(head));
    // Picked by comparison, which jit fuses with what comes before: of takeAlongAxis it cannot compile the gradient
    // (0.1.25), and a product with nn.oneHot, fused, sums up wrongly from some 16,000 tokens on (0.1.25; 114 are
    // right).
    const isTarget = np.arange(vocabulary).equal(target.reshape([...target.shape, 1]));
    const logp = np.sum(np.where(isTarget, nn.logSoftmax(logits, -1), 0), -1);
    const ratio = np.exp(logp.sub(oldLogp));
    const clipped = np.clip(ratio.ref, 1 - settings.clipLow, 1 + settings.clipHigh);
    const objective = np.minimum(ratio.mul(advantage.ref), clipped.mul(advantage));
    tree.dispose(adapter);
    tree.dispose(frozen);
    cos.dispose();
    sin.dispose();
    return np.sum(objective).mul(-weight);
  };
}

/** [B, T, heads · D] → [B, T, heads, D], normed where the family does, turned by position where it is a query or
 *  key. */
function headsOf(
  joined: np.Array,
  which: 'q' | 'k' | 'v',
  {
    cos,
    sin,
    config,
    rmsNorm,
    prefix,
  }: {
    cos: np.Array;
    sin: np.Array;
    config: ModelConfig;
    rmsNorm: (x: np.Array, name: string) => np.Array;
    prefix: string;
  },
): np.Array {
  const [batch = 0, tokens = 0] = joined.shape;
  const split = joined.reshape([batch, tokens, which === 'q' ? config.heads : config.kvHeads, config.headSize]);
  if (which === 'v') return split;
  const x = config.normedHeads ? rmsNorm(split, `${prefix}.self_attn.${which}_norm`) : split;
  const [low, high] = np.split(x, 2, -1) as [np.Array, np.Array];
  return np.concatenate([low.ref.mul(cos.ref).sub(high.ref.mul(sin.ref)), high.mul(cos.ref).add(low.mul(sin.ref))], -1);
}

/** AdamW over all of the adapter, gradients clipped by their common norm. `corrections`: 1 − beta1^t, 1 − beta2^t. */
function updateOf({ knobs }: StepTask) {
  const { learningRate, beta1, beta2, epsilon, weightDecay, gradientClip } = knobs;
  return (before: State, gradient: Arrays, corrections: np.Array): State => {
    const squares = Object.values(gradient).map((matrix) => np.sum(np.square(matrix.ref)));
    const norm = np.sqrt(squares.reduce((sum, square) => sum.add(square)));
    const factor = np.minimum(np.reciprocal(norm.add(1e-6)).mul(gradientClip), 1);
    const [first, second] = [corrections.ref.slice(0), corrections.slice(1)];
    const after: State = { adapter: {}, moment1: {}, moment2: {} };
    for (const [name, raw] of Object.entries(gradient)) {
      const clipped = raw.mul(factor.ref);
      const m1 = present(before.moment1[name], name)
        .mul(beta1)
        .add(clipped.ref.mul(1 - beta1));
      const m2 = present(before.moment2[name], name)
        .mul(beta2)
        .add(np.square(clipped).mul(1 - beta2));
      const pull = m1.ref.div(first.ref).div(np.sqrt(m2.ref.div(second.ref)).add(epsilon));
      after.adapter[name] = present(before.adapter[name], name)
        .mul(1 - learningRate * weightDecay)
        .sub(pull.mul(learningRate));
      after.moment1[name] = m1;
      after.moment2[name] = m2;
    }
    for (const array of [factor, first, second]) array.dispose();
    return after;
  };
}

function weightsOf({ model }: StepTask): Arrays {
  const arrays: Arrays = {};
  for (const { name, shape, data } of model.tensors()) {
    const array = arrayOf(data, shape);
    // Made contiguous the other way round once, so that every product reads rows of outputs.
    arrays[name] = linearNames.some((linear) => name.endsWith(`${linear}.weight`)) ? np.transpose(array) : array;
  }
  return arrays;
}

function arraysOf({ config, prompt, completion }: PlainStep, batch: PlainBatch): Batch {
  const { sequences } = batch;
  const tokens = prompt + completion - 1;
  const turns = turnsOf(config, tokens);
  const half = config.headSize / 2;
  return {
    ids: arrayOf(batch.ids_B_T, [sequences, tokens]),
    target: arrayOf(batch.target_B_C, [sequences, completion]),
    oldLogp: arrayOf(batch.oldLogp_B_C, [sequences, completion]),
    advantage: arrayOf(batch.advantage_B_C, [sequences, completion]),
    cos: arrayOf(turns.cos, [tokens, 1, half]),
    sin: arrayOf(turns.sin, [tokens, 1, half]),
  };
}

function zerosLike({ adapter }: StepTask): Arrays {
  return Object.fromEntries(adapter.map(({ name, shape }) => [name, np.zeros([...shape])]));
}

function arrayOf(data: Float32Array | Int32Array, shape: readonly number[]): np.Array {
  const own = data as Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>; // never shared memory
  return np.array(own, { shape: [...shape], dtype: own instanceof Int32Array ? np.int32 : np.float32 });
}
