// What the forms of the weight gradient read and write.
struct Shape {
  i: u32, j4: u32, a_stride: u32, out_offset: u32, // out_offset and part*, j4: quads
  chunk_stride: u32, rank: u32, part1: u32, part2: u32,
  scale: f32,
}
//:include Span
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> span: Span;
//:unless ROTATED
@group(0) @binding(2) var<storage, read> a: array<f32>; // [M, a_stride]
//:end
//:if ROTATED
@group(0) @binding(2) var<storage, read> a: array<vec4f>; // [M, a_stride/4]
//:end
@group(0) @binding(3) var<storage, read> b: array<vec4f>; // [M, J/4]
@group(0) @binding(4) var<storage, read_write> partial: array<vec4f>; // [chunks, chunk_stride]

/** The joined projection whose columns of a a quad of b's columns takes. */
fn part_of(quad: u32) -> u32 { return select(0u, 1u, quad >= shape.part1) + select(0u, 1u, quad >= shape.part2); }
