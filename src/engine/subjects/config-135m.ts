// A model of the size that people train: what benchmark and tests give random weights to.

/** The 135M shape: that of SmolLM2-135M (its config.json on Hugging Face), with random weights. */
export const config135m = {
  model_type: 'llama',
  hidden_size: 576,
  intermediate_size: 1536,
  num_hidden_layers: 30,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  vocab_size: 49152,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-5,
  rope_theta: 100000,
  max_position_embeddings: 8192,
  hidden_act: 'silu',
} as const;
