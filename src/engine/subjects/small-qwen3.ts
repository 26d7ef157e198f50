// The smallest model that has all of qwen3: two layers, grouped heads, a norm per head. What tests give random weights
// to.
export const smallQwen3 = {
  model_type: 'qwen3',
  hidden_size: 32,
  intermediate_size: 48,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 8,
  vocab_size: 30,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};
