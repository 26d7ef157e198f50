// The product of forward.wgsl where subgroups have four lanes, each of which loads its numbers one by one: a load costs
// as much as a dozen multiply-adds, also one that all lanes share. So none loads what another has: a lane has {ROWS}
// rows of its own, the four load neighbouring columns of w, one each, and hand them round (quadSwap) until every lane
// has had all four. Sums are single floats, not quads, and four k follow each other in one turn of the loop: SwiftShader
// keeps all that a loop carries in memory and masks it in every turn. K and R are multiples of four; w is not packed.
// The sum over k runs in the order of forward.wgsl. A workgroup has four threads: 4·{ROWS} rows of one tile.
//:include product

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block_row = shape.first + block_id.y * 4u * {ROWS}u;
  let tile = tiles[block_row / 32u];
  if (block_row >= tile.live_end) { return; }
  var w_at = (shape.w_offset + shape.k_first * shape.n4) * 4u;
  if (shape.w_from_adapter == 1u) {
    if (tile.adapter == NONE) { return; }
    w_at += tile.adapter * 4u;
  }
  let row = block_row + lane * {ROWS}u;
  let quad = block_id.x * {QUADS}u;
  w_at += quad * 4u + lane;
  //:for r ROWS
  let x_at_{r} = (row - shape.first + {r}u) * shape.k / 4u;
  //:for c QUADS
  //:for i 4
  var y_{r}_{c}_{i} = 0.0; // column lane ^ (0, 1, 3, 2)[i] of the quad
  //:end
  //:end
  //:end
  for (var k4 = shape.k_first / 4u; k4 < shape.k_end / 4u; k4++) {
    //:for r ROWS
    let x_{r} = x[x_at_{r} + k4];
    //:end
    //:for k 4
    //:for c QUADS
    {
      let v_0 = w[w_at + {c}u * 4u];
      let v_1 = quadSwapX(v_0);
      let v_2 = quadSwapY(v_1);
      let v_3 = quadSwapX(v_2);
      //:for i 4
      //:for r ROWS
      y_{r}_{c}_{i} += x_{r}[{k}] * v_{i};
      //:end
      //:end
    }
    //:end
    w_at += shape.n4 * 4u;
    //:end
  }
  if (shape.rank > 0u && tile.adapter != NONE) {
    let last = part_of(quad + {QUADS}u - 1u);
    for (var part = part_of(quad); part <= last; part++) { // one, or a few where the quads' differ
      var b_at = (tile.adapter + shape.b_offset + quad) * 4u + lane;
      for (var r4 = 0u; r4 < shape.rank / 4u; r4++) {
        //:for r ROWS
        let h_{r} = h[((row + {r}u) * shape.h_stride + part * shape.rank) / 4u + r4];
        //:end
        //:for k 4
        //:for c QUADS
        {
          let v_0 = select(0.0, adapters[b_at + {c}u * 4u] * shape.scale, part == part_of(quad + {c}u));
          let v_1 = quadSwapX(v_0);
          let v_2 = quadSwapY(v_1);
          let v_3 = quadSwapX(v_2);
          //:for i 4
          //:for r ROWS
          y_{r}_{c}_{i} += h_{r}[{k}] * v_{i};
          //:end
          //:end
        }
        //:end
        b_at += shape.n4 * 4u;
        //:end
      }
    }
  }
  //:for c QUADS
  if (quad + {c}u < shape.n4) {
    var constant = vec4f();
    if ((shape.adds & BIAS) != 0u) { constant = bias[quad + {c}u]; }
    //:for r ROWS
    if (row + {r}u < tile.live_end) {
      let at = (row + {r}u) * shape.n4 + quad + {c}u;
      let pairs = select(
        vec4f(y_{r}_{c}_0, y_{r}_{c}_1, y_{r}_{c}_3, y_{r}_{c}_2),
        vec4f(y_{r}_{c}_1, y_{r}_{c}_0, y_{r}_{c}_2, y_{r}_{c}_3),
        (lane & 1u) != 0u,
      );
      var sum = select(pairs, pairs.zwxy, (lane & 2u) != 0u) + constant;
      if ((shape.adds & RESIDUAL) != 0u) { sum += residual[at]; }
      if ((shape.adds & ITSELF) != 0u) { sum += y[at]; }
      y[at] = sum;
    }
    //:end
  }
  //:end
}
