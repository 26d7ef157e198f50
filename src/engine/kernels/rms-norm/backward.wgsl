// With s = 1/sqrt(mean x² + ε):   dx (+)= s·(gain·dy − x·s²·mean(gain·dy·x))   and, in dy's place, dy·x·s: each row's
// term of the gain's gradient (summed over rows by weight-gradient/column-sum). One thread per row. dx accumulates when
// asked.
struct Shape { c4: u32, epsilon: f32, accumulate: u32 } // c4: quads
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> x: array<vec4f>; // [M, C/4]
@group(0) @binding(3) var<storage, read> gain: array<vec4f>; // [C/4]
@group(0) @binding(4) var<storage, read_write> dy: array<vec4f>; // [M, C/4]; leaves with the gain's terms
@group(0) @binding(5) var<storage, read_write> dx: array<vec4f>; // [M, C/4]

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x;
  if (!is_live(row)) { return; }
  let at = row * shape.c4;
  let count = f32(shape.c4 * 4u);
  var squares = vec4f();
  var products = vec4f();
  for (var c = 0u; c < shape.c4; c++) {
    squares = fma(x[at + c], x[at + c], squares);
    products = fma(gain[c] * dy[at + c], x[at + c], products);
  }
  let inverse = inverseSqrt((squares.x + squares.y + squares.z + squares.w) / count + shape.epsilon);
  let pull = (products.x + products.y + products.z + products.w) / count * inverse * inverse;
  for (var c = 0u; c < shape.c4; c++) {
    let value = x[at + c];
    let d_y = dy[at + c];
    var sum = inverse * (gain[c] * d_y - value * pull);
    if (shape.accumulate == 1u) { sum += dx[at + c]; }
    dx[at + c] = sum;
    dy[at + c] = d_y * value * inverse;
  }
}
