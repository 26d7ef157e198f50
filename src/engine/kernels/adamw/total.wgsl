// Adds up what the workgroups of norm or step left, in order. Phase 0 (before the step): the global norm, the factor
// that clips it, and whether the step must be skipped. Phase 1 (after it): the norm of the weights' change.
struct Shape { count: u32, phase: u32 }
//:include Knobs
//:include Outcome
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> knobs: Knobs;
@group(0) @binding(2) var<storage, read> sums: array<vec2f>; // [count]
@group(0) @binding(3) var<storage, read_write> outcome: Outcome;

const THREADS = 64u;
//:include reduce NAME=sum TYPE=vec2f JOIN=add
fn add(a: vec2f, b: vec2f) -> vec2f { return a + b; }

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) thread: u32) {
  var sum = vec2f();
  for (var at = thread; at < shape.count; at += THREADS) { sum += sums[at]; }
  let all = sum_of(sum, thread);
  if (thread == 0u) {
    let root = sqrt(all.x);
    if (shape.phase == 0u) {
      let overflow = (bitcast<u32>(root) & 0x7f800000u) == 0x7f800000u;
      let bad = select(0.0, 1.0, all.y > 0.0 || overflow);
      outcome.norm = root;
      outcome.factor = select(1.0, min(1.0, knobs.clip / (root + 1e-6)), knobs.clip > 0.0);
      outcome.bad = bad;
      outcome.change = 0.0;
    } else {
      outcome.change = root;
    }
  }
}
