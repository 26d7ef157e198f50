// The table of a model's tensors: how each lies on the GPU, and which Hugging Face tensors it is made of. On the GPU
// linear weights are transposed ([in, out]: inner loops read quads of outputs), q·k·v and gate·up are joined, heads are
// padded to quads with zeros (their gradients are zero too, so they stay so). It knows names and places, not buffers.
import { check, present } from '../../basics/check';
import { unfiniteFault } from '../../basics/finite';
import type { ModelConfig } from '../../contract/model-config';
import { patchTensor } from '../../contract/patches';
import type { NamedTensor } from '../../contract/weights';
import { patchWidth } from './patches';

/** Floats of a row of the joined q, k, v projection as it lies on the GPU. */
export const joinedWidth = (config: ModelConfig): number => (config.heads + 2 * config.kvHeads) * config.paddedHead;
/** Floats of a row of all query heads as they lie on the GPU. */
export const queryWidth = (config: ModelConfig): number => config.heads * config.paddedHead;

/** A tensor from outside, inside a GPU tensor: element (i, j) of shape [rows, columns] lies at place(i, j). */
interface Piece {
  readonly name: string;
  readonly shape: readonly number[];
  readonly place: (i: number, j: number) => number;
}

/** A tensor on the GPU. */
export interface Slot {
  readonly name: string;
  /** Where it starts, in floats, inside its section's buffer; a multiple of 64 (256 bytes: bindable). */
  readonly offset: number;
  readonly floats: number;
  readonly pieces: readonly Piece[];
  /** Of a weight of a product: its input and output widths. A vocabulary table lies `across`: a row per output. */
  readonly matrix?: MatrixShape;
}

interface MatrixShape {
  readonly rows: number;
  readonly columns: number;
  readonly across: boolean;
  /** Whether some of its rows are pads between heads, which must stay zero. */
  readonly padded: boolean;
}

/** Tensors that lie in one stretch, in order: the embedding, one layer, the last norm, an untied head – or, for an
 *  adapter, one layer of it. */
export interface Section {
  readonly name: string;
  readonly slots: Readonly<Record<string, Slot>>;
  readonly floats: number;
  /** Of a vocabulary table, the section's only tensor: floats of a row. Such a section may be cut between rows. */
  readonly rowFloats?: number;
}

type Draft = Record<string, { floats: number; pieces: Piece[]; matrix?: MatrixShape }>;

function section(name: string, draft: Draft): Section {
  const slots: Record<string, Slot> = {};
  let offset = 0;
  for (const [key, slot] of Object.entries(draft)) {
    slots[key] = { name: key, offset, ...slot };
    offset += Math.ceil(slot.floats / 64) * 64;
  }
  return { name, slots, floats: offset };
}

/** A vocabulary table, as it comes: a row per token. */
function tableSection(name: string, tensor: string, { vocabulary, hidden }: ModelConfig): Section {
  const pieces = [{ name: tensor, shape: [vocabulary, hidden], place: (i: number, j: number) => i * hidden + j }];
  const matrix = { rows: hidden, columns: vocabulary, across: true, padded: false };
  return { ...section(name, { [name]: { floats: vocabulary * hidden, pieces, matrix } }), rowFloats: hidden };
}

const linearMatrix = (rows: number, columns: number, padded = false) => ({
  floats: rows * columns,
  matrix: { rows, columns, across: false, padded },
});

const flat = (name: string, length: number, start = 0): Piece => ({ name, shape: [length], place: (i) => start + i });

/** Place of float `index` of concatenated heads of `head` floats, each padded to `padded`. */
const inHeads =
  ({ headSize, paddedHead }: ModelConfig) =>
  (index: number): number =>
    Math.floor(index / headSize) * paddedHead + (index % headSize);

/** All sections of the model's own weights, in order. */
export function weightSections(config: ModelConfig): Section[] {
  const { hidden, intermediate, heads, kvHeads, headSize, paddedHead } = config;
  const joined = joinedWidth(config);
  const place = inHeads(config);
  const sections = [tableSection('embedding', 'model.embed_tokens.weight', config)];
  const parts = [
    ['q', heads, 0],
    ['k', kvHeads, heads],
    ['v', kvHeads, heads + kvHeads],
  ] as const;
  for (let layer = 0; layer < config.layers; layer++) {
    const prefix = `model.layers.${layer}`;
    const draft: Draft = {
      norm1: { floats: hidden, pieces: [flat(`${prefix}.input_layernorm.weight`, hidden)] },
      qkv: {
        ...linearMatrix(hidden, joined),
        pieces: parts.map(([part, count, first]) => ({
          name: `${prefix}.self_attn.${part}_proj.weight`,
          shape: [count * headSize, hidden],
          place: (out, into) => into * joined + first * paddedHead + place(out),
        })),
      },
    };
    if (config.biased)
      draft['bias'] = {
        floats: joined,
        pieces: parts.map(([part, count, first]) => ({
          name: `${prefix}.self_attn.${part}_proj.bias`,
          shape: [count * headSize],
          place: (out) => first * paddedHead + place(out),
        })),
      };
    if (config.normedHeads)
      draft['headNorm'] = {
        floats: 2 * paddedHead,
        pieces: [
          flat(`${prefix}.self_attn.q_norm.weight`, headSize),
          flat(`${prefix}.self_attn.k_norm.weight`, headSize, paddedHead),
        ],
      };
    const linear = (name: string, out: number, into: number, width: number, first: number): Piece => ({
      name: `${prefix}.${name}.weight`,
      shape: [out, into],
      place: (o, i) => i * width + first + o,
    });
    draft['o'] = {
      ...linearMatrix(queryWidth(config), hidden, config.headSize !== config.paddedHead),
      pieces: [
        { ...linear('self_attn.o_proj', hidden, heads * headSize, hidden, 0), place: (o, i) => place(i) * hidden + o },
      ],
    };
    draft['norm2'] = { floats: hidden, pieces: [flat(`${prefix}.post_attention_layernorm.weight`, hidden)] };
    draft['gu'] = {
      ...linearMatrix(hidden, 2 * intermediate),
      pieces: [
        linear('mlp.gate_proj', intermediate, hidden, 2 * intermediate, 0),
        linear('mlp.up_proj', intermediate, hidden, 2 * intermediate, intermediate),
      ],
    };
    draft['down'] = {
      ...linearMatrix(intermediate, hidden),
      pieces: [linear('mlp.down_proj', hidden, intermediate, hidden, 0)],
    };
    sections.push(section(`layer ${layer}`, draft));
  }
  sections.push(section('end', { norm: { floats: hidden, pieces: [flat('model.norm.weight', hidden)] } }));
  if (!config.tied) sections.push(tableSection('head', 'lm_head.weight', config));
  return sections;
}

/** The four joined linear layers that an adapter stands beside: into · out widths on the GPU, and how many projections
 *  are joined. */
export function linearLayers(
  config: ModelConfig,
): readonly { name: 'qkv' | 'o' | 'gu' | 'down'; into: number; out: number; parts: readonly number[] }[] {
  const { hidden, intermediate, heads, kvHeads, paddedHead } = config;
  return [
    {
      name: 'qkv',
      into: hidden,
      out: joinedWidth(config),
      parts: [0, heads * paddedHead, (heads + kvHeads) * paddedHead],
    },
    { name: 'o', into: queryWidth(config), out: hidden, parts: [0] },
    { name: 'gu', into: hidden, out: 2 * intermediate, parts: [0, intermediate] },
    { name: 'down', into: intermediate, out: hidden, parts: [0] },
  ];
}

const projections = {
  qkv: ['self_attn.q_proj', 'self_attn.k_proj', 'self_attn.v_proj'],
  o: ['self_attn.o_proj'],
  gu: ['mlp.gate_proj', 'mlp.up_proj'],
  down: ['mlp.down_proj'],
} as const;

/** The patch encoder, behind all other sections; on the GPU [patchWidth, C]. */
export function patchSection({ hidden }: Pick<ModelConfig, 'hidden'>): Section {
  const place = (out: number, into: number) => into * hidden + out;
  const pieces = [{ name: patchTensor, shape: [hidden, patchWidth], place }];
  return section('patches', { patches: { ...linearMatrix(patchWidth, hidden), pieces } });
}

/** All sections of a policy's own weights. `pictures`: with a patch encoder. */
export const ownSections = (config: ModelConfig, pictures = false): Section[] =>
  pictures ? [...weightSections(config), patchSection(config)] : weightSections(config);

/** Which of a policy's sections it is; −1 where there is none. */
export const patchSectionIn = (sections: readonly Section[]): number =>
  sections.findIndex(({ name }) => name === 'patches');

/** All sections of a LoRA adapter of this rank, one per layer, by PEFT's names. A lies as [in, parts·R], B as [R,
 *  out]. `pictures`: with a patch encoder. */
export function adapterSections(config: ModelConfig, rank: number, pictures = false): Section[] {
  check(rank > 0 && rank % 4 === 0, `a LoRA rank is a multiple of 4 here, got ${rank}`);
  const place = inHeads(config);
  const { heads, kvHeads, headSize, hidden, intermediate } = config;
  const outs = {
    qkv: [heads * headSize, kvHeads * headSize, kvHeads * headSize],
    o: [hidden],
    gu: [intermediate, intermediate],
    down: [hidden],
  };
  const intos = { qkv: hidden, o: heads * headSize, gu: hidden, down: intermediate };
  const layers = Array.from({ length: config.layers }, (_, layer) => {
    const draft: Draft = {};
    for (const { name, into, out, parts } of linearLayers(config)) {
      const peft = (index: number, which: string) =>
        `base_model.model.model.layers.${layer}.${projections[name][index]}.lora_${which}.weight`;
      draft[`${name}.a`] = {
        floats: into * parts.length * rank,
        pieces: parts.map((_, part) => ({
          name: peft(part, 'A'),
          shape: [rank, intos[name]],
          place: (r, i) => (name === 'o' ? place(i) : i) * parts.length * rank + part * rank + r,
        })),
      };
      draft[`${name}.b`] = {
        floats: rank * out,
        pieces: parts.map((first, part) => ({
          name: peft(part, 'B'),
          shape: [outs[name][part] as number, rank],
          place: (o, r) => r * out + first + (name === 'qkv' ? place(o) : o),
        })),
      };
    }
    return section(`adapter layer ${layer}`, draft);
  });
  return pictures ? [...layers, patchSection(config)] : layers;
}

/** Throws, naming the tensor, where a number is not finite. */
export function checkFinite(tensors: Iterable<Pick<NamedTensor, 'name' | 'data'>>): void {
  for (const { name, data } of tensors) {
    const fault = unfiniteFault(name, data);
    check(fault === undefined, () => `${fault}: take weights that are whole, such as an earlier checkpoint`);
  }
}

/** A section's floats, filled from named tensors. Throws, naming the tensor, when one lacks or has another shape. */
export function layOutSection(one: Section, tensors: ReadonlyMap<string, NamedTensor>): Float32Array {
  const floats = new Float32Array(one.floats);
  for (const slot of Object.values(one.slots)) {
    for (const piece of slot.pieces) {
      const tensor = present(tensors.get(piece.name), `the weights lack the tensor "${piece.name}"`);
      const shape = tensor.shape.join(' × ');
      check(
        shape === piece.shape.join(' × '),
        `tensor "${piece.name}" should be ${piece.shape.join(' × ')}, got ${shape}`,
      );
      eachElement(piece, (from, to) => {
        floats[slot.offset + to] = tensor.data[from] as number;
      });
    }
  }
  return floats;
}

/** The floats of all sections. Throws as above, and where a tensor belongs to none of them. */
export function layOut(sections: readonly Section[], tensors: ReadonlyMap<string, NamedTensor>): Float32Array[] {
  const known = new Set(
    sections.flatMap(({ slots }) => Object.values(slots).flatMap(({ pieces }) => pieces.map(({ name }) => name))),
  );
  for (const name of tensors.keys())
    check(known.has(name), () => `there is no place for the tensor "${name}": it is of another model`);
  return sections.map((one) => layOutSection(one, tensors));
}

/** The named tensors back out of the sections' floats. */
export function takeOut(sections: readonly Section[], floats: readonly Float32Array[]): NamedTensor[] {
  return sections.flatMap((one, index) =>
    Object.values(one.slots).flatMap((slot) =>
      slot.pieces.map((piece) => {
        const source = present(floats[index], `no floats for section ${one.name}`);
        const data = new Float32Array(piece.shape.reduce((product, side) => product * side, 1));
        eachElement(piece, (outside, inside) => {
          data[outside] = source[slot.offset + inside] as number;
        });
        return { name: piece.name, shape: piece.shape, data };
      }),
    ),
  );
}

function eachElement(piece: Piece, visit: (outside: number, inside: number) => void): void {
  const [rows = 1, columns = 1] = piece.shape;
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) visit(i * columns + j, piece.place(i, j));
}
