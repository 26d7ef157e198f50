// The product of forward.wgsl where subgroups have four lanes, each of which loads its numbers one by one: a load
// costs as much as a dozen multiply-adds, also one that all lanes share. So none loads what another has: a lane has
// {ROWS} rows of its own, the four load neighbouring quads of w's columns, one each, and hand them round (quadSwap)
// until every lane has had all four. Sums are single floats, not quads, and four k follow each other in one turn of the
// loop, of each sum together: SwiftShader keeps all sums in memory, and masks them in every turn. K and R are multiples
// of four; w is not packed. The sum over k runs in the order of forward.wgsl. A workgroup has four threads: 4·{ROWS}
// rows of one tile, {GROUPS} × four quads of columns.
//:include product

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block_row = shape.first + block_id.y * 4u * {ROWS}u;
  let tile = tiles[block_row / 32u];
  if (block_row >= tile.live_end) { return; }
  var w_at = shape.w_offset + shape.k_first * shape.n4;
  if (shape.w_from_adapter == 1u) {
    if (tile.adapter == NONE) { return; }
    w_at += tile.adapter;
  }
  let row = block_row + lane * {ROWS}u;
  let quad = block_id.x * {GROUPS}u * 4u;
  w_at += quad + lane;
  //:for r ROWS
  let x_at_{r} = (row - shape.first + {r}u) * shape.k / 4u;
  //:for g GROUPS
  //:for i 4
  //:for c 4
  var y_{r}_{g}_{i}_{c} = 0.0; // of the group's quad lane ^ (0, 1, 3, 2)[i], column c
  //:end
  //:end
  //:end
  //:end
  for (var k4 = shape.k_first / 4u; k4 < shape.k_end / 4u; k4++) {
    //:for r ROWS
    let x_{r} = x[x_at_{r} + k4];
    //:end
    //:for g GROUPS
    {
      //:for k 4
      let v_{k}_0 = w[w_at + {k}u * shape.n4 + {g}u * 4u];
      let v_{k}_1 = quadSwapX(v_{k}_0);
      let v_{k}_2 = quadSwapY(v_{k}_1);
      let v_{k}_3 = quadSwapX(v_{k}_2);
      //:end
      //:for i 4
      //:for c 4
      //:for r ROWS
      y_{r}_{g}_{i}_{c} += x_{r}[0] * v_0_{i}[{c}];
      y_{r}_{g}_{i}_{c} += x_{r}[1] * v_1_{i}[{c}];
      y_{r}_{g}_{i}_{c} += x_{r}[2] * v_2_{i}[{c}];
      y_{r}_{g}_{i}_{c} += x_{r}[3] * v_3_{i}[{c}];
      //:end
      //:end
      //:end
    }
    //:end
    w_at += 4u * shape.n4;
  }
  //:if LORA
  if (tile.adapter != NONE) {
    let last = part_of(quad + {GROUPS}u * 4u - 1u);
    for (var part = part_of(quad); part <= last; part++) { // one, or a few where the quads' differ
      var b_at = tile.adapter + shape.b_offset + quad + lane;
      for (var r4 = 0u; r4 < shape.rank / 4u; r4++) {
        //:for r ROWS
        let h_{r} = h[((row + {r}u) * shape.h_stride + part * shape.rank) / 4u + r4];
        //:end
        //:for g GROUPS
        {
          let is_own = part == part_of(quad + {g}u * 4u + lane);
          //:for k 4
          let a_{k} = adapters[b_at + {k}u * shape.n4 + {g}u * 4u] * shape.scale;
          let v_{k}_0 = select(vec4f(), a_{k}, is_own);
          let v_{k}_1 = quadSwapX(v_{k}_0);
          let v_{k}_2 = quadSwapY(v_{k}_1);
          let v_{k}_3 = quadSwapX(v_{k}_2);
          //:end
          //:for i 4
          //:for c 4
          //:for r ROWS
          y_{r}_{g}_{i}_{c} += h_{r}[0] * v_0_{i}[{c}];
          y_{r}_{g}_{i}_{c} += h_{r}[1] * v_1_{i}[{c}];
          y_{r}_{g}_{i}_{c} += h_{r}[2] * v_2_{i}[{c}];
          y_{r}_{g}_{i}_{c} += h_{r}[3] * v_3_{i}[{c}];
          //:end
          //:end
          //:end
        }
        //:end
        b_at += 4u * shape.n4;
      }
    }
  }
  //:end
  //:for g GROUPS
  //:for i 4
  {
    let column = quad + {g}u * 4u + (lane ^ ({i}u ^ ({i}u >> 1u)));
    if (column < shape.n4) {
      //:if BIAS
      let constant = bias[column];
      //:end
      //:for r ROWS
      if (row + {r}u < tile.live_end) {
        let at = (row + {r}u) * shape.n4 + column;
        var sum = vec4f(y_{r}_{g}_{i}_0, y_{r}_{g}_{i}_1, y_{r}_{g}_{i}_2, y_{r}_{g}_{i}_3);
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
  //:end
}
