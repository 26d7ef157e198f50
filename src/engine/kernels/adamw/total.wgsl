// Adds up what the workgroups of norm or step left, in order. Phase 0 (before the step): the global norm, the factor that clips it, and
// whether the step must be skipped. Phase 1 (after it): the norm of the weights' change.
struct Shape { count: u32, phase: u32 }
struct Knobs { rate: f32, beta1: f32, beta2: f32, epsilon: f32, decay: f32, clip: f32, correction1: f32, correction2: f32 }
struct Outcome { norm: f32, factor: f32, bad: f32, change: f32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> knobs: Knobs;
@group(0) @binding(2) var<storage, read> sums: array<vec2f>; // [count]
@group(0) @binding(3) var<storage, read_write> outcome: Outcome;

const THREADS = 64u;
var<workgroup> shared_sums: array<vec2f, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) thread: u32) {
  var sum = vec2f();
  for (var at = thread; at < shape.count; at += THREADS) { sum += sums[at]; }
  shared_sums[thread] = sum;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half /= 2u) {
    if (thread < half) { shared_sums[thread] += shared_sums[thread + half]; }
    workgroupBarrier();
  }
  if (thread == 0u) {
    let root = sqrt(shared_sums[0].x);
    if (shape.phase == 0u) {
      let overflow = (bitcast<u32>(root) & 0x7f800000u) == 0x7f800000u;
      let bad = select(0.0, 1.0, shared_sums[0].y > 0.0 || overflow);
      outcome.norm = root;
      outcome.factor = select(1.0, min(1.0, knobs.clip / (root + 1e-6)), knobs.clip > 0.0);
      outcome.bad = bad;
      outcome.change = 0.0;
    } else {
      outcome.change = root;
    }
  }
}
