// dq, one thread per row and GROUP heads that share their keys and values; probabilities are made again from log Σ exp.
// PATHS: a table has the slots of a row's prefix. Writes Σ dO·O beside it for the key pass, and dq in o's place (o is
// not needed afterwards).
struct Shape { heads: u32, kv_heads: u32, scale: f32 }
struct Stats { log_sum_exp: f32, d_o_dot_o: f32 }
//:include Row
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
@group(0) @binding(3) var<storage, read> q: array<vec4f>; // [M, H, P/4]
@group(0) @binding(4) var<storage, read> kv: array<vec4f>; // [slots, 2, KV, P/4]
@group(0) @binding(5) var<storage, read> d_o: array<vec4f>; // [M, H, P/4]
@group(0) @binding(6) var<storage, read_write> o: array<vec4f>; // [M, H, P/4]; leaves as dq
@group(0) @binding(7) var<storage, read_write> stats: array<Stats>; // [M, H]
//:if PATHS
@group(0) @binding(8) var<storage, read> paths: array<u32>; // [places] the slots of each prompt's tokens
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
  var delta4_{g} = vec4f();
  //:for d P4
  let q_{g}_{d} = q[at + {g}u * P4 + {d}u] * shape.scale;
  let do_{g}_{d} = d_o[at + {g}u * P4 + {d}u];
  delta4_{g} = fma(do_{g}_{d}, o[at + {g}u * P4 + {d}u], delta4_{g});
  var dq_{g}_{d} = vec4f();
  //:end
  let delta_{g} = (delta4_{g}.x + delta4_{g}.y) + (delta4_{g}.z + delta4_{g}.w);
  let log_sum_exp_{g} = stats[row * shape.heads + head + {g}u].log_sum_exp;
  //:end
  let prefix = info.prefix_end - info.prefix_start;
  let count = prefix + info.slot + 1u - info.own_start;
  for (var step = 0u; step < count; step++) {
    var slot = select(info.own_start + step - prefix, info.prefix_start + step, step < prefix);
    //:if PATHS
    if (step < prefix) { slot = paths[info.prefix_start + step]; }
    //:end
    let k_at = (slot * 2u * shape.kv_heads + kv_head) * P4;
    let v_at = k_at + shape.kv_heads * P4;
    //:for g GROUP
    var score4_{g} = vec4f();
    var d_share4_{g} = vec4f();
    //:end
    //:for d P4
    let k_{d} = kv[k_at + {d}u];
    let v_{d} = kv[v_at + {d}u];
    //:for g GROUP
    score4_{g} = fma(q_{g}_{d}, k_{d}, score4_{g});
    d_share4_{g} = fma(do_{g}_{d}, v_{d}, d_share4_{g});
    //:end
    //:end
    //:for g GROUP
    let share_{g} = exp((score4_{g}.x + score4_{g}.y) + (score4_{g}.z + score4_{g}.w) - log_sum_exp_{g});
    let d_share_{g} = (d_share4_{g}.x + d_share4_{g}.y) + (d_share4_{g}.z + d_share4_{g}.w);
    let d_score_{g} = share_{g} * (d_share_{g} - delta_{g}) * shape.scale;
    //:for d P4
    dq_{g}_{d} = fma(vec4f(d_score_{g}), k_{d}, dq_{g}_{d});
    //:end
    //:end
  }
  //:for g GROUP
  //:for d P4
  o[at + {g}u * P4 + {d}u] = dq_{g}_{d};
  //:end
  stats[row * shape.heads + head + {g}u] = Stats(log_sum_exp_{g}, delta_{g});
  //:end
}
