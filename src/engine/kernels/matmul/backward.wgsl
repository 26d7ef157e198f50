// dx[m,k] = scale · Σ_n dy[m,n]·w[k,n] + Σ_j dh[m,j]·a[k,j]
// The mirror of forward: the same w, read along its rows. It is also the forward of the head: logits = x·embeddingᵀ.
// With `rank` > 0 it is dh: w is the adapter's B [R, N], row k belongs to the joined projection k ÷ R, whose columns
// alone count. One thread: {ROWS} rows × one quad of k; STAGED, SHUFFLED as in forward. Overwrites dx. PACKED: as in
// forward, four rows of w times a quad of n at a time. `first` is the row the dispatch starts at; dx then receives the
// rows from there on (a chunk of the head).
//:include transposed
//:if STAGED
const TILE_N4 = 4u;
const HEIGHT = {HIGH}u * {ROWS}u; // rows of a workgroup; divides the 32 of a tile, so that all have one adapter
const WIDTH = {WIDE}u * 4u;
const THREADS = {WIDE}u * {HIGH}u;
var<workgroup> dy_tile: array<vec4f, TILE_N4 * HEIGHT>; // [n/4, row]
var<workgroup> w_tile: array<vec4f, TILE_N4 * WIDTH>; // [n/4, k]
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
  let quad = block_id.x * {WIDE}u + local.x;
  //:if SHUFFLED
  let row = shape.first + block_id.y * {ROWS}u;
  let tile = tiles[row / 32u];
  if (row >= tile.live_end) { return; }
  //:end
  //:unless SHUFFLED
  //:unless STAGED
  let tile = tiles[row / 32u];
  if (row >= tile.live_end || quad >= shape.k4) { return; }
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
  //:unless STAGED
  var columns = vec2u(0u, shape.n4);
  var w_row = quad * 4u;
  //:unless SHUFFLED
  if (shape.rank > 0u) {
    let part = w_row / shape.rank;
    w_row -= part * shape.rank;
    columns = columns_of(part);
  }
  //:end
  //:unless PACKED
  //:for k 4
  let w_{k} = w_base + min(w_row + {k}u, shape.w_rows - 1u) * shape.n4;
  //:end
  //:end
  //:for r ROWS
  let dy_{r} = (row + {r}u) * shape.n4;
  //:end
  //:end
  //:for r ROWS
  //:for k 4
  var dx_{r}_{k} = 0.0;
  //:end
  //:end
  //:if SHUFFLED
  for (var n = columns[0]; n < columns[1]; n += {SHUFFLED}u) {
    //:for r ROWS
    let own_{r} = dy[dy_{r} + n + lane];
    //:end
    let end = min(n + {SHUFFLED}u, columns[1]);
    for (var now = n; now < end; now++) {
      //:if PACKED
      let four = weights(quad, now);
      //:end
      //:for k 4
      //:unless PACKED
      let v_{k} = w[w_{k} + now];
      //:end
      //:if PACKED
      let v_{k} = four[{k}u];
      //:end
      //:end
      //:for r ROWS
      {
        let g = subgroupShuffle(own_{r}, now - n);
        //:for k 4
        dx_{r}_{k} = fma(g.w, v_{k}.w, fma(g.z, v_{k}.z, fma(g.y, v_{k}.y, fma(g.x, v_{k}.x, dx_{r}_{k}))));
        //:end
      }
      //:end
    }
  }
  //:end
  //:unless SHUFFLED
  //:unless STAGED
  for (var n = columns[0]; n < columns[1]; n++) {
    //:for r ROWS
    let g_{r} = dy[dy_{r} + n];
    //:end
    //:if PACKED
    let four = weights(quad, n);
    //:end
    //:for k 4
    {
      //:unless PACKED
      let v = w[w_{k} + n];
      //:end
      //:if PACKED
      let v = four[{k}u];
      //:end
      //:for r ROWS
      dx_{r}_{k} = fma(g_{r}.w, v.w, fma(g_{r}.z, v.z, fma(g_{r}.y, v.y, fma(g_{r}.x, v.x, dx_{r}_{k}))));
      //:end
    }
    //:end
  }
  //:end
  //:end
  //:if STAGED
  for (var n0 = 0u; n0 < shape.n4; n0 += TILE_N4) {
    for (var at = thread; at < TILE_N4 * HEIGHT; at += THREADS) {
      let n = n0 + at / HEIGHT;
      dy_tile[at] = select(vec4f(), dy[(block_row + at % HEIGHT) * shape.n4 + n], n < shape.n4);
    }
    //:unless PACKED
    for (var at = thread; at < TILE_N4 * WIDTH; at += THREADS) {
      let n = n0 + at / WIDTH;
      let w_row = min(block_id.x * WIDTH + at % WIDTH, shape.w_rows - 1u);
      w_tile[at] = select(vec4f(), w[w_base + w_row * shape.n4 + n], n < shape.n4);
    }
    //:end
    //:if PACKED
    for (var at = thread; at < TILE_N4 * {WIDE}u; at += THREADS) {
      let n = at / {WIDE}u;
      let four = weights(block_id.x * {WIDE}u + at % {WIDE}u, n0 + n);
      //:for k 4
      w_tile[n * WIDTH + at % {WIDE}u * 4u + {k}u] = select(vec4f(), four[{k}u], n0 + n < shape.n4);
      //:end
    }
    //:end
    workgroupBarrier();
    for (var n = 0u; n < TILE_N4; n++) {
      //:for r ROWS
      let g_{r} = dy_tile[n * HEIGHT + local.y * {ROWS}u + {r}u];
      //:end
      //:for k 4
      {
        let v = w_tile[n * WIDTH + local.x * 4u + {k}u];
        //:for r ROWS
        dx_{r}_{k} = fma(g_{r}.w, v.w, fma(g_{r}.z, v.z, fma(g_{r}.y, v.y, fma(g_{r}.x, v.x, dx_{r}_{k}))));
        //:end
      }
      //:end
    }
    workgroupBarrier();
  }
  if (row >= tile.live_end || quad >= shape.k4) { return; }
  //:end
  //:for r ROWS
  //:for k 4
  dx_{r}_{k} *= shape.scale;
  //:end
  //:end
  if (shape.j4 > 0u && tile.adapter != NONE) {
    //:if SHUFFLED
    for (var j = 0u; j < shape.j4; j += {SHUFFLED}u) {
      //:for r ROWS
      let own_{r} = dh[(row + {r}u) * shape.j4 + j + lane];
      //:end
      let end = min(j + {SHUFFLED}u, shape.j4);
      for (var now = j; now < end; now++) {
        //:for k 4
        let v_{k} = adapters[tile.adapter + shape.a_offset + (quad * 4u + {k}u) * shape.j4 + now];
        //:end
        //:for r ROWS
        {
          let g = subgroupShuffle(own_{r}, now - j);
          //:for k 4
          dx_{r}_{k} = fma(g.w, v_{k}.w, fma(g.z, v_{k}.z, fma(g.y, v_{k}.y, fma(g.x, v_{k}.x, dx_{r}_{k}))));
          //:end
        }
        //:end
      }
    }
    //:end
    //:unless SHUFFLED
    for (var j = 0u; j < shape.j4; j++) {
      //:for r ROWS
      let h_{r} = dh[(row + {r}u) * shape.j4 + j];
      //:end
      //:for k 4
      {
        let v = adapters[tile.adapter + shape.a_offset + (quad * 4u + {k}u) * shape.j4 + j];
        //:for r ROWS
        dx_{r}_{k} = fma(h_{r}.w, v.w, fma(h_{r}.z, v.z, fma(h_{r}.y, v.y, fma(h_{r}.x, v.x, dx_{r}_{k}))));
        //:end
      }
      //:end
    }
    //:end
  }
  //:for r ROWS
  if (row + {r}u < tile.live_end && quad < shape.k4) {
    dx[(row - shape.first + {r}u) * shape.k4 + quad] = vec4f(dx_{r}_0, dx_{r}_1, dx_{r}_2, dx_{r}_3);
  }
  //:end
}
