// TensorFlow.js on its WebGPU backend: the product, and the training step with tf.grads and AdamW over the adapter, in
// its eager form – it has no other. Intermediate tensors are freed by tf.tidy.
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import '@tensorflow/tfjs-backend-webgpu';
import { version } from '../../../node_modules/@tensorflow/tfjs-backend-webgpu/package.json';
import { present } from '../../../src/basics/check';
import type {
  Contestant,
  Outcomes,
  ProductTask,
  StepTask,
  Trial,
} from '../../../src/features/benchmark/worker/contestant';
import { adapterName, type LinearName, type PlainBatch, type PlainStep, plainStep, turnsOf } from './step-batch';

export const tfjs: Contestant = {
  name: 'tfjs-backend-webgpu',
  version,
  product,
  decode: 'TensorFlow.js has no language model runtime',
  step,
};

let ready: Promise<void> | undefined;
function onWebGpu(): Promise<void> {
  ready ??= (async () => {
    if (!(await tf.setBackend('webgpu'))) throw new Error('TensorFlow.js found no WebGPU here');
    await tf.ready();
  })();
  return ready;
}

async function product({ m, k, n, x, w }: ProductTask): Promise<Trial<Outcomes['product']>> {
  await onWebGpu();
  const [left, right] = [tf.tensor2d(x, [m, k]), tf.tensor2d(w, [k, n])];
  let result: tf.Tensor | undefined;
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) {
        result?.dispose();
        result = tf.matMul(left, right);
      }
      // One number is read back: that waits for everything before it.
      const one = tf.tidy(() => tf.slice(present(result, 'a product'), [0, 0], [1, 1]));
      await one.data();
      one.dispose();
    },
    outcome: async () => (await present(result, 'a product').data()) as Float32Array,
    close: () => tf.dispose([left, right, ...(result ? [result] : [])]),
  };
}

type Tensors = Map<string, tf.Tensor>;
interface Batch {
  readonly ids: tf.Tensor2D;
  readonly target: tf.Tensor3D; // one-hot [B, C, V]
  readonly oldLogp: tf.Tensor2D;
  readonly advantage: tf.Tensor2D;
  readonly cos: tf.Tensor;
  readonly sin: tf.Tensor;
  readonly mask: tf.Tensor; // 0, and a large negative number where a key lies ahead
}

async function step(task: StepTask): Promise<Trial<Outcomes['step']>> {
  await onWebGpu();
  const plain = plainStep(task);
  const names = task.adapter.map(({ name }) => name);
  const weights: Tensors = new Map();
  for (const { name, shape, data } of task.model.tensors()) weights.set(name, tf.tensor(data, [...shape]));
  const batches = plain.batches.map((batch) => tensorsOf(plain, batch));
  let adapter = task.adapter.map(({ shape, data }) => tf.tensor(data, [...shape]));
  let moment1 = adapter.map((matrix) => tf.zerosLike(matrix));
  let moment2 = adapter.map((matrix) => tf.zerosLike(matrix));
  let updates = 0;
  let loss = Number.NaN;
  const once = async () => {
    updates++;
    const before = [...adapter, ...moment1, ...moment2];
    const { value, after } = tf.tidy(() => {
      let total: tf.Tensor | undefined;
      let gradient: tf.Tensor[] | undefined;
      for (const batch of batches) {
        const lossAndGradient = tf.valueAndGrads((...matrices: tf.Tensor[]) =>
          lossOf(task, plain, {
            weights,
            batch,
            adapter: new Map(names.map((name, index) => [name, matrices[index] as tf.Tensor])),
          }),
        );
        const { value: partial, grads } = lossAndGradient(adapter);
        total = total ? tf.add(total, partial) : partial;
        gradient = gradient ? gradient.map((sum, index) => tf.add(sum, grads[index] as tf.Tensor)) : grads;
      }
      return {
        value: present(total, 'a loss'),
        after: updated(task, { adapter, moment1, moment2, gradient: gradient ?? [], updates }),
      };
    });
    ({ adapter, moment1, moment2 } = after);
    tf.dispose(before);
    loss = (await value.data())[0] ?? Number.NaN;
    value.dispose();
  };
  return {
    run: async (times) => {
      for (let time = 0; time < times; time++) await once();
      await present(adapter.at(-1), 'an adapter').data(); // waits for the update too
    },
    outcome: async () => {
      const moments = await Promise.all(moment1.map(async (moment) => (await moment.data()) as Float32Array));
      return { loss, moment1: new Map(names.map((name, index) => [name, present(moments[index], name)])) };
    },
    close: () => {
      tf.dispose([...weights.values(), ...adapter, ...moment1, ...moment2]);
      for (const batch of batches) tf.dispose(Object.values(batch));
    },
  };
}

/** Loss of a batch: embed, layers, head over the completion's rows, clipped objective. */
function lossOf(
  { rank, alpha, settings }: StepTask,
  { config, prompt, completion, batches }: PlainStep,
  { weights, batch, adapter }: { weights: Tensors; batch: Batch; adapter: Tensors },
): tf.Scalar {
  const { layers, epsilon, tied, heads, kvHeads, headSize, hidden, normedHeads } = config;
  const weightOf = (name: string): tf.Tensor => present(weights.get(name), name);
  const [sequences, tokens] = batch.ids.shape;
  const rows = sequences * tokens;
  const rmsNorm = (x: tf.Tensor, name: string): tf.Tensor =>
    tf.mul(tf.mul(x, tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), epsilon))), weightOf(`${name}.weight`));
  let x = tf.gather(weightOf('model.embed_tokens.weight'), tf.reshape(batch.ids, [rows])); // [B·T, C]
  for (let layer = 0; layer < layers; layer++) {
    const prefix = `model.layers.${layer}`;
    const linear = (from: tf.Tensor, name: LinearName): tf.Tensor => {
      const matrix = (which: 'A' | 'B') => present(adapter.get(adapterName(layer, name, which)), name) as tf.Tensor2D;
      const change = tf.matMul(tf.matMul(from as tf.Tensor2D, matrix('A'), false, true), matrix('B'), false, true);
      const base = tf.matMul(from as tf.Tensor2D, weightOf(`${prefix}.${name}.weight`) as tf.Tensor2D, false, true);
      return tf.add(base, tf.mul(change, alpha / rank));
    };
    /** [B·T, heads · D] → [B, heads, T, D], normed and turned where `norm` is named. */
    const headsOf = (joined: tf.Tensor, count: number, norm: string | undefined): tf.Tensor => {
      const split = tf.reshape(joined, [sequences, tokens, count, headSize]);
      if (norm === undefined) return tf.transpose(split, [0, 2, 1, 3]);
      const normed = normedHeads ? rmsNorm(split, `${prefix}.self_attn.${norm}`) : split;
      const [low, high] = tf.split(normed, 2, -1) as [tf.Tensor, tf.Tensor];
      const { cos, sin } = batch;
      const turned = tf.concat(
        [tf.sub(tf.mul(low, cos), tf.mul(high, sin)), tf.add(tf.mul(high, cos), tf.mul(low, sin))],
        -1,
      );
      return tf.transpose(turned, [0, 2, 1, 3]);
    };
    const normed = rmsNorm(x, `${prefix}.input_layernorm`);
    const shared = heads / kvHeads;
    // Query heads that share a key lie under one another: [B, KV, shared · T, D] meets [B, KV, T, D] without copies of
    // keys.
    const q = tf.reshape(headsOf(linear(normed, 'self_attn.q_proj'), heads, 'q_norm'), [
      sequences,
      kvHeads,
      shared * tokens,
      headSize,
    ]);
    const k = headsOf(linear(normed, 'self_attn.k_proj'), kvHeads, 'k_norm');
    const v = headsOf(linear(normed, 'self_attn.v_proj'), kvHeads, undefined);
    const scores = tf.reshape(tf.matMul(q, k, false, true), [sequences, kvHeads, shared, tokens, tokens]);
    const seen = tf.softmax(tf.add(tf.mul(scores, 1 / Math.sqrt(headSize)), batch.mask));
    const attended = tf.matMul(tf.reshape(seen, [sequences, kvHeads, shared * tokens, tokens]), v);
    const back = tf.transpose(tf.reshape(attended, [sequences, heads, tokens, headSize]), [0, 2, 1, 3]);
    const middle = tf.add(x, linear(tf.reshape(back, [rows, heads * headSize]), 'self_attn.o_proj'));
    const again = rmsNorm(middle, `${prefix}.post_attention_layernorm`);
    const gate = linear(again, 'mlp.gate_proj');
    const act = tf.mul(tf.mul(gate, tf.sigmoid(gate)), linear(again, 'mlp.up_proj'));
    x = tf.add(middle, linear(act, 'mlp.down_proj'));
  }
  const own = tf.slice(tf.reshape(x, [sequences, tokens, hidden]), [0, prompt - 1, 0], [sequences, completion, hidden]);
  const predicting = tf.reshape(rmsNorm(own, 'model.norm'), [sequences * completion, hidden]) as tf.Tensor2D;
  const head = weightOf(tied ? 'model.embed_tokens.weight' : 'lm_head.weight') as tf.Tensor2D;
  const logits = tf.reshape(tf.matMul(predicting, head, false, true), [sequences, completion, -1]);
  const logp = tf.sum(tf.mul(tf.logSoftmax(logits), batch.target), -1);
  const ratio = tf.exp(tf.sub(logp, batch.oldLogp));
  const clipped = tf.clipByValue(ratio, 1 - settings.clipLow, 1 + settings.clipHigh);
  const objective = tf.minimum(tf.mul(ratio, batch.advantage), tf.mul(clipped, batch.advantage));
  return tf.mul(tf.sum(objective), -present(batches[0], 'a batch').weight) as tf.Scalar;
}

type Moving = { adapter: tf.Tensor[]; moment1: tf.Tensor[]; moment2: tf.Tensor[] };

/** AdamW over all of the adapter, gradients clipped by their common norm. */
function updated(
  { knobs }: StepTask,
  {
    adapter,
    moment1,
    moment2,
    gradient,
    updates,
  }: Moving & { readonly gradient: readonly tf.Tensor[]; readonly updates: number },
): Moving {
  const { learningRate, beta1, beta2, epsilon, weightDecay, gradientClip } = knobs;
  // Not tf.addN: on WebGPU (4.22.0) it binds all of its inputs at once and is wrong beyond the adapter's eight buffers.
  const norm = tf.sqrt(tf.sum(tf.stack(gradient.map((matrix) => tf.sum(tf.square(matrix))))));
  const factor = tf.minimum(tf.div(gradientClip, tf.add(norm, 1e-6)), 1);
  const after: Moving = { adapter: [], moment1: [], moment2: [] };
  for (const [index, matrix] of adapter.entries()) {
    const clipped = tf.mul(gradient[index] as tf.Tensor, factor);
    const m1 = tf.add(tf.mul(moment1[index] as tf.Tensor, beta1), tf.mul(clipped, 1 - beta1));
    const m2 = tf.add(tf.mul(moment2[index] as tf.Tensor, beta2), tf.mul(tf.square(clipped), 1 - beta2));
    const root = tf.add(tf.sqrt(tf.div(m2, 1 - beta2 ** updates)), epsilon);
    const pull = tf.div(tf.div(m1, 1 - beta1 ** updates), root);
    after.adapter.push(tf.sub(tf.mul(matrix, 1 - learningRate * weightDecay), tf.mul(pull, learningRate)));
    after.moment1.push(m1);
    after.moment2.push(m2);
  }
  return after;
}

function tensorsOf({ config, prompt, completion }: PlainStep, batch: PlainBatch): Batch {
  const tokens = prompt + completion - 1;
  const { sequences } = batch;
  const turns = turnsOf(config, tokens);
  const half = config.headSize / 2;
  const mask = Float32Array.from({ length: tokens * tokens }, (_, at) =>
    at % tokens > Math.floor(at / tokens) ? -1e9 : 0,
  );
  return {
    ids: tf.tensor2d(batch.ids_B_T, [sequences, tokens], 'int32'),
    target: tf.tidy(() =>
      tf.cast(tf.oneHot(tf.tensor2d(batch.target_B_C, [sequences, completion], 'int32'), config.vocabulary), 'float32'),
    ) as tf.Tensor3D,
    oldLogp: tf.tensor2d(batch.oldLogp_B_C, [sequences, completion]),
    advantage: tf.tensor2d(batch.advantage_B_C, [sequences, completion]),
    cos: tf.tensor(turns.cos, [tokens, 1, half]),
    sin: tf.tensor(turns.sin, [tokens, 1, half]),
    mask: tf.tensor(mask, [tokens, tokens]),
  };
}
