// adapter_config.json: what PEFT needs to put a LoRA adapter onto a model.
import { z } from 'zod';
import '../../basics/without-eval';
import { checkFile, jsonObjectFrom } from './format-error';

export interface PeftSettings {
  readonly rank: number;
  /** The adapter counts alpha ÷ rank. */
  readonly alpha: number;
  /** Hub id or folder of the base model. */
  readonly baseModel: string;
  /** "q_proj", "down_proj" … */
  readonly targets: readonly string[];
}

/** As PEFT's LoraConfig writes it, in the fields that all releases since 0.9 know: PEFT refuses fields it does not know
 *  and fills in those it misses, so this reads in old and new ones. */
export function peftConfigOf({ rank, alpha, baseModel, targets }: PeftSettings): Record<string, unknown> {
  return {
    alpha_pattern: {},
    auto_mapping: null,
    base_model_name_or_path: baseModel,
    bias: 'none',
    fan_in_fan_out: false,
    inference_mode: true,
    init_lora_weights: true,
    layers_pattern: null,
    layers_to_transform: null,
    loftq_config: {},
    lora_alpha: alpha,
    lora_dropout: 0,
    megatron_config: null,
    megatron_core: 'megatron.core',
    modules_to_save: null,
    peft_type: 'LORA',
    r: rank,
    rank_pattern: {},
    revision: null,
    target_modules: [...targets].sort(),
    task_type: 'CAUSAL_LM',
    use_dora: false,
    use_rslora: false,
  };
}

const needed = z.object({
  r: z.int().positive(),
  lora_alpha: z.number().positive(),
  target_modules: z.union([z.string(), z.array(z.string())]),
  base_model_name_or_path: z.string().nullish(),
});

/** Variants of LoRA that compute something else than x + α/r · B·A·x: value by which they are switched off, beside
 *  being absent. */
const plain: Readonly<Record<string, unknown>> = {
  bias: 'none',
  fan_in_fan_out: false,
  use_rslora: false,
  use_dora: false,
  modules_to_save: null,
};

/** Throws a FormatError naming the field at fault. */
export function peftSettingsFrom(bytes: Uint8Array, fileName: string): PeftSettings {
  const json = jsonObjectFrom(bytes, fileName);
  checkFile(json.peft_type === 'LORA', fileName, `expected "peft_type": "LORA", got ${JSON.stringify(json.peft_type)}`);
  for (const [field, off] of Object.entries(plain)) {
    const value = json[field] ?? off;
    checkFile(
      value === off,
      fileName,
      `only plain LoRA can be read: expected "${field}": ${JSON.stringify(off)}, got ${JSON.stringify(value)}`,
    );
  }
  for (const field of ['rank_pattern', 'alpha_pattern']) {
    const count = Object.keys(json[field] ?? {}).length;
    checkFile(count === 0, fileName, `all layers need the same rank and alpha: "${field}" has ${count} exceptions`);
  }
  const parsed = needed.safeParse(json);
  checkFile(
    parsed.success,
    fileName,
    () => `${parsed.error?.issues[0]?.path.join('.')}: ${parsed.error?.issues[0]?.message}`,
  );
  const { r, lora_alpha, target_modules, base_model_name_or_path } = parsed.data;
  const targets = typeof target_modules === 'string' ? [target_modules] : target_modules;
  return { rank: r, alpha: lora_alpha, targets, baseModel: base_model_name_or_path ?? '' };
}
