// The gradient of the logits of a window, in their place: −logp_gradient·p − entropy_gradient·p·(log p + entropy), and
// at each target's token its own logp_gradient on top. What rounds a row up to quads becomes zero. One workgroup per
// row.
struct Shape { first: u32, token: u32, count: u32, stride: u32 } // as in statistics.wgsl
//:include Target
//:include Result
//:include Softmax
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> starts: array<u32>; // [predictions + 1] into targets
@group(0) @binding(2) var<storage, read> targets: array<Target>; // [targets]
@group(0) @binding(3) var<storage, read> softmax: array<Softmax>; // [predictions]
@group(0) @binding(4) var<storage, read> results: array<Result>; // [targets]
@group(0) @binding(5) var<storage, read_write> logits: array<f32>; // [chunk rows, stride]; leaves as its gradient

const THREADS = 64u;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let base = block_id.x * shape.stride;
  let prediction = shape.first + block_id.x;
  let row = softmax[prediction];
  let inverse = targets[starts[prediction]].inverse_temperature;
  for (var v = thread; v < shape.stride; v += THREADS) {
    var gradient = 0.0;
    if (v < shape.count) {
      let logp = logits[base + v] * inverse - row.highest - row.log_total;
      let p = exp(logp);
      gradient = (-row.logp_gradient * p - row.entropy_gradient * p * (logp + row.entropy)) * inverse;
    }
    logits[base + v] = gradient;
  }
  storageBarrier();
  workgroupBarrier();
  if (thread == 0u) {
    for (var t = starts[prediction]; t < starts[prediction + 1u]; t++) {
      let place = targets[t].token - shape.token; // wraps far beyond count for tokens before the window
      if (place < shape.count) { logits[base + place] += results[t].logp_gradient * inverse; }
    }
  }
}
