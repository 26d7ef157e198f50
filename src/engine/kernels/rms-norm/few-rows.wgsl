// forward.wgsl, a workgroup per row: where few rows keep a card waiting for its memory, while decoding.
struct Shape { c4: u32, epsilon: f32 } // c4: quads
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> x: array<vec4f>; // [M, C/4]
@group(0) @binding(3) var<storage, read> gain: array<vec4f>; // [C/4]
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>; // [M, C/4]

//:include reduce NAME=sum TYPE=f32 JOIN=add
fn add(a: f32, b: f32) -> f32 { return a + b; }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = block_id.x;
  if (!is_live(row)) { return; }
  let at = row * shape.c4;
  var squares = vec4f();
  for (var c = thread; c < shape.c4; c += 64u) { squares = fma(x[at + c], x[at + c], squares); }
  let total = sum_of(squares.x + squares.y + squares.z + squares.w, thread);
  let inverse = inverseSqrt(total / f32(shape.c4 * 4u) + shape.epsilon);
  for (var c = thread; c < shape.c4; c += 64u) { y[at + c] = x[at + c] * inverse * gain[c]; }
}
