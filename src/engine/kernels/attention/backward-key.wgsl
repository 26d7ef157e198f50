// dk and dv per slot and key head: the rows that saw slot s are exactly [s, attendEnd of s) (training: slot = row, and
// a tree's rows lie depth-first), so each sum has one owner and one order. One thread per slot and key head.
// Overwrites.
struct Shape { heads: u32, kv_heads: u32, scale: f32 }
struct Stats { log_sum_exp: f32, d_o_dot_o: f32 }
//:include Row
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
@group(0) @binding(3) var<storage, read> q: array<vec4f>; // [M, H, P/4]
@group(0) @binding(4) var<storage, read> kv: array<vec4f>; // [M, 2, KV, P/4]
@group(0) @binding(5) var<storage, read> d_o: array<vec4f>; // [M, H, P/4]
@group(0) @binding(6) var<storage, read> stats: array<Stats>; // [M, H]
@group(0) @binding(7) var<storage, read_write> dkv: array<vec4f>; // [M, 2, KV, P/4]

const P4 = {P4}u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = id.x / shape.kv_heads;
  let kv_head = id.x - slot * shape.kv_heads;
  if (!is_live(slot)) { return; }
  let at = (slot * 2u * shape.kv_heads + kv_head) * P4;
  let v_at = at + shape.kv_heads * P4;
  //:for d P4
  let k_{d} = kv[at + {d}u] * shape.scale;
  let v_{d} = kv[v_at + {d}u];
  var dk_{d} = vec4f();
  var dv_{d} = vec4f();
  //:end
  let share_heads = shape.heads / shape.kv_heads;
  for (var row = slot; row < rows[slot].attend_end; row++) {
    for (var h = 0u; h < share_heads; h++) {
      let place = row * shape.heads + kv_head * share_heads + h;
      let q_at = place * P4;
      var score4 = vec4f();
      var d_share4 = vec4f();
      //:for d P4
      let q_{d} = q[q_at + {d}u];
      let do_{d} = d_o[q_at + {d}u];
      score4 = fma(q_{d}, k_{d}, score4);
      d_share4 = fma(do_{d}, v_{d}, d_share4);
      //:end
      let own = stats[place];
      let share = exp((score4.x + score4.y) + (score4.z + score4.w) - own.log_sum_exp);
      let d_score = share * ((d_share4.x + d_share4.y) + (d_share4.z + d_share4.w) - own.d_o_dot_o) * shape.scale;
      //:for d P4
      dk_{d} = fma(vec4f(d_score), q_{d}, dk_{d});
      dv_{d} = fma(vec4f(share), do_{d}, dv_{d});
      //:end
    }
  }
  //:for d P4
  dkv[at + {d}u] = dk_{d};
  dkv[v_at + {d}u] = dv_{d};
  //:end
}
