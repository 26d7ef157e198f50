// What the forms of the backward product read and write.
struct Shape {
  n4: u32, k4: u32, w_offset: u32, w_from_adapter: u32, // widths and offsets in quads
  first: u32, rank: u32, part1: u32, part2: u32,
  j4: u32, a_offset: u32, scale: f32, w_rows: u32, // j4 0: no LoRA term
  //:if PACKED
  w_width: u32, w_scales: u32, // quads of a stored row; where the scales begin
  //:end
}
//:include live
//:include packed
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> dy: array<vec4f>; // [M, N/4]
//:unless PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4f>; // [K, N/4], or inside the adapters
//:end
//:if PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4u>; // [K, N], packed
//:end
@group(0) @binding(4) var<storage, read> dh: array<vec4f>; // [M, J/4]
@group(0) @binding(5) var<storage, read> adapters: array<vec4f>; // [K, J/4] at each tile's offset
@group(0) @binding(6) var<storage, read_write> dx: array<vec4f>; // [M, K/4]

/** The first quad and the end of the columns of a joined projection. */
fn columns_of(part: u32) -> vec2u {
  if (part == 0u) { return vec2u(0u, min(shape.n4, shape.part1)); }
  if (part == 1u) { return vec2u(shape.part1, min(shape.n4, shape.part2)); }
  return vec2u(shape.part2, shape.n4);
}
