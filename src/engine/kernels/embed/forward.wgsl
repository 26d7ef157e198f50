// x[m] = embedding[token of row m], where that token's row lies in the window of the table that is bound; other rows
// stay. PACKED: of a table in fewer bits.
struct Shape {
  c4: u32, first: u32, count: u32, // quads; tokens of the window
  //:if PACKED
  w_width: u32, w_scales: u32, // quads of a stored row; where the scales begin
  //:end
}
//:include Row
//:include live
//:include packed
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
//:unless PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4f>; // [window, C/4]
//:end
//:if PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4u>; // [window, C], packed
//:end
@group(0) @binding(4) var<storage, read_write> x: array<vec4f>; // [M, C/4]

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  if (!is_live(row) || id.x >= shape.c4) { return; }
  let place = rows[row].token - shape.first; // wraps far beyond count for tokens before the window
  if (place >= shape.count) { return; }
  //:unless PACKED
  x[row * shape.c4 + id.x] = w[place * shape.c4 + id.x];
  //:end
  //:if PACKED
  var four = weights(place / 4u, id.x);
  x[row * shape.c4 + id.x] = four[place % 4u];
  //:end
}
