// The sums of forward.wgsl where subgroups have four lanes: matmul/forward-rotated.wgsl says why. A lane has one quad
// of b's columns, the four load neighbouring quads of a's, one each, and hand them round. I and R are multiples of
// four, and the four quads of b belong to one projection. Sums in the order of forward.wgsl: rows behind a chunk's last
// add nothing.
//:include gradient

@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let quad = block_id.x * 4u + lane;
  let column = block_id.y * 4u + lane + part_of(block_id.x * 4u) * shape.rank / 4u; // of a, in quads
  let first = block_id.z * span.chunk_rows;
  let last = min(span.rows, first + span.chunk_rows);
  //:for i 4
  //:for c 4
  //:for j 4
  var sum_{i}_{c}_{j} = 0.0; // of a's quad lane ^ (0, 1, 3, 2)[i], its column c; b's column j
  //:end
  //:end
  //:end
  for (var m = first; m < last; m += 4u) {
    //:for r 4
    let counts_{r} = m + {r}u < last;
    let b_{r} = select(vec4f(), b[(m + {r}u) * shape.j4 + quad], counts_{r});
    let a_{r}_0 = select(vec4f(), a[(m + {r}u) * (shape.a_stride / 4u) + column], counts_{r});
    let a_{r}_1 = quadSwapX(a_{r}_0);
    let a_{r}_2 = quadSwapY(a_{r}_1);
    let a_{r}_3 = quadSwapX(a_{r}_2);
    //:end
    //:for i 4
    //:for c 4
    //:for j 4
    //:for r 4
    sum_{i}_{c}_{j} += a_{r}_{i}[{c}] * b_{r}[{j}];
    //:end
    //:end
    //:end
    //:end
  }
  if (quad >= shape.j4) { return; }
  let out = block_id.z * shape.chunk_stride + shape.out_offset + quad;
  //:for i 4
  {
    let i = (block_id.y * 4u + (lane ^ ({i}u ^ ({i}u >> 1u)))) * 4u;
    if (i < shape.i) {
      //:for c 4
      partial[out + (i + {c}u) * shape.j4] = vec4f(sum_{i}_{c}_0, sum_{i}_{c}_1, sum_{i}_{c}_2, sum_{i}_{c}_3) * shape.scale;
      //:end
    }
  }
  //:end
}
