// d gate = dact · up · σ(gate)·(1 + gate·(1 − σ(gate)))    d up = dact · silu(gate). Overwrites gu by its gradient.
struct Shape { f4: u32 } // quads
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> dact: array<vec4f>; // [M, F/4]
@group(0) @binding(3) var<storage, read_write> gu: array<vec4f>; // [M, 2, F/4]; leaves as its gradient

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  if (!is_live(row) || id.x >= shape.f4) { return; }
  let at = row * 2u * shape.f4 + id.x;
  let gate = gu[at];
  let up = gu[at + shape.f4];
  let d_act = dact[row * shape.f4 + id.x];
  let open = 1.0 / (1.0 + exp(-gate));
  gu[at] = d_act * up * open * (1.0 + gate * (1.0 - open));
  gu[at + shape.f4] = d_act * gate * open;
}
