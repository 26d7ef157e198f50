// y[m,c] = x[m,c] · gain[c] / sqrt(mean over c of x[m,c]² + ε). One thread per row.
struct Shape { c4: u32, epsilon: f32 } // c4: quads
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> x: array<vec4f>; // [M, C/4]
@group(0) @binding(3) var<storage, read> gain: array<vec4f>; // [C/4]
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>; // [M, C/4]

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x;
  if (!is_live(row)) { return; }
  let at = row * shape.c4;
  var sum = vec4f();
  for (var c = 0u; c < shape.c4; c++) { sum = fma(x[at + c], x[at + c], sum); }
  let inverse = inverseSqrt((sum.x + sum.y + sum.z + sum.w) / f32(shape.c4 * 4u) + shape.epsilon);
  for (var c = 0u; c < shape.c4; c++) { y[at + c] = x[at + c] * inverse * gain[c]; }
}
