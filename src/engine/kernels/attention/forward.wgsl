// o[m,h] = Σ_s softmax_s(q[m,h]·k[s]·scale) v[s] over the slots that row m may see: its prefix, then its own from
// selfStart to itself. PATHS: a table has the slots of its prefix (a tree of prompts), from the first token on, so that
// sums are made as without a tree; LISTED: a list has those of its own (decoding). Streaming softmax (one pass);
// `stats` keeps log Σ exp for the backward pass. One thread per row and GROUP heads that share their keys and values.
struct Shape { heads: u32, kv_heads: u32, scale: f32, stride: u32 }
struct Stats { log_sum_exp: f32, d_o_dot_o: f32 }
//:include Row
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
@group(0) @binding(3) var<storage, read> q: array<vec4f>; // [M, H, P/4]
@group(0) @binding(4) var<storage, read> kv: array<vec4f>; // [slots, 2, KV, P/4]
@group(0) @binding(5) var<storage, read_write> o: array<vec4f>; // [M, H, P/4]
@group(0) @binding(6) var<storage, read_write> stats: array<Stats>; // [M, H] the second is for the backward pass
//:if PATHS
@group(0) @binding(7) var<storage, read> paths: array<u32>; // [places] the slots of each prompt's tokens
//:end
//:if LISTED
@group(0) @binding({LISTS}) var<storage, read> lists: array<u32>; // [branches, stride] the slots of a branch's own tokens
//:end

const P4 = {P4}u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let units = shape.heads / {GROUP}u;
  let row = id.x / units;
  let head = (id.x - row * units) * {GROUP}u;
  if (!is_live(row)) { return; }
  let info = rows[row];
  let at = (row * shape.heads + head) * P4;
  let kv_head = head / (shape.heads / shape.kv_heads);
  //:for g GROUP
  var highest_{g} = -3.0e38;
  var total_{g} = 0.0;
  //:for d P4
  let q_{g}_{d} = q[at + {g}u * P4 + {d}u] * shape.scale;
  var o_{g}_{d} = vec4f();
  //:end
  //:end
  let prefix = info.prefix_end - info.prefix_start;
  let count = prefix + info.slot + 1u - info.own_start;
  for (var step = 0u; step < count; step++) {
    //:unless LISTED
    var slot = select(info.own_start + step - prefix, info.prefix_start + step, step < prefix);
    //:end
    //:if LISTED
    var slot = info.prefix_start + step;
    if (step >= prefix) { slot = lists[info.prediction_or_branch * shape.stride + step - prefix]; }
    //:end
    //:if PATHS
    if (step < prefix) { slot = paths[info.prefix_start + step]; }
    //:end
    let k_at = (slot * 2u * shape.kv_heads + kv_head) * P4;
    //:for g GROUP
    var score4_{g} = vec4f();
    //:end
    //:for d P4
    {
      let k = kv[k_at + {d}u];
      //:for g GROUP
      score4_{g} = fma(q_{g}_{d}, k, score4_{g});
      //:end
    }
    //:end
    //:for g GROUP
    let score_{g} = (score4_{g}.x + score4_{g}.y) + (score4_{g}.z + score4_{g}.w);
    let next_{g} = max(highest_{g}, score_{g});
    let keep_{g} = exp(highest_{g} - next_{g});
    let weight_{g} = exp(score_{g} - next_{g});
    highest_{g} = next_{g};
    total_{g} = total_{g} * keep_{g} + weight_{g};
    //:end
    let v_at = k_at + shape.kv_heads * P4;
    //:for d P4
    {
      let v = kv[v_at + {d}u];
      //:for g GROUP
      o_{g}_{d} = fma(vec4f(weight_{g}), v, o_{g}_{d} * keep_{g});
      //:end
    }
    //:end
  }
  //:for g GROUP
  //:for d P4
  o[at + {g}u * P4 + {d}u] = o_{g}_{d} / total_{g};
  //:end
  stats[row * shape.heads + head + {g}u] = Stats(highest_{g} + log(total_{g}), 0.0);
  //:end
}
