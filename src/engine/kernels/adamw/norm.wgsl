// Sums of squares of a flat gradient, one per workgroup, and whether anything in it is not finite (told by its bits:
// compilers may assume that there is no NaN).
struct Shape { n4: u32, per_thread: u32, out_first: u32 } // n4: quads
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> gradient: array<vec4u>; // [N/4] floats as bits
// Of each workgroup: the sum of squares, and how many threads saw a number that is not finite.
@group(0) @binding(2) var<storage, read_write> sums: array<vec2f>; // [workgroups]

const THREADS = 64u;
//:include reduce NAME=sum TYPE=vec2f JOIN=add
fn add(a: vec2f, b: vec2f) -> vec2f { return a + b; }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  var sum = vec4f();
  var bad = 0.0;
  let first = block_id.x * THREADS * shape.per_thread + thread;
  for (var step = 0u; step < shape.per_thread; step++) {
    let at = first + step * THREADS;
    if (at < shape.n4) {
      let bits = gradient[at];
      if (any((bits & vec4u(0x7f800000u)) == vec4u(0x7f800000u))) { bad = 1.0; } else {
        let value = bitcast<vec4f>(bits);
        sum = fma(value, value, sum);
      }
    }
  }
  let all = sum_of(vec2f((sum.x + sum.y) + (sum.z + sum.w), bad), thread);
  if (thread == 0u) { sums[shape.out_first + block_id.x] = all; }
}
