// A whole model as a Hugging Face folder – config.json, generation_config.json, tokenizer.json, tokenizer_config.json,
// model.safetensors, README.md – as transformers, vLLM and llama.cpp's converter read it. Reading one is in
// model-folder.ts. The one thing to get right: the tokens that end and begin a text are named everywhere they are
// looked for.
import { present } from '../../basics/check';
import type { Language } from '../../contract/language';
import type { NamedTensor } from '../../contract/weights';
import { type TensorEncoding, writeSafetensors } from './safetensors';
import type { ArchivedFile } from './zip';

type Json = Readonly<Record<string, unknown>>;

export interface WholeModel {
  /** As it came with the base model: of a folder its config.json, of a GGUF file what its header says. */
  readonly config: Json;
  readonly tokenizerJson: Json;
  readonly language: Language;
  readonly tensors: readonly NamedTensor[];
  readonly encoding: TensorEncoding;
  /** README.md. */
  readonly card: string;
}

const architectures: Readonly<Record<string, string>> = {
  llama: 'LlamaForCausalLM',
  qwen2: 'Qwen2ForCausalLM',
  qwen3: 'Qwen3ForCausalLM',
};
const typeNames = { F32: 'float32', F16: 'float16', BF16: 'bfloat16' } as const;

/** The files of the folder. */
export function huggingFaceFolder({
  config,
  tokenizerJson,
  language,
  tensors,
  encoding,
  card,
}: WholeModel): ArchivedFile[] {
  const ids = specialIds(config, tokenizerJson, language);
  const family = String(config['model_type']);
  const ownArchitectures = config['architectures'] ?? [
    present(architectures[family], `there is no known architecture for a model of type "${family}"`),
  ];
  const json = (value: Json) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  return [
    {
      name: 'config.json',
      bytes: json({ ...config, architectures: ownArchitectures, ...ids, torch_dtype: typeNames[encoding.type] }),
    },
    { name: 'generation_config.json', bytes: json({ ...ids, do_sample: false }) },
    { name: 'tokenizer.json', bytes: json(tokenizerJson) },
    { name: 'tokenizer_config.json', bytes: json(tokenizerConfigOf(config, tokenizerJson, language)) },
    { name: 'model.safetensors', bytes: writeSafetensors(tensors, { format: 'pt' }, encoding) },
    { name: 'README.md', bytes: new TextEncoder().encode(card) },
  ];
}

/** The ids that config.json names stand; what it leaves open is looked up in the vocabulary. */
function specialIds(config: Json, tokenizerJson: Json, { endToken, beginToken }: Language) {
  const end = config['eos_token_id'] ?? idOf(endToken, tokenizerJson);
  return {
    bos_token_id: config['bos_token_id'] ?? (beginToken === undefined ? null : idOf(beginToken, tokenizerJson)) ?? null,
    eos_token_id: end ?? null,
    pad_token_id: config['pad_token_id'] ?? (Array.isArray(end) ? end[0] : end) ?? null,
  };
}

function tokenizerConfigOf(config: Json, tokenizerJson: Json, { endToken, beginToken, chatTemplate }: Language): Json {
  const unknown = (tokenizerJson['model'] as Json | undefined)?.['unk_token'];
  return {
    add_bos_token: false,
    add_eos_token: false,
    bos_token: beginToken ?? null,
    ...(chatTemplate === undefined ? {} : { chat_template: chatTemplate }),
    clean_up_tokenization_spaces: false,
    eos_token: endToken,
    model_max_length: config['max_position_embeddings'] ?? 2048,
    pad_token: endToken,
    tokenizer_class: 'PreTrainedTokenizerFast',
    unk_token: typeof unknown === 'string' ? unknown : null,
  };
}

function idOf(token: string, tokenizerJson: Json): number | undefined {
  const added = tokenizerJson['added_tokens'];
  const found = Array.isArray(added) ? added.find((one: Json) => one['content'] === token) : undefined;
  const { vocab } = (tokenizerJson['model'] ?? {}) as { vocab?: Readonly<Record<string, number>> };
  return found ? Number(found.id) : vocab?.[token];
}
