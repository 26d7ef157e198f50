// What the softmax of a predicted row needs, gathered window by window of the vocabulary, z its logits over the
// temperature: highest z*, Σ e^(z − z*) and Σ e^(z − z*)·(z − z*); on the way the logits of the row's targets are put
// into their results. When a later window holds a higher logit the earlier sums are brought to it. One workgroup per
// row; its sums are trees of fixed shape.
// prediction of the chunk's first row; the window's first token and tokens; floats of a row
struct Shape { first: u32, token: u32, count: u32, stride: u32 }
//:include Target
//:include Result
//:include Softmax
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> starts: array<u32>; // [predictions + 1] into targets
@group(0) @binding(2) var<storage, read> targets: array<Target>; // [targets]
@group(0) @binding(3) var<storage, read> logits: array<f32>; // [chunk rows, stride]
@group(0) @binding(4) var<storage, read_write> softmax: array<Softmax>; // [predictions]
@group(0) @binding(5) var<storage, read_write> results: array<Result>; // [targets]

const THREADS = {THREADS}u; // 64; FEW: 8 or 4
//:include reduce NAME=highest TYPE=f32 JOIN=max
//:include reduce NAME=sum TYPE=f32 JOIN=add
fn add(a: f32, b: f32) -> f32 { return a + b; }

@compute @workgroup_size({THREADS})
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let base = block_id.x * shape.stride;
  let prediction = shape.first + block_id.x;
  let inverse = targets[starts[prediction]].inverse_temperature; // one for all targets of a row
  var highest = -3.0e38;
  for (var v = thread; v < shape.count; v += THREADS) { highest = max(highest, logits[base + v] * inverse); }
  highest = highest_of(highest, thread);
  var total = 0.0;
  var moment = 0.0;
  for (var v = thread; v < shape.count; v += THREADS) {
    let z = logits[base + v] * inverse - highest;
    let e = exp(z);
    total += e;
    moment = fma(e, z, moment);
  }
  total = sum_of(total, thread);
  moment = sum_of(moment, thread);
  if (thread != 0u) { return; }
  for (var t = starts[prediction]; t < starts[prediction + 1u]; t++) {
    let place = targets[t].token - shape.token; // wraps far beyond count for tokens before the window
    if (place < shape.count) { results[t].logp = logits[base + place] * inverse; }
  }
  if (shape.token > 0u) {
    let before = softmax[prediction];
    let both = max(highest, before.highest);
    let here = highest - both;
    let there = before.highest - both;
    moment = exp(here) * (moment + here * total) + exp(there) * (before.moment + there * before.total);
    total = exp(here) * total + exp(there) * before.total;
    highest = both;
  }
  softmax[prediction].highest = highest;
  softmax[prediction].total = total;
  softmax[prediction].moment = moment;
}
