// A language model of the llama, qwen2 or qwen3 family as ONNX with a key-value cache, under the names that
// transformers.js and Optimum use: input_ids, attention_mask, past_key_values.N.key/value → logits,
// present.N.key/value; a LoRA adapter may come in beside them. Attention, rotary positions and RMS norms are ONNX
// Runtime's own operators (GroupQueryAttention and its kin), which is its fast path everywhere.
// https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md Heads are padded (padded-heads.ts); the
// norm's mean and attention's scale stay those of the head without its padding.
import { divisorsOf } from '../../../contract/rope';
import type { NamedTensor } from '../../../contract/weights';
import { checkFile } from '../../../files/formats/format-error';
import { adapterScale, addAdapter } from './adapter-inputs';
import { OnnxGraph } from './graph';
import { headPlaces, placed, plainPlaces, turned } from './padded-heads';
import { type Sizes, sizesOf } from './sizes';

const microsoft = 'com.microsoft';

/** What of a model is written. */
export interface OnnxForm {
  /** "inputs": an adapter's matrices are inputs (adapter-inputs.ts), so that one session speaks for several roles.
   *  Usually none. */
  readonly adapters?: 'inputs' | 'none';
  /** "last" (usual): logits of the last position and the likeliest token, `next_ids`; "all": logits of every position,
   *  as Optimum has them. */
  readonly logits?: 'last' | 'all';
}

/** The model's bytes. `tensors` by their Hugging Face names; rows of a batch are right-padded where `attention_mask` is
 *  0. Throws a FormatError naming the tensor that lacks or the family that is unknown. */
export function causalLmToOnnx(
  config: Readonly<Record<string, unknown>>,
  tensors: Iterable<NamedTensor>,
  form: OnnxForm = {},
): Uint8Array {
  const sizes = sizesOf(config);
  const byName = new Map([...tensors].map((tensor) => [tensor.name, tensor]));
  const tensor = (name: string): NamedTensor => {
    const found = byName.get(name);
    checkFile(found, 'the model', `lacks the tensor "${name}"`);
    return found;
  };
  const graph = new OnnxGraph('causal language model');
  const { layers, kvHeads, paddedHead } = sizes;
  const plain = (name: string): string => {
    const { shape, data } = tensor(name);
    return graph.constant(name, shape, data);
  };
  const ids = graph.input('input_ids', 'int64', ['batch_size', 'sequence_length']);
  const mask = graph.input('attention_mask', 'int64', ['batch_size', 'total_sequence_length']);
  const lengths = lengthsOf(graph, mask);
  const turns = turnTables(graph, sizes);
  const scale = form.adapters === 'inputs' ? graph.input(adapterScale, 'float32', []) : undefined;
  const embedding = plain('model.embed_tokens.weight');
  let x = graph.add('Gather', [embedding, ids]);
  for (let layer = 0; layer < layers; layer++) {
    const past = ['key', 'value'].map((which) =>
      graph.input(`past_key_values.${layer}.${which}`, 'float32', [
        'batch_size',
        kvHeads,
        'past_sequence_length',
        paddedHead,
      ]),
    );
    x = addLayer(graph, sizes, { x, layer, past, lengths, turns, scale, tensor, plain });
    for (const which of ['key', 'value'])
      graph.output(`present.${layer}.${which}`, 'float32', [
        'batch_size',
        kvHeads,
        'total_sequence_length',
        paddedHead,
      ]);
  }
  const parts = { x, gain: plain('model.norm.weight'), head: sizes.tied ? embedding : plain('lm_head.weight') };
  if (form.logits === 'all') addAllLogits(graph, sizes, { ...parts, ids });
  else addLastLogits(graph, sizes, parts);
  return graph.bytes();
}

interface HeadParts {
  readonly x: string;
  readonly gain: string;
  readonly head: string;
}

function addAllLogits(
  graph: OnnxGraph,
  sizes: Sizes,
  { x, gain, head, ids }: HeadParts & { readonly ids: string },
): void {
  const rows = graph.add('Reshape', [rmsNorm(graph, x, gain, sizes), graph.sides([-1, sizes.hidden])]);
  // [batch · sequence, vocabulary]
  const logits = graph.add('Gemm', [rows, head], { attributes: { transB: { int: 1 } } });
  const shape = graph.add('Concat', [graph.add('Shape', [ids]), graph.sides([sizes.vocabulary])], {
    attributes: { axis: { int: 0 } },
  });
  graph.add('Reshape', [logits, shape], { into: 'logits' });
  graph.output('logits', 'float32', ['batch_size', 'sequence_length', sizes.vocabulary]);
}

function addLastLogits(graph: OnnxGraph, sizes: Sizes, { x, gain, head }: HeadParts): void {
  const { vocabulary } = sizes;
  const lastPlace = graph.constant('last place', [], BigInt64Array.of(-1n));
  const last = graph.add('Gather', [x, lastPlace], { attributes: { axis: { int: 1 } } }); // [batch, hidden]
  const normed = rmsNorm(graph, last, gain, sizes);
  const logits = graph.add('Gemm', [normed, head], { attributes: { transB: { int: 1 } } }); // [batch, vocabulary]
  graph.add('Reshape', [logits, graph.sides([0, 1, vocabulary])], { into: 'logits' });
  graph.output('logits', 'float32', ['batch_size', 1, vocabulary]);
  graph.add('ArgMax', [logits], { attributes: { axis: { int: 1 }, keepdims: { int: 1 } }, into: 'next_ids' });
  graph.output('next_ids', 'int64', ['batch_size', 1]);
}

interface LayerParts {
  readonly x: string;
  readonly layer: number;
  readonly past: readonly string[];
  /** Last position of each row, and the longest length. */
  readonly lengths: readonly [last: string, longest: string];
  readonly turns: readonly [cos: string, sin: string];
  /** Where adapters come in: the factor they count. */
  readonly scale: string | undefined;
  readonly tensor: (name: string) => NamedTensor;
  readonly plain: (name: string) => string;
}

function addLayer(
  graph: OnnxGraph,
  sizes: Sizes,
  { x, layer, past, lengths, turns, scale, tensor, plain }: LayerParts,
): string {
  const { heads, kvHeads, headSize, paddedHead, normedHeads, biased } = sizes;
  const prefix = `model.layers.${layer}`;
  const linear = (from: string, name: string): string => {
    const weight = tensor(`${prefix}.${name}.weight`);
    const [rows = 0, columns = 0] = weight.shape;
    const out = /[qkv]_proj$/.test(name) ? headPlaces(sizes, rows) : plainPlaces(rows);
    const into = name.endsWith('o_proj') ? headPlaces(sizes, columns) : plainPlaces(columns);
    const product = graph.add('MatMul', [
      from,
      graph.constant(weight.name, [into.count, out.count], turned(weight, out, into)),
    ]);
    const module = `layers.${layer}.${name}`;
    const adapted = scale ? addAdapter(graph, sizes, { x: from, product, module, scale, rows, columns }) : product;
    if (!biased || !/[qkv]_proj$/.test(name)) return adapted;
    const bias = tensor(`${prefix}.${name}.bias`);
    return graph.add('Add', [adapted, graph.constant(bias.name, [out.count], placed(bias.data, out))]);
  };
  const perHead = (values: string, count: number, name: string): string => {
    if (!normedHeads) return values;
    const split = graph.add('Reshape', [values, graph.sides([0, 0, count, paddedHead])]);
    const gain = tensor(`${prefix}.self_attn.${name}.weight`);
    const padded = placed(gain.data, headPlaces(sizes, headSize)).map(
      (value) => value * Math.sqrt(headSize / paddedHead),
    );
    const epsilon = (sizes.epsilon * headSize) / paddedHead;
    const normed = rmsNorm(graph, split, graph.constant(gain.name, [paddedHead], padded), { epsilon });
    return graph.add('Reshape', [normed, graph.sides([0, 0, count * paddedHead])]);
  };
  const normed = rmsNorm(graph, x, plain(`${prefix}.input_layernorm.weight`), sizes);
  const q = perHead(linear(normed, 'self_attn.q_proj'), heads, 'q_norm');
  const k = perHead(linear(normed, 'self_attn.k_proj'), kvHeads, 'k_norm');
  const v = linear(normed, 'self_attn.v_proj');
  const attended = `attended ${layer}`;
  graph.addMany('GroupQueryAttention', [q, k, v, ...past, ...lengths, ...turns], {
    domain: microsoft,
    attributes: {
      num_heads: { int: heads },
      kv_num_heads: { int: kvHeads },
      scale: { float: 1 / Math.sqrt(headSize) },
      do_rotary: { int: 1 },
      rotary_interleaved: { int: 0 },
    },
    outputs: [attended, `present.${layer}.key`, `present.${layer}.value`],
  });
  const [again, middle] = [`normed again ${layer}`, `middle ${layer}`];
  graph.addMany(
    'SkipSimplifiedLayerNormalization',
    [x, linear(attended, 'self_attn.o_proj'), plain(`${prefix}.post_attention_layernorm.weight`)],
    {
      domain: microsoft,
      attributes: { epsilon: { float: sizes.epsilon } },
      outputs: [again, '', '', middle],
    },
  );
  const gate = linear(again, 'mlp.gate_proj');
  const opened = graph.add('Mul', [gate, graph.add('Sigmoid', [gate])]);
  const act = graph.add('Mul', [opened, linear(again, 'mlp.up_proj')]);
  return graph.add('Add', [middle, linear(act, 'mlp.down_proj')]);
}

function rmsNorm(graph: OnnxGraph, x: string, gain: string, { epsilon }: Pick<Sizes, 'epsilon'>): string {
  return graph.add('SimplifiedLayerNormalization', [x, gain], {
    attributes: { axis: { int: -1 }, epsilon: { float: epsilon }, stash_type: { int: 1 } },
  });
}

/** From the mask: each row's last position [batch], and the length of the longest, both as GroupQueryAttention wants
 *  them. */
function lengthsOf(graph: OnnxGraph, mask: string): [last: string, longest: string] {
  const int32 = { attributes: { to: { int: 6 } } };
  const one = graph.constant('one', [1], BigInt64Array.of(1n));
  const summed = graph.add('ReduceSum', [mask, one], { attributes: { keepdims: { int: 0 } } });
  const last = graph.add('Cast', [graph.add('Sub', [summed, one])], int32);
  const shape = graph.add('Shape', [mask]);
  const total = graph.add('Gather', [shape, graph.constant('second side', [], BigInt64Array.of(1n))]);
  return [last, graph.add('Cast', [total], int32)];
}

/** Cosines and sines of the rotary turns, [positions, paddedHead ÷ 2]; padding does not turn. */
function turnTables(graph: OnnxGraph, sizes: Sizes): [cos: string, sin: string] {
  const { positions, headSize, paddedHead, theta, ropeScaling } = sizes;
  const [half, width] = [headSize / 2, paddedHead / 2];
  const divisors = ropeScaling ? divisorsOf(ropeScaling, headSize, theta) : new Float64Array(half).fill(1);
  const frequencies = divisors.map((divisor, i) => theta ** (-i / half) / divisor);
  const angles = Float64Array.from(
    { length: positions * width },
    (_, at) => Math.floor(at / width) * (frequencies[at % width] ?? 0),
  );
  return [
    graph.constant('cos', [positions, width], Float32Array.from(angles, Math.cos)),
    graph.constant('sin', [positions, width], Float32Array.from(angles, Math.sin)),
  ];
}
