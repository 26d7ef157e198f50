// One AdamW step over a flat stretch (torch.optim.AdamW: decoupled decay on everything, both moments bias-corrected, ε
// outside the root), after the clip's factor. Nothing changes when the gradient was not finite. The gradient is zero
// afterwards.
struct Shape { n4: u32, per_thread: u32, out_first: u32 } // n4: quads
//:include Knobs
//:include Outcome
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> knobs: Knobs;
@group(0) @binding(2) var<storage, read> outcome: Outcome;
@group(0) @binding(3) var<storage, read_write> weight: array<vec4f>; // [N/4]
@group(0) @binding(4) var<storage, read_write> gradient: array<vec4f>; // [N/4]
@group(0) @binding(5) var<storage, read_write> moment1: array<vec4f>; // [N/4]
@group(0) @binding(6) var<storage, read_write> moment2: array<vec4f>; // [N/4]
@group(0) @binding(7) var<storage, read_write> sums: array<vec2f>; // [workgroups] squares of the change

const THREADS = 64u;
//:include reduce NAME=sum TYPE=f32 JOIN=add
fn add(a: f32, b: f32) -> f32 { return a + b; }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  var sum = vec4f();
  let first = block_id.x * THREADS * shape.per_thread + thread;
  let skip = outcome.bad > 0.0;
  for (var step = 0u; step < shape.per_thread; step++) {
    let at = first + step * THREADS;
    if (at < shape.n4) {
      if (!skip) {
        let clipped = gradient[at] * outcome.factor;
        let m1 = knobs.beta1 * moment1[at] + (1.0 - knobs.beta1) * clipped;
        let m2 = knobs.beta2 * moment2[at] + (1.0 - knobs.beta2) * clipped * clipped;
        moment1[at] = m1;
        moment2[at] = m2;
        let before = weight[at];
        let pull = (m1 / knobs.correction1) / (sqrt(m2 / knobs.correction2) + knobs.epsilon);
        let after = before * (1.0 - knobs.rate * knobs.decay) - knobs.rate * pull;
        weight[at] = after;
        sum = fma(after - before, after - before, sum);
      }
      gradient[at] = vec4f();
    }
  }
  let all = sum_of((sum.x + sum.y) + (sum.z + sum.w), thread);
  if (thread == 0u) { sums[shape.out_first + block_id.x] = vec2f(all, 0.0); }
}
