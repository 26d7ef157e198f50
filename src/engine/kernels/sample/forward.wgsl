// Draws one token per live branch by the Gumbel trick: argmax of logits/temperature + Gumbel noise is a draw from their
// softmax. Temperature 0 is argmax; ties go to the lowest token. One workgroup per branch: several may draw from one
// row. The logits come a window of the vocabulary at a time: `draws` carries a branch from one window to the next, the
// last one decides. Beside the drawn one so many of the likeliest tokens are told as are asked for.
struct Shape {
  first: u32, stride: u32, max_tokens: u32, chunk_first: u32, chunk_rows: u32,
  // the window's first token and tokens; the window that ends at the vocabulary is the last
  token: u32, count: u32, vocabulary: u32,
  most: u32, beside: u32, carried: u32, // of the likeliest tokens: how many, and where they begin in tokens and logps
}
struct Best { score: f32, token: u32, highest: f32 } // highest: logit, over the temperature
//:include Stop
//:include State
//:include Draw
//:include Branch
//:include noise
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> stop: Stop;
@group(0) @binding(2) var<storage, read> branches: array<Branch>; // [branches]
@group(0) @binding(3) var<storage, read> logits: array<f32>; // [chunk rows, stride]
@group(0) @binding(4) var<storage, read_write> states: array<State>; // [branches]
// From shape.beside on the words of the likeliest tokens, [branches, max_tokens, most]; NO_TOKEN: there is none.
@group(0) @binding(5) var<storage, read_write> tokens: array<u32>; // [branches, max_tokens]
// From shape.carried on what a branch carries of them from one window to the next: [branches, most] logits and tokens.
@group(0) @binding(6) var<storage, read_write> logps: array<f32>; // [branches, max_tokens]
@group(0) @binding(7) var<storage, read_write> draws: array<Draw>; // [branches]

const THREADS = {THREADS}u; // 64; FEW: 8 or 4
//:include reduce NAME=best TYPE=Best JOIN=better
//:include reduce NAME=sum TYPE=f32 JOIN=add
fn add(a: f32, b: f32) -> f32 { return a + b; }

//:include likeliest
var<workgroup> lists: array<Likely, (THREADS + 1u) * MOST>; // [THREADS + 1, MOST]: of each thread, and of the windows before

const TOGETHER = 8u; // lists that one thread merges

// The likeliest of `count` lists, at most TOGETHER + 1, `step` after one another: put into list `to`, one of them.
fn merge(first: u32, step: u32, count: u32, to: u32) {
  var heads: array<u32, TOGETHER + 1u>;
  var merged: array<Likely, MOST>;
  for (var n = 0u; n < shape.most; n++) {
    var best = nothing;
    var whose = 0u;
    for (var list = 0u; list < count; list++) {
      let one = lists[(first + list * step) * MOST + heads[list]];
      if (is_likelier(one, best)) {
        best = one;
        whose = list;
      }
    }
    heads[whose] = min(heads[whose] + 1u, MOST - 1u);
    merged[n] = best;
  }
  for (var n = 0u; n < shape.most; n++) { lists[to * MOST + n] = merged[n]; }
}

fn better(a: Best, b: Best) -> Best {
  let highest = max(a.highest, b.highest);
  if (b.score > a.score || (b.score == a.score && b.token < a.token)) { return Best(b.score, b.token, highest); }
  return Best(a.score, a.token, highest);
}

var<workgroup> draws_here: u32; // 1: the branch is live and its logits are in this chunk

@compute @workgroup_size({THREADS})
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let branch = block_id.x;
  let count = states[branch].count;
  let row = select(states[branch].row, branches[branch].prediction, shape.first == 1u);
  let logits_row = row - shape.chunk_first; // wraps far beyond the chunk for rows before it
  if (thread == 0u) {
    draws_here = u32(branches[branch].max_tokens > 0u && states[branch].finished == 0u && logits_row < shape.chunk_rows);
  }
  if (workgroupUniformLoad(&draws_here) == 0u) { return; }
  let temperature = branches[branch].temperature;
  let inverse = select(1.0, 1.0 / temperature, temperature > 0.0);
  let key = key_of(branches[branch].seed, count);
  let base = logits_row * shape.stride;

  var best = Best(-3.4e38, 0xffffffffu, -3.4e38);
  for (var v = thread; v < shape.count; v += THREADS) {
    let z = logits[base + v] * inverse;
    best.highest = max(best.highest, z);
    var score = z;
    if (temperature > 0.0) { score += noise_of(bits_of(key, shape.token + v)); }
    if (score > best.score) {
      best.score = score;
      best.token = shape.token + v;
    }
  }
  var before = everything;
  for (var n = 0u; n < shape.most; n++) {
    var next = nothing;
    for (var v = thread; v < shape.count; v += THREADS) {
      let one = Likely(logits[base + v] * inverse, shape.token + v);
      if (is_likelier(before, one) && is_likelier(one, next)) { next = one; }
    }
    lists[thread * MOST + n] = next;
    before = next;
  }
  best = best_of(best, thread);
  let highest = best.highest;
  var total = 0.0;
  for (var v = thread; v < shape.count; v += THREADS) { total += exp(logits[base + v] * inverse - highest); }
  total = sum_of(total, thread);
  //:unless FEW
  if (thread < THREADS / TOGETHER) { merge(thread * TOGETHER, 1u, TOGETHER, thread * TOGETHER); }
  workgroupBarrier();
  //:end
  if (thread != 0u) { return; }
  let out = branch * shape.max_tokens + count;
  let carried = shape.carried + branch * 2u * shape.most;
  for (var n = 0u; n < shape.most; n++) {
    lists[THREADS * MOST + n] = nothing;
    if (shape.token > 0u) {
      lists[THREADS * MOST + n] = Likely(logps[carried + 2u * n], u32(logps[carried + 2u * n + 1u]));
    }
  }
  //:unless FEW
  merge(0u, TOGETHER, THREADS / TOGETHER + 1u, THREADS);
  //:end
  //:if FEW
  merge(0u, 1u, THREADS + 1u, THREADS);
  //:end
  let token_here = min(best.token, shape.token + shape.count - 1u);
  var draw = Draw(best.score, token_here, logits[base + token_here - shape.token] * inverse, highest, total);
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
    for (var n = 0u; n < shape.most; n++) {
      logps[carried + 2u * n] = lists[THREADS * MOST + n].logit;
      logps[carried + 2u * n + 1u] = f32(lists[THREADS * MOST + n].token);
    }
    return;
  }
  tokens[out] = draw.token;
  logps[out] = draw.logit - draw.highest - log(draw.total);
  for (var n = 0u; n < shape.most; n++) {
    let one = lists[THREADS * MOST + n];
    tokens[shape.beside + out * shape.most + n] = word_of(one.token, one.logit - draw.highest - log(draw.total));
  }
  let ended = draw.token == stop.token || count + 1u >= branches[branch].max_tokens;
  states[branch] = State(count + 1u, select(0u, 1u, ended), draw.token, row, 0u);
}
