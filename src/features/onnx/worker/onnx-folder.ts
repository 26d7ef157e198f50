// A model as the ONNX folder that the Hugging Face ecosystem expects – onnx/model.onnx, config.json,
// generation_config.json, tokenizer.json, tokenizer_config.json – or, of a team, one graph that takes every role's
// adapter as inputs, and the adapters beside it.

import type { ArchivedFile } from '../../../files/formats/zip';
import type { BaseModel } from '../../../models/base-model';
import { causalLmToOnnx, type OnnxForm } from '../formats/causal-lm';
import { paddedHeadOf } from '../formats/sizes';

export type OnnxModelParts = Pick<
  BaseModel,
  'name' | 'config' | 'tokenizerJson' | 'language' | 'tokenizer' | 'tensors'
>;

/** A single model: the base, or a policy merged into it (`tensors`). `about` is a sentence for its card. */
export function onnxModelFolder(model: OnnxModelParts, about: string): ArchivedFile[] {
  return [
    ...languageFiles(model),
    text('README.md', modelCard(about)),
    { name: 'onnx/model.onnx', bytes: graphOf(model, { logits: 'all' }) },
  ];
}

/** The base model with adapters as inputs, and each role's PEFT folder under adapters/. */
export function onnxTeamFolder(
  model: OnnxModelParts,
  adapters: readonly ArchivedFile[],
  about: string,
): ArchivedFile[] {
  return [
    ...languageFiles(model),
    text('README.md', teamCard(about)),
    { name: `onnx/${teamGraph}.onnx`, bytes: graphOf(model, { logits: 'all', adapters: 'inputs' }) },
    ...adapters.map(({ name, bytes }) => ({ name: `adapters/${name}`, bytes })),
  ];
}

const teamGraph = 'model_with_adapters';

function graphOf({ config, tensors }: OnnxModelParts, form: OnnxForm): Uint8Array {
  return causalLmToOnnx(config, tensors, form);
}

function languageFiles({ config, tokenizerJson, tokenizer, language }: OnnxModelParts): ArchivedFile[] {
  const { endToken, beginToken, chatTemplate } = language;
  const tokens = { eos_token_id: tokenizer.endToken, pad_token_id: config['pad_token_id'] ?? tokenizer.endToken };
  // The cache's heads are as wide as the graph has them; that is all that readers of an ONNX folder take head_dim for.
  return [
    json('config.json', { ...config, ...tokens, head_dim: paddedHeadOf(config), torch_dtype: 'float32' }),
    json('generation_config.json', { ...tokens, bos_token_id: config['bos_token_id'] ?? null, do_sample: false }),
    json('tokenizer.json', tokenizerJson),
    json('tokenizer_config.json', {
      tokenizer_class: 'PreTrainedTokenizerFast',
      eos_token: endToken,
      pad_token: endToken,
      ...(beginToken === undefined ? {} : { bos_token: beginToken }),
      ...(chatTemplate === undefined ? {} : { chat_template: chatTemplate }),
      model_max_length: config['max_position_embeddings'] ?? 2048,
      clean_up_tokenization_spaces: false,
    }),
  ];
}

const usage = `Weights are f32. The graph needs ONNX Runtime (its operators GroupQueryAttention and SkipSimplifiedLayerNormalization), on any of
its providers. \`head_dim\` in config.json is the width of a head in the cache, which is padded to a multiple of 16.
`;

function modelCard(about: string): string {
  return `---
library_name: transformers.js
pipeline_tag: text-generation
tags: [onnx, grove]
---

# ONNX model

${about}

\`\`\`js
import { AutoModelForCausalLM, AutoTokenizer } from '@huggingface/transformers';

const folder = 'path/to/this/folder';
const tokenizer = await AutoTokenizer.from_pretrained(folder);
const model = await AutoModelForCausalLM.from_pretrained(folder, { dtype: 'fp32' });
const inputs = tokenizer('…', { add_special_tokens: false });
const ids = await model.generate({ ...inputs, max_new_tokens: 32 });
\`\`\`

${usage}`;
}

function teamCard(about: string): string {
  return `---
library_name: onnx
pipeline_tag: text-generation
tags: [onnx, lora, grove]
---

# ONNX model with adapters as inputs

${about}

\`onnx/${teamGraph}.onnx\` has, besides \`input_ids\`, \`attention_mask\` and \`past_key_values.N.key/value\`, one input for every tensor of a
PEFT \`adapter_model.safetensors\`, of the same name and shape (A: [rank, in], B: [out, rank]), and \`lora_scale\`, a number:
\`lora_alpha\` ÷ \`r\` of its adapter_config.json. Feed another adapter and the same session speaks for another role; feed zeros of rank 1 and it is
the bare base model. The adapters lie under \`adapters/\`, one folder for each role.

\`\`\`python
import json, numpy, onnxruntime
from safetensors.numpy import load_file

session = onnxruntime.InferenceSession('onnx/${teamGraph}.onnx')
role = 'adapters/…'  # one of the folders
config = json.load(open(role + '/adapter_config.json'))
adapter = load_file(role + '/adapter_model.safetensors')
adapter['lora_scale'] = numpy.array(config['lora_alpha'] / config['r'], numpy.float32)
outputs = session.run(None, {**tokens_and_cache, **adapter})
\`\`\`

${usage}`;
}

function json(name: string, value: unknown): ArchivedFile {
  return text(name, `${JSON.stringify(value, undefined, 2)}\n`);
}

function text(name: string, content: string): ArchivedFile {
  return { name, bytes: new TextEncoder().encode(content) };
}
