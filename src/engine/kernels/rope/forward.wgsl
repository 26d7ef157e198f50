// From the joined projections of a row: q and k normed per head (qwen3), turned by the row's position; k and v written
// to the row's slot of the cache. Pairs are (i, i + D/2), as in Hugging Face's rotate_half. Heads are padded from D to
// P floats; pads stay 0. One thread per row and head (H of q, then KV of k, then KV of v).
struct Shape { heads: u32, kv_heads: u32, normed: u32, epsilon: f32 }
struct Angle { cosine: f32, sine: f32 }
//:include Row
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
@group(0) @binding(3) var<storage, read> qkv: array<f32>; // [M, H + 2·KV, P]
@group(0) @binding(4) var<storage, read> gains: array<f32>; // [2, P] of q and of k
@group(0) @binding(5) var<storage, read> rope_table: array<Angle>; // [positions, D/2]
@group(0) @binding(6) var<storage, read_write> q: array<f32>; // [M, H, P]
@group(0) @binding(7) var<storage, read_write> kv: array<f32>; // [slots, 2, KV, P]

const D = {D}u;
const P = {P}u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let all = shape.heads + 2u * shape.kv_heads;
  let row = id.x / all;
  let head = id.x - row * all;
  if (!is_live(row)) { return; }
  let at = (row * all + head) * P;
  let slot = rows[row].slot * 2u * shape.kv_heads;
  if (head >= shape.heads + shape.kv_heads) {
    let out = (slot + head - shape.heads) * P;
    for (var i = 0u; i < P; i++) { kv[out + i] = qkv[at + i]; }
    return;
  }
  let is_k = head >= shape.heads;
  var inverse = 1.0;
  if (shape.normed == 1u) {
    var squares = 0.0;
    for (var i = 0u; i < D; i++) { squares = fma(qkv[at + i], qkv[at + i], squares); }
    inverse = inverseSqrt(squares / f32(D) + shape.epsilon);
  }
  let gain = select(0u, P, is_k);
  let table_row = rows[row].position * (D / 2u);
  let out = select((row * shape.heads + head) * P, (slot + head - shape.heads) * P, is_k);
  for (var i = 0u; i < D / 2u; i++) {
    var low = qkv[at + i];
    var high = qkv[at + i + D / 2u];
    if (shape.normed == 1u) {
      low *= inverse * gains[gain + i];
      high *= inverse * gains[gain + i + D / 2u];
    }
    let angle = rope_table[table_row + i];
    let new_low = low * angle.cosine - high * angle.sine;
    let new_high = high * angle.cosine + low * angle.sine;
    if (is_k) {
      kv[out + i] = new_low;
      kv[out + i + D / 2u] = new_high;
    } else {
      q[out + i] = new_low;
      q[out + i + D / 2u] = new_high;
    }
  }
  for (var i = D; i < P; i++) {
    if (is_k) { kv[out + i] = 0.0; } else { q[out + i] = 0.0; }
  }
}
