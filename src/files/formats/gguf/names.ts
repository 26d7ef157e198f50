// Tensor names of GGUF → those of Hugging Face, for the families we compute (llama, qwen2, qwen3). Shapes stay as they
// are. The one thing to get right: llama.cpp's converter reorders the rows of q and k of llama models, so that the two
// numbers which rotary positions turn together are neighbours; Hugging Face keeps them half a head apart. `rowsBack`
// undoes it. Qwen's are not reordered. Whence: the tensor names of docs/gguf.md; LlamaModel.permute of llama.cpp's
// convert_hf_to_gguf.py.
import { check } from '../../../basics/check';

const outside: Readonly<Record<string, string>> = {
  'token_embd.weight': 'model.embed_tokens.weight',
  'output_norm.weight': 'model.norm.weight',
  'output.weight': 'lm_head.weight',
};

const inLayer: Readonly<Record<string, string>> = {
  attn_norm: 'input_layernorm',
  ffn_norm: 'post_attention_layernorm',
  attn_q: 'self_attn.q_proj',
  attn_k: 'self_attn.k_proj',
  attn_v: 'self_attn.v_proj',
  attn_output: 'self_attn.o_proj',
  attn_q_norm: 'self_attn.q_norm',
  attn_k_norm: 'self_attn.k_norm',
  ffn_gate: 'mlp.gate_proj',
  ffn_up: 'mlp.up_proj',
  ffn_down: 'mlp.down_proj',
};

/** "blk.3.attn_q.weight" → "model.layers.3.self_attn.q_proj.weight"; undefined for a tensor these families do not
 *  have. */
export function huggingFaceName(name: string): string | undefined {
  if (Object.hasOwn(outside, name)) return outside[name];
  const [, layer, part = '', kind] = /^blk\.(0|[1-9]\d{0,3})\.(\w+)\.(weight|bias)$/.exec(name) ?? [];
  return Object.hasOwn(inLayer, part) ? `model.layers.${layer}.${inLayer[part]}.${kind}` : undefined;
}

/** Whether the rows of this tensor (by its Hugging Face name) were reordered, and in how many heads. */
export function reorderedHeads(
  name: string,
  family: string,
  { heads, kvHeads }: { readonly heads: number; readonly kvHeads: number },
): number | undefined {
  if (family !== 'llama') return undefined;
  if (/\.self_attn\.q_proj\./.test(name)) return heads;
  return /\.self_attn\.k_proj\./.test(name) ? kvHeads : undefined;
}

/** The rows of a [rows, columns] tensor in Hugging Face's order: row 2i + j of a head came from its row i + j ·
 *  half. */
export function rowsBack(data: Float32Array, rows: number, heads: number): Float32Array {
  const head = rows / heads;
  check(Number.isInteger(head) && head % 2 === 0, `${rows} rows are no ${heads} heads of an even number of rows each`);
  const columns = data.length / rows;
  const out = new Float32Array(data.length);
  for (let row = 0; row < rows; row++) {
    const within = row % head;
    const home = row - within + (within % 2) * (head / 2) + Math.floor(within / 2);
    out.set(data.subarray(row * columns, (row + 1) * columns), home * columns);
  }
  return out;
}
