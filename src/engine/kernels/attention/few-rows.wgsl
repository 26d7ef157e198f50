// forward.wgsl, a workgroup per row and head: where few rows keep a card waiting for its memory, while decoding. The
// keys come 64 at a time, a thread for each; then the threads share the values, {SHARES} keys at once. Sums run in one
// order for a row, whatever else is in the batch (S3).
struct Shape { heads: u32, kv_heads: u32, scale: f32, stride: u32 }
struct Stats { log_sum_exp: f32, d_o_dot_o: f32 }
//:include Row
//:include live
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> tiles: array<Tile>; // [M/32]
@group(0) @binding(2) var<storage, read> rows: array<Row>; // [M]
@group(0) @binding(3) var<storage, read> q: array<vec4f>; // [M, H, P/4]
@group(0) @binding(4) var<storage, read> kv: array<vec4f>; // [slots, 2, KV, P/4]
@group(0) @binding(5) var<storage, read_write> o: array<vec4f>; // [M, H, P/4]
@group(0) @binding(6) var<storage, read_write> stats: array<Stats>; // [M, H] the second is for the backward pass
//:if PATHS
@group(0) @binding(7) var<storage, read> paths: array<u32>; // [places] the slots of each prompt's tokens
//:end
//:if LISTED
@group(0) @binding({LISTS}) var<storage, read> lists: array<u32>; // [branches, stride] the slots of a branch's own tokens
//:end

const P4 = {P4}u;
const THREADS = 64u;
const SHARES = {SHARES}u; // SHARES · P4 ≤ THREADS
//:include reduce NAME=sum TYPE=f32 JOIN=add
//:include reduce NAME=highest TYPE=f32 JOIN=larger
fn add(a: f32, b: f32) -> f32 { return a + b; }
fn larger(a: f32, b: f32) -> f32 { return max(a, b); }
var<workgroup> weights: array<f32, THREADS>; // of these keys, not yet over their total
var<workgroup> places: array<u32, THREADS>; // where their values lie
var<workgroup> outs: array<vec4f, THREADS>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let row = block_id.x / shape.heads;
  let head = block_id.x - row * shape.heads;
  if (!is_live(row)) { return; }
  let info = rows[row];
  let at = block_id.x * P4;
  let kv_head = head / (shape.heads / shape.kv_heads);
  let prefix = info.prefix_end - info.prefix_start;
  let count = prefix + info.slot + 1u - info.own_start;
  let share = thread / P4;
  let quad = thread % P4;
  var highest = -3.0e38;
  var total = 0.0;
  var out = vec4f();
  for (var begin = 0u; begin < count; begin += THREADS) {
    let step = begin + thread;
    var score = -3.0e38;
    if (step < count) {
      //:unless LISTED
      var slot = select(info.own_start + step - prefix, info.prefix_start + step, step < prefix);
      //:end
      //:if LISTED
      var slot = info.prefix_start + step;
      if (step >= prefix) { slot = lists[info.prediction_or_branch * shape.stride + step - prefix]; }
      //:end
      //:if PATHS
      if (step < prefix) { slot = paths[info.prefix_start + step]; }
      //:end
      let k_at = (slot * 2u * shape.kv_heads + kv_head) * P4;
      var score4 = vec4f();
      for (var d = 0u; d < P4; d++) { score4 = fma(q[at + d] * shape.scale, kv[k_at + d], score4); }
      score = (score4.x + score4.y) + (score4.z + score4.w);
      places[thread] = k_at + shape.kv_heads * P4;
    }
    let next = max(highest, highest_of(score, thread));
    let keep = exp(highest - next);
    let weight = select(0.0, exp(score - next), step < count);
    weights[thread] = weight;
    total = total * keep + sum_of(weight, thread);
    highest = next;
    out *= keep;
    if (share < SHARES) {
      let these = min(THREADS, count - begin);
      for (var key = share; key < these; key += SHARES) { out = fma(vec4f(weights[key]), kv[places[key] + quad], out); }
    }
    workgroupBarrier();
  }
  outs[thread] = out;
  workgroupBarrier();
  if (thread < P4) {
    var sum = vec4f();
    for (var other = 0u; other < SHARES; other++) { sum += outs[other * P4 + thread]; }
    o[at + thread] = sum / total;
  }
  if (thread == 0u) { stats[block_id.x] = Stats(highest + log(total), 0.0); }
}
