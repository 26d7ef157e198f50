// partial[chunk][j] = Σ over the chunk's rows m, then over its `inner` blocks, of b[m, block, j]: gradients of biases
// and of norms' gains. One thread per quad of columns. Overwrites.
struct Shape { j4: u32, inner: u32, row_stride: u32, out_offset: u32, chunk_stride: u32, first: u32 } // quads
//:include Span
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> span: Span;
@group(0) @binding(2) var<storage, read> b: array<vec4f>; // [M, row_stride]
@group(0) @binding(3) var<storage, read_write> partial: array<vec4f>; // [chunks, chunk_stride]

@compute @workgroup_size(32)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let quad = block_id.x * 32u + local.x;
  if (quad >= shape.j4) { return; }
  let first = block_id.z * span.chunk_rows;
  let last = min(span.rows, first + span.chunk_rows);
  var sum = vec4f();
  for (var m = first; m < last; m++) {
    for (var part = 0u; part < shape.inner; part++) {
      sum += b[m * shape.row_stride + shape.first + part * shape.j4 + quad];
    }
  }
  partial[block_id.z * shape.chunk_stride + shape.out_offset + quad] = sum;
}
