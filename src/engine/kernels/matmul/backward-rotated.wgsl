// The product of backward.wgsl where subgroups have four lanes: forward-rotated.wgsl says why. A lane has {ROWS} rows
// of its own, the four load neighbouring rows of w, a quad of n each, and hand them round. Sums in the order of
// backward.wgsl. N is a multiple of four and w is not packed; a workgroup's columns of dh are of one projection.
//:include transposed

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block_row = shape.first + block_id.y * 4u * {ROWS}u;
  let tile = tiles[block_row / 32u];
  if (block_row >= tile.live_end) { return; }
  let row = block_row + lane * {ROWS}u;
  let quad = block_id.x * {QUADS}u;
  var w_base = shape.w_offset;
  if (shape.w_from_adapter == 1u) {
    if (tile.adapter == NONE) { return; }
    w_base += tile.adapter;
  }
  var columns = vec2u(0u, shape.n4);
  var w_row = quad * 4u + lane;
  if (shape.rank > 0u) {
    let part = quad * 4u / shape.rank;
    w_row -= part * shape.rank;
    columns = columns_of(part);
  }
  //:for c QUADS
  let w_{c} = w_base + min(w_row + {c}u * 4u, shape.w_rows - 1u) * shape.n4;
  let a_{c} = tile.adapter + shape.a_offset + ((quad + {c}u) * 4u + lane) * shape.j4;
  //:end
  //:for r ROWS
  let dy_{r} = (row + {r}u) * shape.n4;
  let dh_{r} = (row + {r}u) * shape.j4;
  //:for c QUADS
  //:for i 4
  var dx_{r}_{c}_{i} = 0.0; // row lane ^ (0, 1, 3, 2)[i] of the quad
  //:end
  //:end
  //:end
  for (var n = columns[0]; n < columns[1]; n++) {
    //:for r ROWS
    let g_{r} = dy[dy_{r} + n];
    //:end
    //:for c QUADS
    {
      let v = w[w_{c} + n];
      //:for k 4
      let v_{k}_0 = v[{k}];
      let v_{k}_1 = quadSwapX(v_{k}_0);
      let v_{k}_2 = quadSwapY(v_{k}_1);
      let v_{k}_3 = quadSwapX(v_{k}_2);
      //:end
      //:for i 4
      //:for r ROWS
      dx_{r}_{c}_{i} = fma(g_{r}[0], v_0_{i}, dx_{r}_{c}_{i});
      dx_{r}_{c}_{i} = fma(g_{r}[1], v_1_{i}, dx_{r}_{c}_{i});
      dx_{r}_{c}_{i} = fma(g_{r}[2], v_2_{i}, dx_{r}_{c}_{i});
      dx_{r}_{c}_{i} = fma(g_{r}[3], v_3_{i}, dx_{r}_{c}_{i});
      //:end
      //:end
    }
    //:end
  }
  //:for r ROWS
  //:for c QUADS
  //:for i 4
  dx_{r}_{c}_{i} *= shape.scale;
  //:end
  //:end
  //:end
  if (shape.j4 > 0u && tile.adapter != NONE) {
    for (var j = 0u; j < shape.j4; j++) {
      //:for r ROWS
      let g_{r} = dh[dh_{r} + j];
      //:end
      //:for c QUADS
      {
        let v = adapters[a_{c} + j];
        //:for k 4
        let v_{k}_0 = v[{k}];
        let v_{k}_1 = quadSwapX(v_{k}_0);
        let v_{k}_2 = quadSwapY(v_{k}_1);
        let v_{k}_3 = quadSwapX(v_{k}_2);
        //:end
        //:for i 4
        //:for r ROWS
        dx_{r}_{c}_{i} = fma(g_{r}[0], v_0_{i}, dx_{r}_{c}_{i});
        dx_{r}_{c}_{i} = fma(g_{r}[1], v_1_{i}, dx_{r}_{c}_{i});
        dx_{r}_{c}_{i} = fma(g_{r}[2], v_2_{i}, dx_{r}_{c}_{i});
        dx_{r}_{c}_{i} = fma(g_{r}[3], v_3_{i}, dx_{r}_{c}_{i});
        //:end
        //:end
      }
      //:end
    }
  }
  //:for c QUADS
  if (quad + {c}u < shape.k4) {
    //:for r ROWS
    if (row + {r}u < tile.live_end) {
      let pairs = select(
        vec4f(dx_{r}_{c}_0, dx_{r}_{c}_1, dx_{r}_{c}_3, dx_{r}_{c}_2),
        vec4f(dx_{r}_{c}_1, dx_{r}_{c}_0, dx_{r}_{c}_2, dx_{r}_{c}_3),
        (lane & 1u) != 0u,
      );
      dx[(row - shape.first + {r}u) * shape.k4 + quad + {c}u] = select(pairs, pairs.zwxy, (lane & 2u) != 0u);
    }
    //:end
  }
  //:end
}
