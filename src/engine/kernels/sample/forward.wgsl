// Draws one token per live branch by the Gumbel trick: argmax of logits/temperature + Gumbel noise is a draw from their softmax.
// The noise is noise.wgsl's, which stands before this text.
// Temperature 0 is argmax; ties go to the lowest token. One workgroup per branch: several may draw from one row.
// The logits come a window of the vocabulary at a time: `draws` carries a branch from one window to the next, the last one decides.
struct Shape {
  first: u32, stride: u32, max_tokens: u32, chunk_first: u32, chunk_rows: u32,
  token: u32, count: u32, vocabulary: u32, // the window's first token and tokens; the window that ends at the vocabulary is the last
}
struct Stop { token: u32 }
struct State { count: u32, finished: u32, last: u32, row: u32, leader: u32 } // row: of the logits it draws from
struct Draw { score: f32, token: u32, logit: f32, highest: f32, total: f32, a: u32, b: u32, c: u32 } // logit: of the token, over the temperature
alias Words = array<u32, 8>; // see model/rows.ts
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> stop: Stop;
@group(0) @binding(2) var<storage, read> branches: array<Words>; // [branches]
@group(0) @binding(3) var<storage, read> logits: array<f32>; // [chunk rows, stride]
@group(0) @binding(4) var<storage, read_write> states: array<State>; // [branches]
@group(0) @binding(5) var<storage, read_write> tokens: array<u32>; // [branches, max_tokens]
@group(0) @binding(6) var<storage, read_write> logps: array<f32>; // [branches, max_tokens]
@group(0) @binding(7) var<storage, read_write> draws: array<Draw>; // [branches]

const THREADS = 64u;
var<workgroup> shared_values: array<f32, 64>;
var<workgroup> shared_sums: array<f32, 64>;
var<workgroup> shared_tokens: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  // A workgroup without a live branch still walks through the barriers, over an empty window.
  let branch = block_id.x;
  let count = states[branch].count;
  let row = select(states[branch].row, branches[branch][6], shape.first == 1u);
  let logits_row = row - shape.chunk_first; // wraps far beyond the chunk for rows before it
  let live = branches[branch][4] > 0u && states[branch].finished == 0u && logits_row < shape.chunk_rows;
  let temperature = bitcast<f32>(branches[branch][5]);
  let inverse = select(1.0, 1.0 / temperature, temperature > 0.0);
  let key = key_of(branches[branch][0], count);
  let base = logits_row * shape.stride;
  let tokens_here = select(0u, shape.count, live);

  var best = -3.4e38;
  var best_token = 0xffffffffu;
  var highest = -3.4e38;
  for (var v = thread; v < tokens_here; v += THREADS) {
    let z = logits[base + v] * inverse;
    highest = max(highest, z);
    var score = z;
    if (temperature > 0.0) { score += noise_of(bits_of(key, shape.token + v)); }
    if (score > best) {
      best = score;
      best_token = shape.token + v;
    }
  }
  shared_values[thread] = best;
  shared_tokens[thread] = best_token;
  shared_sums[thread] = highest;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half /= 2u) {
    if (thread < half) {
      let other = shared_values[thread + half];
      let other_token = shared_tokens[thread + half];
      if (other > shared_values[thread] || (other == shared_values[thread] && other_token < shared_tokens[thread])) {
        shared_values[thread] = other;
        shared_tokens[thread] = other_token;
      }
      shared_sums[thread] = max(shared_sums[thread], shared_sums[thread + half]);
    }
    workgroupBarrier();
  }
  highest = shared_sums[0];
  workgroupBarrier();
  var total = 0.0;
  for (var v = thread; v < tokens_here; v += THREADS) { total += exp(logits[base + v] * inverse - highest); }
  shared_sums[thread] = total;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half /= 2u) {
    if (thread < half) { shared_sums[thread] += shared_sums[thread + half]; }
    workgroupBarrier();
  }
  if (thread != 0u || !live) { return; }
  let token_here = min(shared_tokens[0], shape.token + shape.count - 1u);
  var draw = Draw(shared_values[0], token_here, logits[base + token_here - shape.token] * inverse, highest, shared_sums[0], 0u, 0u, 0u);
  if (shape.token > 0u) {
    let before = draws[branch];
    let both = max(highest, before.highest);
    draw.total = draw.total * exp(highest - both) + before.total * exp(before.highest - both);
    draw.highest = both;
    if (before.score >= draw.score) {
      draw.score = before.score;
      draw.token = before.token;
      draw.logit = before.logit;
    }
  }
  if (shape.token + shape.count < shape.vocabulary) {
    draws[branch] = draw;
    return;
  }
  let out = branch * shape.max_tokens + count;
  tokens[out] = draw.token;
  logps[out] = draw.logit - draw.highest - log(draw.total);
  let ended = draw.token == stop.token || count + 1u >= branches[branch][4];
  states[branch] = State(count + 1u, select(0u, 1u, ended), draw.token, row, 0u);
}
