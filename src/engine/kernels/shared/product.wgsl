// What the forms of the forward product read and write. BIAS, RESIDUAL, LORA: what they add to the sum; ITSELF: what y
// holds already.
struct Shape {
  k: u32, n4: u32, w_offset: u32, w_from_adapter: u32, // offsets and widths in quads of floats
  rank: u32, h_stride: u32, b_offset: u32,
  part1: u32, part2: u32, scale: f32, first: u32, // part: first quad of the second and third joined projection
  k_first: u32, k_end: u32,
  //:if PACKED
  w_width: u32, w_scales: u32, // quads of a stored row; where the scales begin
  //:end
}
//:include live
//:include packed
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
//:unless ROTATED
@group(0) @binding(2) var<storage, read> x: array<f32>; // [M, K]
//:end
//:if ROTATED
@group(0) @binding(2) var<storage, read> x: array<vec4f>; // [M, K/4]
//:end
//:unless PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4f>; // [K, N/4], or inside the adapters
//:end
//:if PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4u>; // [K, N], packed
//:end
@group(0) @binding(4) var<storage, read> bias: array<vec4f>; // [N/4]
//:unless ROTATED
@group(0) @binding(5) var<storage, read> h: array<f32>; // [M, parts·R]
//:end
//:if ROTATED
@group(0) @binding(5) var<storage, read> h: array<vec4f>; // [M, parts·R/4]
//:end
@group(0) @binding(6) var<storage, read> adapters: array<vec4f>; // [R, N/4] at each tile's offset
@group(0) @binding(7) var<storage, read> residual: array<vec4f>; // [M, N/4]
@group(0) @binding(8) var<storage, read_write> y: array<vec4f>; // [M, N/4]

/** Which of the joined projections a quad of columns belongs to. */
fn part_of(quad: u32) -> u32 { return select(0u, 1u, quad >= shape.part1) + select(0u, 1u, quad >= shape.part2); }
