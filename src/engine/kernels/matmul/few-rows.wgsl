// The forward product (forward.wgsl) where few rows keep a card waiting for its memory instead of computing: while
// decoding. A workgroup has {ROWS} rows and {WIDE} quads of columns; each of its {SLICES} slices of threads sums every
// {SLICES}th k, and the slices are summed in their order: a row's result depends on nothing else in the batch (S3), and
// differs from forward.wgsl's by rounding.
struct Shape {
  k: u32, n4: u32, w_offset: u32, w_from_adapter: u32, // offsets and widths in quads of floats
  adds: u32, rank: u32, h_stride: u32, b_offset: u32, // adds: sum of BIAS, RESIDUAL, ITSELF; rank 0: no LoRA term
  part1: u32, part2: u32, scale: f32, first: u32, // part: first quad of the second and third joined projection
  k_first: u32, k_end: u32,
  //:if PACKED
  w_width: u32, w_scales: u32, // quads of a stored row; where the scales begin
  //:end
}
//:include live
//:include packed
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> x: array<f32>; // [M, K]
//:unless PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4f>; // [K, N/4], or inside the adapters
//:end
//:if PACKED
@group(0) @binding(3) var<storage, read> w: array<vec4u>; // [K, N], packed
//:end
@group(0) @binding(4) var<storage, read> bias: array<vec4f>; // [N/4]
@group(0) @binding(5) var<storage, read> h: array<f32>; // [M, parts·R]
@group(0) @binding(6) var<storage, read> adapters: array<vec4f>; // [R, N/4] at each tile's offset
@group(0) @binding(7) var<storage, read> residual: array<vec4f>; // [M, N/4]
@group(0) @binding(8) var<storage, read_write> y: array<vec4f>; // [M, N/4]

const BIAS = 1u;
const RESIDUAL = 2u;
const ITSELF = 4u;
const THREADS = {WIDE}u * {SLICES}u;
var<workgroup> sums: array<vec4f, THREADS * {ROWS}u>; // [slice, row, quad]

/** Which of the joined projections a quad of columns belongs to. */
fn part_of(quad: u32) -> u32 { return select(0u, 1u, quad >= shape.part1) + select(0u, 1u, quad >= shape.part2); }

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
    if (shape.rank > 0u && tile.adapter != NONE) {
      let h_at = row * shape.h_stride + part_of(column) * shape.rank;
      let b_at = tile.adapter + shape.b_offset + column;
      var lora = vec4f();
      for (var r = 0u; r < shape.rank; r++) { lora = fma(vec4f(h[h_at + r]), adapters[b_at + r * shape.n4], lora); }
      sum = fma(vec4f(shape.scale), lora, sum);
    }
    if ((shape.adds & BIAS) != 0u) { sum += bias[column]; }
    let at = row * shape.n4 + column;
    if ((shape.adds & RESIDUAL) != 0u) { sum += residual[at]; }
    if ((shape.adds & ITSELF) != 0u) { sum += y[at]; }
    y[at] = sum;
  }
}
