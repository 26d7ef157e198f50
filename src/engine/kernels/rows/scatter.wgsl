// x[m] = y[prediction of row m], zero for rows that predict nothing: gather's mirror. Overwrites.
struct Shape { c4: u32 } // quads
//:include Row
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
@group(0) @binding(3) var<storage, read> y: array<vec4f>; // [predictions, C/4]
@group(0) @binding(4) var<storage, read_write> x: array<vec4f>; // [M, C/4]

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  if (!is_live(row) || id.x >= shape.c4) { return; }
  let place = rows[row].prediction_or_branch;
  var value = vec4f();
  if (place != NONE) { value = y[place * shape.c4 + id.x]; }
  x[row * shape.c4 + id.x] = value;
}
