// The objective of each target of a predicted row, from the row's softmax and the targets' logits (statistics.wgsl),
// and what the gradient of its logits needs (backward.wgsl). The formula is contract/objective.ts. The first tokens of
// K branches share one row: their gradients add up in the order of the targets. One thread per row.
//:include Settings
//:include live
struct Chunk { first: u32 } // prediction of the chunk's first row
//:include Target
//:include Result
//:include Softmax
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<uniform> chunk: Chunk;
@group(0) @binding(2) var<storage, read> tiles: array<Tile>; // [predictions/32]
@group(0) @binding(3) var<storage, read> starts: array<u32>; // [predictions + 1] into targets
@group(0) @binding(4) var<storage, read> targets: array<Target>; // [targets]
@group(0) @binding(5) var<storage, read_write> softmax: array<Softmax>; // [predictions]
@group(0) @binding(6) var<storage, read_write> results: array<Result>; // [targets]; logp comes as the logit

const SFT = 1u;

/** Beyond this a log-ratio counts as this: its exponential stays finite, so that what is multiplied by 0 (β, weight,
 *  advantage) is 0 and not NaN. */
const LARGEST_LOG_RATIO = 60.0;

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
  if (settings.kind == SFT) { return Result(logp, entropy, -weight * logp, -weight, 1.0, 0.0, 0.0); }
  let ratio = exp(min(logp - target_.old_logp, LARGEST_LOG_RATIO));
  let clipped_ratio = clamp(ratio, 1.0 - settings.clip_low, 1.0 + settings.clip_high);
  let clipped = clipped_ratio * target_.advantage < ratio * target_.advantage;
  let r = min(target_.ref_logp - logp, LARGEST_LOG_RATIO);
  let k3 = k3_of(r);
  let policy_gradient = select(-ratio * target_.advantage, 0.0, clipped);
  let gain = select(ratio, clipped_ratio, clipped) * target_.advantage;
  return Result(
    logp, entropy,
    weight * (-gain + settings.kl * k3 - settings.entropy * entropy),
    weight * (policy_gradient - settings.kl * expm1(r)),
    ratio, select(0.0, 1.0, clipped), k3,
  );
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let prediction = chunk.first + id.x;
  if (!is_live(prediction)) { return; }
  let row = softmax[prediction];
  let log_total = log(row.total);
  let entropy = log_total - row.moment / row.total;
  var logp_gradient = 0.0;
  var weight = 0.0;
  for (var t = starts[prediction]; t < starts[prediction + 1u]; t++) {
    let one = targets[t];
    let result = result_of(one, results[t].logp - row.highest - log_total, entropy);
    logp_gradient += result.logp_gradient;
    weight += one.weight;
    results[t] = result;
  }
  softmax[prediction].log_total = log_total;
  softmax[prediction].entropy = entropy;
  softmax[prediction].logp_gradient = logp_gradient;
  softmax[prediction].entropy_gradient = select(-settings.entropy * weight, 0.0, settings.kind == SFT);
}
