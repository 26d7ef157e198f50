// partial[chunk][i,j] = scale · Σ over the chunk's rows m of a[m, part(j)·R + i] · b[m,j]
// The gradient of w[i,j] in b = a·w, for one chunk of the rows; weight-gradient/reduce sums the chunks in their order,
// so that nothing depends on timing. With `rank` > 0 (gradient of the adapter's B) column j takes a's columns of its
// own projection. One thread: {COLUMNS} columns of a × {QUADS} quads of b. Overwrites.
//:include gradient

@compute @workgroup_size(8, 8)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let i = (block_id.y * 8u + local.y) * {COLUMNS}u;
  let quad = block_id.x * (8u * {QUADS}u) + local.x;
  if (i >= shape.i || quad >= shape.j4) { return; }
  let column = i + part_of(quad) * shape.rank;
  let first = block_id.z * span.chunk_rows;
  let last = min(span.rows, first + span.chunk_rows);
  //:for r COLUMNS
  //:for c QUADS
  var sum_{r}_{c} = vec4f();
  //:end
  //:end
  for (var m = first; m < last; m++) {
    let b_at = m * shape.j4 + quad;
    //:for c QUADS
    let b_{c} = b[b_at + {c}u * 8u];
    //:end
    let a_at = m * shape.a_stride + column;
    //:for r COLUMNS
    let a_{r} = a[a_at + {r}u];
    //:for c QUADS
    sum_{r}_{c} += a_{r} * b_{c};
    //:end
    //:end
  }
  let out = block_id.z * shape.chunk_stride + shape.out_offset;
  //:for c QUADS
  if (quad + {c}u * 8u < shape.j4) {
    //:for r COLUMNS
    if (i + {r}u < shape.i) { partial[out + (i + {r}u) * shape.j4 + quad + {c}u * 8u] = sum_{r}_{c} * shape.scale; }
    //:end
  }
  //:end
}
