// o[m,h] = Σ_s softmax_s(q[m,h]·k[s]·scale) v[s] over the slots that row m may see: its prefix, then its own from selfStart to itself.
// Streaming softmax (one pass); `seen` keeps log Σ exp for the backward pass. One thread per row and head.
struct Shape { heads: u32, kv_heads: u32, scale: f32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<vec2u>; // [M/32] adapter, end of live rows
@group(0) @binding(2) var<storage, read> rows: array<array<u32, 8>>; // [M] see rows.ts
@group(0) @binding(3) var<storage, read> q: array<vec4f>; // [M, H, P/4]
@group(0) @binding(4) var<storage, read> kv: array<vec4f>; // [slots, 2, KV, P/4]
@group(0) @binding(5) var<storage, read_write> o: array<vec4f>; // [M, H, P/4]
@group(0) @binding(6) var<storage, read_write> seen: array<vec2f>; // [M, H] log Σ exp, and room for the backward pass

const P4 = {P4}u;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  let head = id.x;
  if (row >= tiles[row / 32u].y || head >= shape.heads) { return; }
  let info = rows[row];
  let at = (row * shape.heads + head) * P4;
  let kv_head = head / (shape.heads / shape.kv_heads);
  //:for d P4
  let q_{d} = q[at + {d}u] * shape.scale;
  var o_{d} = vec4f();
  //:end
  var highest = -3.0e38;
  var total = 0.0;
  let prefix = info[4] - info[3];
  let count = prefix + info[2] + 1u - info[5];
  for (var step = 0u; step < count; step++) {
    let slot = select(info[5] + step - prefix, info[3] + step, step < prefix);
    let k_at = (slot * 2u * shape.kv_heads + kv_head) * P4;
    var score4 = vec4f();
    //:for d P4
    score4 = fma(q_{d}, kv[k_at + {d}u], score4);
    //:end
    let score = (score4.x + score4.y) + (score4.z + score4.w);
    let next = max(highest, score);
    let keep = exp(highest - next);
    let weight = exp(score - next);
    highest = next;
    total = total * keep + weight;
    let v_at = k_at + shape.kv_heads * P4;
    //:for d P4
    o_{d} = fma(vec4f(weight), kv[v_at + {d}u], o_{d} * keep);
    //:end
  }
  //:for d P4
  o[at + {d}u] = o_{d} / total;
  //:end
  seen[row * shape.heads + head] = vec2f(highest + log(total), 0.0);
}
