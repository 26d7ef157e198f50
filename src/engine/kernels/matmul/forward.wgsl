// y[m,n] = residual[m,n] + Σ_k x[m,k]·w[k,n] + bias[n] + scale · Σ_r h[m, part(n)·R + r] · b[r,n]
// One thread: {ROWS} rows × {QUADS} quads of columns, all in registers. The sum over k runs in one order, whatever the block:
// a row's result never depends on what else is in the batch (S3). Overwrites y.
// `first` is the row the dispatch starts at; x then holds the rows from there on (a chunk of the head).
struct Shape {
  k: u32, n4: u32, w_offset: u32, w_from_adapter: u32, // offsets and widths in quads of floats
  has_bias: u32, has_residual: u32, rank: u32, h_stride: u32, // rank 0: no LoRA term
  b_offset: u32, part1: u32, part2: u32, scale: f32, // part: first quad of the second and third joined projection
  first: u32,
}
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<vec2u>; // [M/32] adapter offset in quads (or NONE), end of live rows
@group(0) @binding(2) var<storage, read> x: array<f32>; // [M, K]
@group(0) @binding(3) var<storage, read> w: array<vec4f>; // [K, N/4], or inside the adapters
@group(0) @binding(4) var<storage, read> bias: array<vec4f>; // [N/4]
@group(0) @binding(5) var<storage, read> h: array<f32>; // [M, parts·R]
@group(0) @binding(6) var<storage, read> adapters: array<vec4f>; // [R, N/4] at each tile's offset
@group(0) @binding(7) var<storage, read> residual: array<vec4f>; // [M, N/4]
@group(0) @binding(8) var<storage, read_write> y: array<vec4f>; // [M, N/4]

const NONE = 0xffffffffu;

@compute @workgroup_size(8, 8)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = shape.first + (block_id.y * 8u + local.y) * {ROWS}u;
  let quad = block_id.x * (8u * {QUADS}u) + local.x;
  let tile = tiles[row / 32u];
  if (row >= tile.y || quad >= shape.n4) { return; }
  var w_base = shape.w_offset;
  if (shape.w_from_adapter == 1u) {
    if (tile.x == NONE) { return; }
    w_base += tile.x;
  }
  //:for r ROWS
  let at_{r} = (row - shape.first + {r}u) * shape.k;
  //:for c QUADS
  var y_{r}_{c} = vec4f();
  //:end
  //:end
  w_base += quad;
  for (var k = 0u; k < shape.k; k++) {
    //:for c QUADS
    let w_{c} = w[w_base + {c}u * 8u];
    //:end
    //:for r ROWS
    let x_{r} = x[at_{r} + k];
    //:for c QUADS
    y_{r}_{c} += x_{r} * w_{c};
    //:end
    //:end
    w_base += shape.n4;
  }
  if (shape.rank > 0u && tile.x != NONE) {
    //:for c QUADS
    let quad_{c} = quad + {c}u * 8u;
    let part_{c} = (select(0u, 1u, quad_{c} >= shape.part1) + select(0u, 1u, quad_{c} >= shape.part2)) * shape.rank;
    //:end
    var b_at = tile.x + shape.b_offset + quad;
    for (var r = 0u; r < shape.rank; r++) {
      //:for c QUADS
      let b_{c} = adapters[b_at + {c}u * 8u] * shape.scale;
      //:for r ROWS
      y_{r}_{c} += h[(row + {r}u) * shape.h_stride + part_{c} + r] * b_{c};
      //:end
      //:end
      b_at += shape.n4;
    }
  }
  //:for c QUADS
  {
    let column = quad + {c}u * 8u;
    if (column < shape.n4) {
      var constant = vec4f();
      if (shape.has_bias == 1u) { constant = bias[column]; }
      //:for r ROWS
      if (row + {r}u < tile.y) {
        let at = (row + {r}u) * shape.n4 + column;
        var sum = y_{r}_{c} + constant;
        if (shape.has_residual == 1u) { sum += residual[at]; }
        y[at] = sum;
      }
      //:end
    }
  }
  //:end
}
