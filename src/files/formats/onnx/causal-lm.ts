// A language model of the llama, qwen2 or qwen3 family as ONNX with a key-value cache, under the names that transformers.js and Optimum use:
// input_ids, attention_mask, past_key_values.N.key/value → logits of the last position, present.N.key/value. Attention, rotary positions and
// RMS norms are ONNX Runtime's own operators (GroupQueryAttention and its kin), which is its fast path on every provider.
// https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md
// Heads are padded with zeros to multiples of 16, which GroupQueryAttention asks for: each half of a head by itself, because the rotary turn
// pairs the halves; the norm's mean and attention's scale stay those of the head without its padding.
import { checkFile } from '../format-error';
import type { NamedTensor } from '../safetensors';
import { OnnxGraph } from './graph';

/** The sizes of a model, as its config.json has them. */
interface Sizes {
  readonly layers: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headSize: number;
  /** How a head lies in the file. */
  readonly paddedHead: number;
  readonly vocabulary: number;
  readonly positions: number;
  readonly epsilon: number;
  readonly theta: number;
  readonly tied: boolean;
  readonly normedHeads: boolean;
  readonly biased: boolean;
}

const microsoft = 'com.microsoft';

/** The model's bytes. `tensors` by their Hugging Face names; rows of a batch are right-padded where `attention_mask` is 0. Throws a
 *  FormatError naming the tensor that lacks or the family that is unknown. */
export function causalLmToOnnx(config: Readonly<Record<string, unknown>>, tensors: Iterable<NamedTensor>): Uint8Array {
  const sizes = sizesOf(config);
  const byName = new Map([...tensors].map((tensor) => [tensor.name, tensor]));
  const tensor = (name: string): NamedTensor => {
    const found = byName.get(name);
    checkFile(found, 'the model', `lacks the tensor "${name}"`);
    return found;
  };
  const graph = new OnnxGraph('causal language model');
  const { layers, kvHeads, paddedHead, vocabulary } = sizes;
  const plain = (name: string): string => {
    const { shape, data } = tensor(name);
    return graph.constant(name, shape, data);
  };
  const ids = graph.input('input_ids', 'int64', ['batch_size', 'sequence_length']);
  const mask = graph.input('attention_mask', 'int64', ['batch_size', 'total_sequence_length']);
  const lengths = lengthsOf(graph, mask);
  const turns = turnTables(graph, sizes);
  const embedding = plain('model.embed_tokens.weight');
  let x = graph.add('Gather', [embedding, ids]);
  for (let layer = 0; layer < layers; layer++) {
    const past = ['key', 'value'].map((which) =>
      graph.input(`past_key_values.${layer}.${which}`, 'float32', ['batch_size', kvHeads, 'past_sequence_length', paddedHead]),
    );
    x = addLayer(graph, sizes, { x, layer, past, lengths, turns, tensor, plain });
    for (const which of ['key', 'value'])
      graph.output(`present.${layer}.${which}`, 'float32', ['batch_size', kvHeads, 'total_sequence_length', paddedHead]);
  }
  const lastPlace = graph.constant('last place', [], BigInt64Array.of(-1n));
  const last = graph.add('Gather', [x, lastPlace], { attributes: { axis: { int: 1 } } }); // [batch, hidden]
  const normed = rmsNorm(graph, last, plain('model.norm.weight'), sizes);
  const head = sizes.tied ? embedding : plain('lm_head.weight');
  const logits = graph.add('Gemm', [normed, head], { attributes: { transB: { int: 1 } } }); // [batch, vocabulary]
  const three = graph.constant('shape of logits', [3], BigInt64Array.of(0n, 1n, BigInt(vocabulary)));
  graph.add('Reshape', [logits, three], { into: 'logits' });
  graph.output('logits', 'float32', ['batch_size', 1, vocabulary]);
  graph.add('ArgMax', [logits], { attributes: { axis: { int: 1 }, keepdims: { int: 1 } }, into: 'next_ids' });
  graph.output('next_ids', 'int64', ['batch_size', 1]);
  return graph.bytes();
}

interface LayerParts {
  readonly x: string;
  readonly layer: number;
  readonly past: readonly string[];
  /** Last position of each row, and the longest length. */
  readonly lengths: readonly [last: string, longest: string];
  readonly turns: readonly [cos: string, sin: string];
  readonly tensor: (name: string) => NamedTensor;
  readonly plain: (name: string) => string;
}

function addLayer(graph: OnnxGraph, sizes: Sizes, { x, layer, past, lengths, turns, tensor, plain }: LayerParts): string {
  const { heads, kvHeads, headSize, paddedHead, normedHeads, biased } = sizes;
  const prefix = `model.layers.${layer}`;
  const linear = (from: string, name: string): string => {
    const weight = tensor(`${prefix}.${name}.weight`);
    const [rows = 0, columns = 0] = weight.shape;
    const out = /[qkv]_proj$/.test(name) ? headPlaces(sizes, rows) : plainPlaces(rows);
    const into = name.endsWith('o_proj') ? headPlaces(sizes, columns) : plainPlaces(columns);
    const product = graph.add('MatMul', [from, graph.constant(weight.name, [into.count, out.count], turned(weight, out, into))]);
    if (!biased || !/[qkv]_proj$/.test(name)) return product;
    const bias = tensor(`${prefix}.${name}.bias`);
    return graph.add('Add', [product, graph.constant(bias.name, [out.count], placed(bias.data, out))]);
  };
  const perHead = (values: string, count: number, name: string): string => {
    if (!normedHeads) return values;
    const split = graph.add('Reshape', [values, sides(graph, `heads ${count}`, [0, 0, count, paddedHead])]);
    const gain = tensor(`${prefix}.self_attn.${name}.weight`);
    const padded = placed(gain.data, headPlaces(sizes, headSize)).map((value) => value * Math.sqrt(headSize / paddedHead));
    const epsilon = (sizes.epsilon * headSize) / paddedHead;
    const normed = rmsNorm(graph, split, graph.constant(gain.name, [paddedHead], padded), { epsilon });
    return graph.add('Reshape', [normed, sides(graph, `joined ${count}`, [0, 0, count * paddedHead])]);
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

/** From the mask: each row's last position [batch], and the length of the longest, both as GroupQueryAttention wants them. */
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
function turnTables(graph: OnnxGraph, { positions, headSize, paddedHead, theta }: Sizes): [cos: string, sin: string] {
  const [half, width] = [headSize / 2, paddedHead / 2];
  const angles = Float64Array.from({ length: positions * width }, (_, at) =>
    at % width < half ? Math.floor(at / width) * theta ** (-(at % width) / half) : 0,
  );
  return [
    graph.constant('cos', [positions, width], Float32Array.from(angles, Math.cos)),
    graph.constant('sin', [positions, width], Float32Array.from(angles, Math.sin)),
  ];
}

function sides(graph: OnnxGraph, name: string, values: readonly number[]): string {
  return graph.constantOnce(name, [values.length], () => BigInt64Array.from(values, BigInt));
}

/** Where the elements of a side lie in the file, and how many places there are. */
interface Places {
  readonly count: number;
  readonly of: (index: number) => number;
}

const plainPlaces = (count: number): Places => ({ count, of: (index) => index });

/** Of a side that is heads one after another. */
function headPlaces({ headSize, paddedHead }: Sizes, length: number): Places {
  const half = headSize / 2;
  return {
    count: (length / headSize) * paddedHead,
    of: (index) => {
      const inHead = index % headSize;
      return Math.floor(index / headSize) * paddedHead + (inHead < half ? inHead : inHead - half + paddedHead / 2);
    },
  };
}

function placed(data: Float32Array, places: Places): Float32Array {
  const result = new Float32Array(places.count);
  for (const [index, value] of data.entries()) result[places.of(index)] = value;
  return result;
}

/** A linear layer's [out, in] as the [in, out] that MatMul multiplies with. */
function turned({ shape, data }: NamedTensor, out: Places, into: Places): Float32Array {
  const [rows = 0, columns = 0] = shape;
  const result = new Float32Array(into.count * out.count);
  const columnPlaces = Array.from({ length: columns }, (_, column) => into.of(column) * out.count);
  for (let row = 0; row < rows; row++) {
    const place = out.of(row);
    for (let column = 0; column < columns; column++)
      result[(columnPlaces[column] as number) + place] = data[row * columns + column] as number;
  }
  return result;
}

function sizesOf(config: Readonly<Record<string, unknown>>): Sizes {
  const family = config['model_type'];
  checkFile(
    family === 'llama' || family === 'qwen2' || family === 'qwen3',
    'config.json',
    `model_type ${JSON.stringify(family)} is not written as ONNX: llama, qwen2 and qwen3 are`,
  );
  const number = (name: string, fallback?: number): number => {
    const value = config[name] ?? fallback;
    checkFile(
      typeof value === 'number' && value > 0,
      'config.json',
      `${name} is a positive number, got ${JSON.stringify(value)}`,
    );
    return value;
  };
  const heads = number('num_attention_heads');
  const headSize = number('head_dim', number('hidden_size') / heads);
  return {
    layers: number('num_hidden_layers'),
    heads,
    kvHeads: number('num_key_value_heads', heads),
    headSize,
    paddedHead: Math.ceil(headSize / 16) * 16,
    vocabulary: number('vocab_size'),
    positions: number('max_position_embeddings', 2048),
    epsilon: number('rms_norm_eps', 1e-6),
    theta: number('rope_theta', 10_000),
    tied: config['tie_word_embeddings'] === true,
    normedHeads: family === 'qwen3',
    biased: family === 'qwen2',
  };
}
