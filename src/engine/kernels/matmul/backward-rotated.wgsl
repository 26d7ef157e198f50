// The product of backward.wgsl where subgroups have four lanes: forward-rotated.wgsl says why. A lane has {ROWS} rows
// of its own, the four load neighbouring rows of w, a quad of n each, and hand them round. Sums in the order of
// backward.wgsl. N is a multiple of four; w is not packed, and each joined projection's own columns are not told apart.
//:include transposed

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block_row = shape.first + block_id.y * 4u * {ROWS}u;
  let tile = tiles[block_row / 32u];
  if (block_row >= tile.live_end) { return; }
  let row = block_row + lane * {ROWS}u;
  let quad = block_id.x * {QUADS}u;
  //:for c QUADS
  let w_{c} = shape.w_offset + min((quad + {c}u) * 4u + lane, shape.w_rows - 1u) * shape.n4;
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
  for (var n = 0u; n < shape.n4; n++) {
    //:for r ROWS
    let g_{r} = dy[dy_{r} + n];
    //:end
    //:for c QUADS
    {
      let v = w[w_{c} + n];
      //:for k 4
      {
        let v_0 = v[{k}];
        let v_1 = quadSwapX(v_0);
        let v_2 = quadSwapY(v_1);
        let v_3 = quadSwapX(v_2);
        //:for i 4
        //:for r ROWS
        dx_{r}_{c}_{i} = fma(g_{r}[{k}], v_{i}, dx_{r}_{c}_{i});
        //:end
        //:end
      }
      //:end
    }
    //:end
  }
  if (shape.j4 > 0u && tile.adapter != NONE) {
    for (var j = 0u; j < shape.j4; j++) {
      //:for r ROWS
      let g_{r} = dh[dh_{r} + j];
      //:end
      //:for c QUADS
      {
        let v = adapters[a_{c} + j];
        //:for k 4
        {
          let v_0 = v[{k}];
          let v_1 = quadSwapX(v_0);
          let v_2 = quadSwapY(v_1);
          let v_3 = quadSwapX(v_2);
          //:for i 4
          //:for r ROWS
          dx_{r}_{c}_{i} = fma(g_{r}[{k}], v_{i}, dx_{r}_{c}_{i});
          //:end
          //:end
        }
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
