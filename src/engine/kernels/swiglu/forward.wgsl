// act[m,f] = silu(gate[m,f]) · up[m,f]; gate and up lie side by side in one row of gu.
struct Shape { f4: u32 } // quads
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> gu: array<vec4f>; // [M, 2, F/4]
@group(0) @binding(3) var<storage, read_write> act: array<vec4f>; // [M, F/4]

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  if (!is_live(row) || id.x >= shape.f4) { return; }
  let at = row * 2u * shape.f4 + id.x;
  let gate = gu[at];
  act[row * shape.f4 + id.x] = gate / (1.0 + exp(-gate)) * gu[at + shape.f4];
}
