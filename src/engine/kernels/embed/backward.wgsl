// gradient[v] += Σ over the rows that read token v, in their order, of dx[row], for the tokens v of a window of the
// table. Accumulates (a tied head adds to the same rows).
struct Shape { c4: u32, first: u32, count: u32 } // quads; tokens of the window
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> starts: array<u32>; // [V + 1] into rows_by_token
@group(0) @binding(2) var<storage, read> rows_by_token: array<u32>; // [M] rows, sorted by token
@group(0) @binding(3) var<storage, read> dx: array<vec4f>; // [M, C/4]
@group(0) @binding(4) var<storage, read_write> gradient: array<vec4f>; // [window, C/4]

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.y >= shape.count || id.x >= shape.c4) { return; }
  var sum = vec4f();
  let token = shape.first + id.y;
  for (var at = starts[token]; at < starts[token + 1u]; at++) { sum += dx[rows_by_token[at] * shape.c4 + id.x]; }
  gradient[id.y * shape.c4 + id.x] += sum;
}
