// y[i] = x[i], from halves (two to a word) to f32. Overwrites y. Exact: every half is an f32.
struct Shape { n4: u32 } // quads
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> x: array<vec2u>; // [N/4] four halves
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>; // [N/4]

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  let quad = id.x + id.y * count.x * 64u;
  if (quad >= shape.n4) { return; }
  y[quad] = vec4f(unpack2x16float(x[quad].x), unpack2x16float(x[quad].y));
}
