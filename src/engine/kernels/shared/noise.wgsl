// Gumbel noise −log(−log u) of a token, from a hash of (branch seed, token index, token): no state, no order, so that a
// branch's answer does not depend on the batch (S3). It is finite and keeps the distribution down to its rarest tokens
// (S4): u = 1 − v with v = (bits + ½)·2⁻³², so that v, which decides who wins, has the full precision of a float
// however small it is. The noise lies in −3.13 … 22.88 (33 ln 2).

fn pcg(value: u32) -> u32 {
  let state = value * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

fn key_of(seed: u32, index: u32) -> u32 {
  return pcg(seed ^ pcg(index + 0x5bd1e995u));
}

/** All 32 are used: different tokens of one key have different bits. */
fn bits_of(key: u32, token: u32) -> u32 {
  return pcg(pcg(key + token) ^ (key * 0x9e3779b9u + 0x85ebca6bu));
}

/** Falls as `bits` rise. Near u = 1, where log may be wrong by 2⁻²¹, −log(1 − v) is a series: 2·artanh(v / (2 − v)). */
fn noise_of(bits: u32) -> f32 {
  let v = (f32(bits) + 0.5) * 0x1p-32f;
  var surprise = -log((f32(~bits) + 0.5) * 0x1p-32f);
  if (v < 0.25) {
    let s = v / (2.0 - v);
    let q = s * s;
    surprise = 2.0 * s * (1.0 + q * (1.0 / 3.0 + q * (0.2 + q * (1.0 / 7.0 + q / 9.0))));
  }
  return -log(surprise);
}
