// The noise of given bits.
struct Shape { count: u32 }
//:include noise
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> bits: array<u32>; // [count]
@group(0) @binding(2) var<storage, read_write> noise: array<f32>; // [count]

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < shape.count) { noise[id.x] = noise_of(bits[id.x]); }
}
