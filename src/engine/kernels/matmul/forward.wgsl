// y[m,n] = residual[m,n] + Σ_k x[m,k]·w[k,n] + bias[n] + scale · Σ_r h[m, part(n)·R + r] · b[r,n]
// One thread: {ROWS} rows × {QUADS} quads of columns, all in registers. STAGED: the workgroup brings tiles of x and w
// into its own memory first. SHUFFLED: all threads of a workgroup have the same rows, each loads another k of x, and
// they hand it to each other, SHUFFLED at a time. The sum over k runs in one order, whatever the variant: a row's
// result never depends on what else is in the batch (S3). Overwrites y, or adds to it (ITSELF): where a sum is so long
// that it comes in turns, each over k_first ≤ k < k_end. `first` is the row the dispatch starts at; x then holds the
// rows from there on (a chunk of the head). PACKED: w in fewer bits.
//:include product
//:if STAGED
const TILE_K = 16u;
const HEIGHT = {HIGH}u * {ROWS}u; // rows of a workgroup; divides the 32 of a tile, so that all have one adapter
const THREADS = {WIDE}u * {HIGH}u;
var<workgroup> x_tile: array<f32, TILE_K * HEIGHT>; // [k, row]
var<workgroup> w_tile: array<vec4f, TILE_K * {WIDE}u>; // [k, quad]
//:end

@compute @workgroup_size({WIDE}, {HIGH})
fn main(
  @builtin(workgroup_id) block_id: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) thread: u32,
  //:if SHUFFLED
  @builtin(subgroup_invocation_id) lane: u32,
  //:end
) {
  //:unless SHUFFLED
  let row = shape.first + (block_id.y * {HIGH}u + local.y) * {ROWS}u;
  //:end
  let quad = block_id.x * ({WIDE}u * {QUADS}u) + local.x;
  //:if SHUFFLED
  let row = shape.first + block_id.y * {ROWS}u;
  let tile = tiles[row / 32u];
  if (row >= tile.live_end) { return; }
  //:end
  //:unless SHUFFLED
  //:unless STAGED
  let tile = tiles[row / 32u];
  if (row >= tile.live_end || quad >= shape.n4) { return; }
  //:end
  //:end
  //:if STAGED
  let block_row = shape.first + block_id.y * HEIGHT; // the same for all threads: they meet at barriers
  let tile = tiles[block_row / 32u];
  if (block_row >= tile.live_end) { return; }
  //:end
  //:unless PACKED
  var w_base = shape.w_offset;
  if (shape.w_from_adapter == 1u) {
    if (tile.adapter == NONE) { return; }
    w_base += tile.adapter;
  }
  //:end
  //:for r ROWS
  //:unless STAGED
  let at_{r} = (row - shape.first + {r}u) * shape.k;
  //:end
  //:for c QUADS
  var y_{r}_{c} = vec4f();
  //:end
  //:end
  //:if SHUFFLED
  //:unless PACKED
  w_base += shape.k_first * shape.n4 + quad;
  //:end
  for (var k = shape.k_first; k < shape.k_end; k += {SHUFFLED}u) {
    //:for r ROWS
    let x_{r} = x[at_{r} + k + lane];
    //:end
    let end = min(k + {SHUFFLED}u, shape.k_end);
    for (var now = k; now < end; now++) {
      //:unless PACKED
      let w_0 = w[w_base];
      w_base += shape.n4;
      //:end
      //:if PACKED
      //:if ACROSS
      let w_0 = row_across(now, quad);
      //:end
      //:unless ACROSS
      let codes = w[now / ROWS_PER_WORD * shape.w_width + quad];
      let w_0 = unpacked(codes, now % ROWS_PER_WORD, scale_at(now, quad));
      //:end
      //:end
      //:for r ROWS
      y_{r}_0 += subgroupShuffle(x_{r}, now - k) * w_0;
      //:end
    }
  }
  //:end
  //:unless SHUFFLED
  //:unless STAGED
  //:if PACKED
  //:if ACROSS
  for (var k = shape.k_first; k < shape.k_end; k++) {
    //:for c QUADS
    let w_{c} = row_across(k, quad + {c}u * {WIDE}u);
    //:end
    //:for r ROWS
    let x_{r} = x[at_{r} + k];
    //:for c QUADS
    y_{r}_{c} += x_{r} * w_{c};
    //:end
    //:end
  }
  //:end
  //:unless ACROSS
  for (var first = shape.k_first; first < shape.k_end; first += ROWS_PER_WORD) {
    //:for c QUADS
    let codes_{c} = w[first / ROWS_PER_WORD * shape.w_width + quad + {c}u * {WIDE}u];
    let scale_{c} = scale_at(first, quad + {c}u * {WIDE}u);
    //:end
    let rows = min(ROWS_PER_WORD, shape.k_end - first);
    for (var i = 0u; i < rows; i++) {
      //:for c QUADS
      let w_{c} = unpacked(codes_{c}, i, scale_{c});
      //:end
      //:for r ROWS
      let x_{r} = x[at_{r} + first + i];
      //:for c QUADS
      y_{r}_{c} += x_{r} * w_{c};
      //:end
      //:end
    }
  }
  //:end
  //:end
  //:unless PACKED
  w_base += shape.k_first * shape.n4 + quad;
  for (var k = shape.k_first; k < shape.k_end; k++) {
    //:for c QUADS
    let w_{c} = w[w_base + {c}u * {WIDE}u];
    //:end
    //:for r ROWS
    let x_{r} = x[at_{r} + k];
    //:for c QUADS
    y_{r}_{c} += x_{r} * w_{c};
    //:end
    //:end
    w_base += shape.n4;
  }
  //:end
  //:end
  //:end
  //:if STAGED
  //:unless PACKED
  w_base += block_id.x * {WIDE}u;
  //:end
  for (var k0 = shape.k_first; k0 < shape.k_end; k0 += TILE_K) {
    for (var at = thread; at < TILE_K * HEIGHT; at += THREADS) {
      let k = k0 + at / HEIGHT;
      x_tile[at] = select(0.0, x[(block_row - shape.first + at % HEIGHT) * shape.k + k], k < shape.k_end);
    }
    //:unless PACKED
    for (var at = thread; at < TILE_K * {WIDE}u; at += THREADS) {
      let k = k0 + at / {WIDE}u;
      w_tile[at] = select(vec4f(), w[w_base + k * shape.n4 + at % {WIDE}u], k < shape.k_end);
    }
    //:end
    //:if PACKED
    for (var at = thread; at < TILE_K / 4u * {WIDE}u; at += THREADS) {
      let k4 = at / {WIDE}u;
      let four = weights(k0 / 4u + k4, block_id.x * {WIDE}u + at % {WIDE}u);
      //:for i 4
      w_tile[(4u * k4 + {i}u) * {WIDE}u + at % {WIDE}u] = select(vec4f(), four[{i}u], k0 + 4u * k4 < shape.k_end);
      //:end
    }
    //:end
    workgroupBarrier();
    for (var k = 0u; k < TILE_K; k++) {
      let w_0 = w_tile[k * {WIDE}u + local.x];
      //:for r ROWS
      y_{r}_0 += x_tile[k * HEIGHT + local.y * {ROWS}u + {r}u] * w_0;
      //:end
    }
    workgroupBarrier();
  }
  if (row >= tile.live_end || quad >= shape.n4) { return; }
  //:end
  //:if LORA
  if (tile.adapter != NONE) {
    //:if SHUFFLED
    let own = part_of(quad);
    let last = part_of(block_id.x * {WIDE}u + {WIDE}u - 1u);
    for (var part = part_of(block_id.x * {WIDE}u); part <= last; part++) { // one, or a few where threads differ
      var b_at = tile.adapter + shape.b_offset + quad;
      for (var r = 0u; r < shape.rank; r += {SHUFFLED}u) {
        //:for r ROWS
        let h_{r} = h[(row + {r}u) * shape.h_stride + part * shape.rank + r + lane];
        //:end
        let end = min(r + {SHUFFLED}u, shape.rank);
        for (var now = r; now < end; now++) {
          let b = select(vec4f(), adapters[b_at] * shape.scale, part == own);
          b_at += shape.n4;
          //:for r ROWS
          y_{r}_0 += subgroupShuffle(h_{r}, now - r) * b;
          //:end
        }
      }
    }
    //:end
    //:unless SHUFFLED
    //:for c QUADS
    let part_{c} = part_of(quad + {c}u * {WIDE}u) * shape.rank;
    //:end
    var b_at = tile.adapter + shape.b_offset + quad;
    for (var r = 0u; r < shape.rank; r++) {
      //:for c QUADS
      let b_{c} = adapters[b_at + {c}u * {WIDE}u] * shape.scale;
      //:for r ROWS
      y_{r}_{c} += h[(row + {r}u) * shape.h_stride + part_{c} + r] * b_{c};
      //:end
      //:end
      b_at += shape.n4;
    }
    //:end
  }
  //:end
  //:for c QUADS
  {
    let column = quad + {c}u * {WIDE}u;
    if (column < shape.n4) {
      //:if BIAS
      let constant = bias[column];
      //:end
      //:for r ROWS
      if (row + {r}u < tile.live_end) {
        let at = (row + {r}u) * shape.n4 + column;
        var sum = y_{r}_{c};
        //:if BIAS
        sum += constant;
        //:end
        //:if RESIDUAL
        sum += residual[at];
        //:end
        //:if ITSELF
        sum += y[at];
        //:end
        y[at] = sum;
      }
      //:end
    }
  }
  //:end
}
