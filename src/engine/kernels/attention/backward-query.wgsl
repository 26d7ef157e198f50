// dq per row and head; probabilities are made again from log Σ exp. Writes D = Σ dO·O beside it for the key pass,
// and dq in o's place (o is not needed afterwards).
struct Shape { heads: u32, kv_heads: u32, scale: f32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<vec2u>; // [M/32] adapter, end of live rows
@group(0) @binding(2) var<storage, read> rows: array<array<u32, 8>>; // [M] see rows.ts
@group(0) @binding(3) var<storage, read> q: array<vec4f>; // [M, H, P/4]
@group(0) @binding(4) var<storage, read> kv: array<vec4f>; // [slots, 2, KV, P/4]
@group(0) @binding(5) var<storage, read> d_o: array<vec4f>; // [M, H, P/4]
@group(0) @binding(6) var<storage, read_write> o: array<vec4f>; // [M, H, P/4]; leaves as dq
@group(0) @binding(7) var<storage, read_write> seen: array<vec2f>; // [M, H] log Σ exp, D

const P4 = {P4}u;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  let head = id.x;
  if (row >= tiles[row / 32u].y || head >= shape.heads) { return; }
  let info = rows[row];
  let at = (row * shape.heads + head) * P4;
  let kv_head = head / (shape.heads / shape.kv_heads);
  var delta4 = vec4f();
  //:for d P4
  let q_{d} = q[at + {d}u] * shape.scale;
  let do_{d} = d_o[at + {d}u];
  delta4 = fma(do_{d}, o[at + {d}u], delta4);
  var dq_{d} = vec4f();
  //:end
  let delta = (delta4.x + delta4.y) + (delta4.z + delta4.w);
  let all = seen[row * shape.heads + head].x;
  let prefix = info[4] - info[3];
  let count = prefix + info[2] + 1u - info[5];
  for (var step = 0u; step < count; step++) {
    let slot = select(info[5] + step - prefix, info[3] + step, step < prefix);
    let k_at = (slot * 2u * shape.kv_heads + kv_head) * P4;
    let v_at = k_at + shape.kv_heads * P4;
    var score4 = vec4f();
    var slope4 = vec4f();
    //:for d P4
    let k_{d} = kv[k_at + {d}u];
    score4 = fma(q_{d}, k_{d}, score4);
    slope4 = fma(do_{d}, kv[v_at + {d}u], slope4);
    //:end
    let share = exp((score4.x + score4.y) + (score4.z + score4.w) - all);
    let slope = share * ((slope4.x + slope4.y) + (slope4.z + slope4.w) - delta) * shape.scale;
    //:for d P4
    dq_{d} = fma(vec4f(slope), k_{d}, dq_{d});
    //:end
  }
  //:for d P4
  o[at + {d}u] = dq_{d};
  //:end
  seen[row * shape.heads + head] = vec2f(all, delta);
}
