// The gradient of qkv from those of q and of the cache's k and v; overwrites qkv. A row's slot is the row (training).
// Where heads are normed, `terms` receives each row's and head's term of the gains' gradients.
struct Shape { heads: u32, kv_heads: u32, normed: u32, epsilon: f32 }
struct Angle { cosine: f32, sine: f32 }
//:include Row
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
@group(0) @binding(3) var<storage, read> gains: array<f32>; // [2, P] of q and of k
@group(0) @binding(4) var<storage, read> rope_table: array<Angle>; // [positions, D/2]
@group(0) @binding(5) var<storage, read> dq: array<f32>; // [M, H, P]
@group(0) @binding(6) var<storage, read> dkv: array<f32>; // [M, 2, KV, P]
@group(0) @binding(7) var<storage, read_write> qkv: array<f32>; // [M, H + 2·KV, P]; leaves as its gradient
@group(0) @binding(8) var<storage, read_write> terms: array<f32>; // [M, H + KV, P]

const D = {D}u;
const P = {P}u;

fn gradient_at(is_k: bool, at: u32) -> f32 {
  if (is_k) { return dkv[at]; }
  return dq[at];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let all = shape.heads + 2u * shape.kv_heads;
  let row = id.x / all;
  let head = id.x - row * all;
  if (!is_live(row)) { return; }
  let at = (row * all + head) * P;
  let slot = row * 2u * shape.kv_heads;
  if (head >= shape.heads + shape.kv_heads) {
    let from_v = (slot + head - shape.heads) * P;
    for (var i = 0u; i < P; i++) { qkv[at + i] = dkv[from_v + i]; }
    return;
  }
  let is_k = head >= shape.heads;
  let gain = select(0u, P, is_k);
  let table_row = rows[row].position * (D / 2u);
  let term = (row * (shape.heads + shape.kv_heads) + head) * P;
  let given = select((row * shape.heads + head) * P, (slot + head - shape.heads) * P, is_k);
  var inverse = 1.0;
  var pull = 0.0;
  if (shape.normed == 1u) {
    var squares = 0.0;
    var products = 0.0;
    for (var i = 0u; i < D / 2u; i++) {
      let low = qkv[at + i];
      let high = qkv[at + i + D / 2u];
      let angle = rope_table[table_row + i];
      let d_low = gradient_at(is_k, given + i);
      let d_high = gradient_at(is_k, given + i + D / 2u);
      squares += low * low + high * high;
      products += gains[gain + i] * (d_low * angle.cosine + d_high * angle.sine) * low;
      products += gains[gain + i + D / 2u] * (d_high * angle.cosine - d_low * angle.sine) * high;
    }
    inverse = inverseSqrt(squares / f32(D) + shape.epsilon);
    pull = products / f32(D) * inverse * inverse;
  }
  for (var i = 0u; i < D / 2u; i++) {
    let angle = rope_table[table_row + i];
    let d_low = gradient_at(is_k, given + i);
    let d_high = gradient_at(is_k, given + i + D / 2u);
    var low = d_low * angle.cosine + d_high * angle.sine;
    var high = d_high * angle.cosine - d_low * angle.sine;
    if (shape.normed == 1u) {
      let x_low = qkv[at + i];
      let x_high = qkv[at + i + D / 2u];
      terms[term + i] = low * x_low * inverse;
      terms[term + i + D / 2u] = high * x_high * inverse;
      low = inverse * (gains[gain + i] * low - x_low * pull);
      high = inverse * (gains[gain + i + D / 2u] * high - x_high * pull);
    }
    qkv[at + i] = low;
    qkv[at + i + D / 2u] = high;
  }
  for (var i = D; i < P; i++) {
    qkv[at + i] = 0.0;
    if (shape.normed == 1u) { terms[term + i] = 0.0; }
  }
}
