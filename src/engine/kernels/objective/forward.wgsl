// Softmax statistics of each predicted row, the objective of each of its targets, and the slope of the logits in their place.
// The twin of one target is learning/algorithm/objective.ts. The first tokens of K branches share one row: their slopes add up in
// the order of the targets. One workgroup per row; its sums are trees of fixed shape. With `train` 0 the logits stay as they are.
struct Settings { kind: u32, train: u32, vocabulary: u32, stride: u32, clip_low: f32, clip_high: f32, kl: f32, entropy: f32 }
struct Chunk { first: u32 } // prediction of the chunk's first row
struct Target { token: u32, old_logp: f32, ref_logp: f32, advantage: f32, weight: f32, a: u32, b: u32, c: u32 }
struct Result { logp: f32, entropy: f32, loss: f32, slope: f32, ratio: f32, clipped: f32, k3: f32, spare: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<uniform> chunk: Chunk;
@group(0) @binding(2) var<storage, read> starts: array<u32>; // [predictions + 1] into targets
@group(0) @binding(3) var<storage, read> targets: array<Target>; // [targets]
@group(0) @binding(4) var<storage, read_write> logits: array<f32>; // [chunk rows, stride]; leaves as its gradient
@group(0) @binding(5) var<storage, read_write> results: array<Result>; // [targets]

const SFT = 1u;
const THREADS = 64u;
var<workgroup> shared_values: array<f32, 64>;

fn highest_of(value: f32, thread: u32) -> f32 {
  shared_values[thread] = value;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half /= 2u) {
    if (thread < half) { shared_values[thread] = max(shared_values[thread], shared_values[thread + half]); }
    workgroupBarrier();
  }
  let result = shared_values[0];
  workgroupBarrier();
  return result;
}

fn sum_of(value: f32, thread: u32) -> f32 {
  shared_values[thread] = value;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half /= 2u) {
    if (thread < half) { shared_values[thread] += shared_values[thread + half]; }
    workgroupBarrier();
  }
  let result = shared_values[0];
  workgroupBarrier();
  return result;
}

/** exp(r) − 1, exact near 0 */
fn expm1(r: f32) -> f32 {
  if (abs(r) < 0.05) { return r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r / 120.0)))); }
  return exp(r) - 1.0;
}

/** exp(r) − 1 − r, exact near 0 */
fn k3_of(r: f32) -> f32 {
  if (abs(r) < 0.05) { return r * r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r / 120.0))); }
  return exp(r) - 1.0 - r;
}

fn result_of(target_: Target, logp: f32, entropy: f32) -> Result {
  let weight = target_.weight;
  if (settings.kind == SFT) { return Result(logp, entropy, -weight * logp, -weight, 1.0, 0.0, 0.0, 0.0); }
  let ratio = exp(logp - target_.old_logp);
  let held = clamp(ratio, 1.0 - settings.clip_low, 1.0 + settings.clip_high);
  let clipped = held * target_.advantage < ratio * target_.advantage;
  let r = target_.ref_logp - logp;
  let k3 = k3_of(r);
  let policy_slope = select(-ratio * target_.advantage, 0.0, clipped);
  let gain = select(ratio, held, clipped) * target_.advantage;
  return Result(
    logp, entropy,
    weight * (-gain + settings.kl * k3 - settings.entropy * entropy),
    weight * (policy_slope - settings.kl * expm1(r)),
    ratio, select(0.0, 1.0, clipped), k3, 0.0,
  );
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let base = block_id.x * settings.stride;
  let prediction = chunk.first + block_id.x;
  var highest = -3.0e38;
  for (var v = thread; v < settings.vocabulary; v += THREADS) { highest = max(highest, logits[base + v]); }
  highest = highest_of(highest, thread);
  var total = 0.0;
  var moment = 0.0;
  for (var v = thread; v < settings.vocabulary; v += THREADS) {
    let z = logits[base + v] - highest;
    let e = exp(z);
    total += e;
    moment = fma(e, z, moment);
  }
  total = sum_of(total, thread);
  moment = sum_of(moment, thread);
  let log_total = log(total);
  let entropy = log_total - moment / total;
  let first = starts[prediction];
  let last = starts[prediction + 1u];
  var slope = 0.0;
  var weight = 0.0;
  for (var t = first; t < last; t++) {
    let one = targets[t];
    let result = result_of(one, logits[base + one.token] - highest - log_total, entropy);
    slope += result.slope;
    weight += one.weight;
    if (thread == 0u) { results[t] = result; }
  }
  storageBarrier();
  workgroupBarrier();
  if (settings.train == 1u) {
    let entropy_slope = select(-settings.entropy * weight, 0.0, settings.kind == SFT);
    for (var v = thread; v < settings.stride; v += THREADS) {
      var gradient = 0.0;
      if (v < settings.vocabulary) {
        let logp = logits[base + v] - highest - log_total;
        let p = exp(logp);
        gradient = -slope * p - entropy_slope * p * (logp + entropy);
      }
      logits[base + v] = gradient;
    }
    storageBarrier();
    workgroupBarrier();
    if (thread == 0u) {
      for (var t = first; t < last; t++) { logits[base + targets[t].token] += results[t].slope; }
    }
  }
}
