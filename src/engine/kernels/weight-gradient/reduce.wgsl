// gradient[j] += Σ over chunks, in their order, of partial[chunk][j]. Accumulates: micro-batches add up.
struct Shape { n4: u32, chunk_stride: u32, width: u32 } // quads; width: those of one row of workgroups
//:include Span
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> span: Span;
@group(0) @binding(2) var<storage, read> partial: array<vec4f>; // [chunks, chunk_stride]
@group(0) @binding(3) var<storage, read_write> gradient: array<vec4f>; // [N/4]

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let quad = id.x + id.y * shape.width;
  if (quad >= shape.n4) { return; }
  let chunks = (span.rows + span.chunk_rows - 1u) / span.chunk_rows;
  var sum = vec4f();
  for (var chunk = 0u; chunk < chunks; chunk++) { sum += partial[chunk * shape.chunk_stride + quad]; }
  gradient[quad] += sum;
}
