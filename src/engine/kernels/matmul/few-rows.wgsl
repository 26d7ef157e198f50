// The forward product (forward.wgsl) where few rows keep a card waiting for its memory instead of computing: while
// decoding. A workgroup has {ROWS} rows and {WIDE} quads of columns; each of its {SLICES} slices of threads sums every
// {SLICES}th k, and the slices are summed in their order: a row's result depends on nothing else in the batch (S3), and
// differs from forward.wgsl's by rounding.
//:include product
const THREADS = {WIDE}u * {SLICES}u;
var<workgroup> sums: array<vec4f, THREADS * {ROWS}u>; // [slice, row, quad]

@compute @workgroup_size({WIDE}, {SLICES})
fn main(
  @builtin(workgroup_id) block_id: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) thread: u32,
) {
  let block_row = shape.first + block_id.y * {ROWS}u;
  let block_quad = block_id.x * {WIDE}u;
  let tile = tiles[block_row / 32u];
  if (block_row >= tile.live_end) { return; }
  //:unless PACKED
  var w_base = shape.w_offset;
  if (shape.w_from_adapter == 1u) {
    if (tile.adapter == NONE) { return; }
    w_base += tile.adapter;
  }
  //:end
  let quad = block_quad + local.x;
  let x_base = (block_row - shape.first) * shape.k;
  //:for r ROWS
  var y_{r} = vec4f();
  //:end
  for (var k = shape.k_first + local.y; k < shape.k_end; k += {SLICES}u) {
    //:unless PACKED
    let w_k = w[w_base + k * shape.n4 + quad];
    //:end
    //:if PACKED
    let w_k = unpacked(w[k / ROWS_PER_WORD * shape.w_width + quad], k % ROWS_PER_WORD, scale_at(k, quad));
    //:end
    //:for r ROWS
    y_{r} = fma(vec4f(x[x_base + {r}u * shape.k + k]), w_k, y_{r});
    //:end
  }
  //:for r ROWS
  sums[(local.y * {ROWS}u + {r}u) * {WIDE}u + local.x] = y_{r};
  //:end
  workgroupBarrier();
  for (var place = thread; place < {ROWS}u * {WIDE}u; place += THREADS) {
    let row = block_row + place / {WIDE}u;
    let column = block_quad + place % {WIDE}u;
    if (row >= tile.live_end || column >= shape.n4) { continue; }
    var sum = vec4f();
    for (var slice = 0u; slice < {SLICES}u; slice++) { sum += sums[slice * {ROWS}u * {WIDE}u + place]; }
    //:if LORA
    if (tile.adapter != NONE) {
      let h_at = row * shape.h_stride + part_of(column) * shape.rank;
      let b_at = tile.adapter + shape.b_offset + column;
      var lora = vec4f();
      for (var r = 0u; r < shape.rank; r++) { lora = fma(vec4f(h[h_at + r]), adapters[b_at + r * shape.n4], lora); }
      sum = fma(vec4f(shape.scale), lora, sum);
    }
    //:end
    //:if BIAS
    sum += bias[column];
    //:end
    let at = row * shape.n4 + column;
    //:if RESIDUAL
    sum += residual[at];
    //:end
    //:if ITSELF
    sum += y[at];
    //:end
    y[at] = sum;
  }
}
