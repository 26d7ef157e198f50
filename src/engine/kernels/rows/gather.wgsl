// y[p] = x[list[p]]: the rows whose next token is predicted, one under the other.
struct Shape { c4: u32 } // quads
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [predictions/32]
@group(0) @binding(2) var<storage, read> list: array<u32>; // [predictions] rows
@group(0) @binding(3) var<storage, read> x: array<vec4f>; // [M, C/4]
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>; // [predictions, C/4]

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let place = id.y;
  if (!is_live(place) || id.x >= shape.c4) { return; }
  y[place * shape.c4 + id.x] = x[list[place] * shape.c4 + id.x];
}
