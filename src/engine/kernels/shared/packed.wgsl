// How the products read a packed weight: put before a kernel that binds `w` and whose shape says how wide it is stored
// (kernels/packed). A word holds 2 (f16), 4 (int8) or 8 (int4) rows of one column, so four words side by side are a
// block of 4 columns; behind all codes lie the blocks' scales, one word per 32 rows of a column.
//:if PACKED
//:if F16
const ROWS_PER_WORD = 2u;
//:end
//:if INT8
const ROWS_PER_WORD = 4u;
//:end
//:if INT4
const ROWS_PER_WORD = 8u;
//:end

/** Row i of four words. */
fn unpacked(codes: vec4u, i: u32, scale: vec4u) -> vec4f {
  //:if F16
  let halves = codes >> vec4u(16u * i);
  return vec4f(
    unpack2x16float(halves.x).x,
    unpack2x16float(halves.y).x,
    unpack2x16float(halves.z).x,
    unpack2x16float(halves.w).x,
  );
  //:end
  //:if INT8
  return vec4f(bitcast<vec4i>(codes << vec4u(24u - 8u * i)) >> vec4u(24u)) * bitcast<vec4f>(scale);
  //:end
  //:if INT4
  let x = unpack2x16float(scale.x);
  let y = unpack2x16float(scale.y);
  let z = unpack2x16float(scale.z);
  let w = unpack2x16float(scale.w);
  return vec4f((codes >> vec4u(4u * i)) & vec4u(15u)) * vec4f(x.x, y.x, z.x, w.x) + vec4f(x.y, y.y, z.y, w.y);
  //:end
}

/** Where the scales of stored row `row` begin, in quads of words. */
fn scales_of(row: u32) -> u32 { return shape.w_scales + row / 32u * shape.w_width; }

/** The scales of four columns at stored row `row`. */
fn scale_at(row: u32, n4: u32) -> vec4u {
  //:if F16
  return vec4u();
  //:end
  //:unless F16
  return w[scales_of(row) + n4];
  //:end
}

/** Stored rows 4·k4 …, four columns of each. */
fn stored(k4: u32, n4: u32) -> mat4x4f {
  let scale = scale_at(4u * k4, n4);
  let codes = w[4u * k4 / ROWS_PER_WORD * shape.w_width + n4];
  //:if F16
  let more = w[(4u * k4 / ROWS_PER_WORD + 1u) * shape.w_width + n4];
  return mat4x4f(
    unpacked(codes, 0u, scale), unpacked(codes, 1u, scale), unpacked(more, 0u, scale), unpacked(more, 1u, scale),
  );
  //:end
  //:unless F16
  let i = 4u * k4 % ROWS_PER_WORD;
  return mat4x4f(
    unpacked(codes, i, scale),
    unpacked(codes, i + 1u, scale),
    unpacked(codes, i + 2u, scale),
    unpacked(codes, i + 3u, scale),
  );
  //:end
}

/** Rows 4·k4 … of columns 4·n4 … of the product's w: as they are stored, or across (a vocabulary table). */
fn weights(k4: u32, n4: u32) -> mat4x4f {
  //:if ACROSS
  return transpose(stored(n4, k4));
  //:end
  //:unless ACROSS
  return stored(k4, n4);
  //:end
}

//:if ACROSS
/** Columns 4·n4 … of row k of the product's w: consecutive rows of the stored column k. */
fn row_across(k: u32, n4: u32) -> vec4f {
  let first = 4u * n4 / ROWS_PER_WORD * shape.w_width + k / 4u;
  let word = w[first][k % 4u];
  //:if F16
  return vec4f(unpack2x16float(word), unpack2x16float(w[first + shape.w_width][k % 4u]));
  //:end
  //:unless F16
  let i = 4u * n4 % ROWS_PER_WORD;
  let scale = w[scales_of(4u * n4) + k / 4u][k % 4u];
  //:end
  //:if INT8
  return vec4f(vec4i(vec4u(word) << vec4u(24u, 16u, 8u, 0u)) >> vec4u(24u)) * bitcast<f32>(scale);
  //:end
  //:if INT4
  let pair = unpack2x16float(scale);
  return vec4f((vec4u(word >> (4u * i)) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u)) * pair.x + pair.y;
  //:end
}
//:end
//:end
