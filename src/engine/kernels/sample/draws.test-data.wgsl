// Many draws from one distribution, one thread each: what forward.wgsl draws from the same seeds, without its
// log-probabilities. Tokens are sorted by logit into classes; among equals the one with the fewest bits has the most
// noise, so noise is made once per class.
struct Shape { first_seed: u32, classes: u32 }
//:include noise
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> starts: array<u32>; // [classes + 1] first token of each
@group(0) @binding(2) var<storage, read> logits: array<f32>; // [classes]
@group(0) @binding(3) var<storage, read_write> tokens: array<u32>; // [draws]

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let key = key_of(shape.first_seed + id.x, 0u);
  var best = -3.4e38;
  var best_token = 0u;
  for (var one = 0u; one < shape.classes; one++) {
    var fewest = 0xffffffffu;
    var token = starts[one];
    for (var other = starts[one]; other < starts[one + 1u]; other++) {
      let bits = bits_of(key, other);
      if (bits < fewest) {
        fewest = bits;
        token = other;
      }
    }
    let score = logits[one] + noise_of(fewest);
    if (score > best) {
      best = score;
      best_token = token;
    }
  }
  tokens[id.x] = best_token;
}
