// A LoRA adapter as inputs of a model: every linear layer has an A and a B among the model's inputs, named like the
// tensors of PEFT's adapter_model.safetensors and of the same shapes, and `lora_scale` is α ÷ r. Matrices of zeros of
// rank 1 are the bare base model.
import { loraPlaceOf, peftNameOf } from '../../../files/formats/peft-names';
import type { OnnxGraph } from './graph';
import { padRows } from './padded-heads';
import { type Sizes, sizesOf } from './sizes';

export const adapterScale = 'lora_scale';

export interface AdapterInput {
  readonly name: string;
  /** A: [rank, in]; B: [out, rank]; here at the rank that was asked for. */
  readonly shape: readonly number[];
}

/** The inputs that a model of this config.json takes for an adapter, in the order of its layers. */
export function adapterInputsOf(config: Readonly<Record<string, unknown>>, rank: number): AdapterInput[] {
  const sizes = sizesOf(config);
  const { hidden, intermediate, heads, kvHeads, headSize } = sizes;
  const [queries, keys] = [heads * headSize, kvHeads * headSize];
  const linears: readonly (readonly [name: string, out: number, into: number])[] = [
    ['self_attn.q_proj', queries, hidden],
    ['self_attn.k_proj', keys, hidden],
    ['self_attn.v_proj', keys, hidden],
    ['self_attn.o_proj', hidden, queries],
    ['mlp.gate_proj', intermediate, hidden],
    ['mlp.up_proj', intermediate, hidden],
    ['mlp.down_proj', hidden, intermediate],
  ];
  return Array.from({ length: sizes.layers }, (_, layer) =>
    linears.flatMap(([name, out, into]) => [
      { name: inputName(`layers.${layer}.${name}`, 'A'), shape: [rank, into] },
      { name: inputName(`layers.${layer}.${name}`, 'B'), shape: [out, rank] },
    ]),
  ).flat();
}

interface AdaptedLinear {
  /** What the layer multiplies, [batch, sequence, in], and what it makes of it without an adapter. */
  readonly x: string;
  readonly product: string;
  /** "layers.0.self_attn.q_proj" */
  readonly module: string;
  readonly scale: string;
  /** Of the layer's weight, [out, in], without padding. */
  readonly rows: number;
  readonly columns: number;
}

/** Adds scale · B·A·x to the product. */
export function addAdapter(
  graph: OnnxGraph,
  sizes: Sizes,
  { x, product, module, scale, rows, columns }: AdaptedLinear,
): string {
  const turned = (matrix: string) => graph.add('Transpose', [matrix], { attributes: { perm: { ints: [1, 0] } } });
  const a = turned(graph.input(inputName(module, 'A'), 'float32', [`rank of ${module}`, columns]));
  const b = graph.input(inputName(module, 'B'), 'float32', [rows, `rank of ${module}`]);
  const aPlaced = module.endsWith('o_proj') ? padRows(graph, a, sizes, columns) : a;
  const bPlaced = /[qkv]_proj$/.test(module) ? padRows(graph, b, sizes, rows) : b;
  const low = graph.add('Mul', [graph.add('MatMul', [x, aPlaced]), scale]); // [batch, sequence, rank]
  return graph.add('Add', [product, graph.add('MatMul', [low, turned(bPlaced)])]);
}

function inputName(module: string, matrix: 'A' | 'B'): string {
  const place = loraPlaceOf(`${module}.lora_${matrix}`);
  if (!place) throw new Error(`"${module}" is no linear layer of a decoder`);
  return peftNameOf(place);
}
