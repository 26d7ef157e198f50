// How PEFT names the two matrices of a LoRA adapter: A of shape [rank, in], B of shape [out, rank].
// Whence: peft/utils/save_and_load.py (the adapter's own name is left out of saved keys).

const loraName =
  /^(?:base_model\.model\.)?(?:model\.)?(layers\.\d+\.(?:self_attn|mlp)\.(q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj))\.lora_([AB])(?:\.weight)?$/;

export interface LoraPlace {
  /** The same for every way of writing the name: "layers.0.self_attn.q_proj". */
  readonly module: string;
  /** Last part of it: "q_proj". */
  readonly target: string;
  readonly matrix: 'A' | 'B';
}

/** Where a tensor belongs, from any usual form of its name; undefined when it is no LoRA matrix of a decoder layer. */
export function loraPlaceOf(name: string): LoraPlace | undefined {
  const [, module, target, matrix] = loraName.exec(name) ?? [];
  if (module === undefined || target === undefined || (matrix !== 'A' && matrix !== 'B')) return undefined;
  return { module, target, matrix };
}

/** "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight" */
export function peftNameOf({ module, matrix }: LoraPlace): string {
  return `base_model.model.model.${module}.lora_${matrix}.weight`;
}
