// Many tokens in one dispatch, for models whose weights stay in a cache: a workgroup decodes {TEAMS} branches, 64
// threads each, through all layers, draws their tokens, and goes on until all have ended or shape.steps tokens later.
// No workgroup waits for another. Every sum has the order of the kernels that decode token by token – rms-norm, matmul,
// rope, attention, sample –, so answers are theirs to the last digit. A branch's own keys and values lie in its own
// slots, one after another; its prompt's were written before. Widths and places are in quads.
struct Shape {
  steps: u32, stride: u32, kv_layer: u32, scale: f32, // stride: of tokens; kv_layer: from one layer's keys to the next's
  lora_scale: f32, epsilon: f32, hidden: u32, intermediate: u32,
  query: u32, joined: u32, rank: u32, layers: u32, // rank 0: no adapters
  vocabulary: u32, half_head: u32, // tokens; half a head
  most: u32, beside: u32, // of the likeliest tokens: how many, and where they begin in tokens
}
struct Best { score: f32, token: u32, highest: f32 } // highest: logit, over the temperature
//:include Branch
//:include State
//:include Stop
//:include noise
//:include likeliest
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<uniform> stop: Stop;
@group(0) @binding(2) var<storage, read> weights: array<vec4f>; // [the whole model]
@group(0) @binding(3) var<storage, read> adapters: array<vec4f>; // [all adapters]
@group(0) @binding(4) var<storage, read> rope_table: array<vec4f>; // [positions, D/4] cosine, sine, cosine, sine
@group(0) @binding(5) var<storage, read> branches: array<Branch>; // [branches], to a whole tile
@group(0) @binding(6) var<storage, read_write> states: array<State>; // [branches]
@group(0) @binding(7) var<storage, read_write> tokens: array<u32>; // [branches, stride], and as in sample/forward.wgsl
@group(0) @binding(8) var<storage, read_write> logps: array<f32>; // [branches, stride]
@group(0) @binding(9) var<storage, read_write> kv: array<vec4f>; // [layers, slots, 2, KV, P]

const NONE = 0xffffffffu;
const THREADS = 64u; // of a branch
const H = {H}u; // heads
const KV = {KV}u; // of keys and values
const P = {P}u; // a head

// What a branch keeps in the workgroup's memory: its residual stream first, then that normed.
const NORMED = {NORMED}u;
const QUERY = {QUERY}u; // queries, then what attention makes of them
const WIDE = {WIDE}u; // joined projections; activations; logits
const LOW = {LOW}u; // x·A
const OWN = {OWN}u; // all of it
var<workgroup> lanes: array<vec4f, {LANES}>;
var<workgroup> best_lanes: array<Best, {ALL}>;
var<workgroup> sum_lanes: array<f32, {ALL}>;
var<workgroup> speaking: array<u32, {TEAMS}>;

// Of the four joined linear layers of a layer that of this stage: q·k·v, o, gate·up, down.
fn staged(stage: u32, qkv: u32, o: u32, gu: u32, down: u32) -> u32 {
  return select(select(qkv, o, stage == 1u), select(gu, down, stage == 3u), stage >= 2u);
}

// The residual stream normed.
fn norm(own: u32, thread: u32, gain: u32) {
  var sum = vec4f();
  for (var c = 0u; c < shape.hidden; c++) {
    let x = lanes[own + c];
    sum = fma(x, x, sum);
  }
  let inverse = inverseSqrt((sum.x + sum.y + sum.z + sum.w) / f32(shape.hidden * 4u) + shape.epsilon);
  for (var c = thread; c < shape.hidden; c += THREADS) {
    lanes[own + NORMED + c] = lanes[own + c] * inverse * weights[gain + c];
  }
}

// One quad pair of one head of q, k or v: normed and turned; keys and values go to the slot.
fn turn(own: u32, unit: u32, layer: u32, slot: u32, position: u32) {
  let half = shape.half_head;
  let head = unit / half;
  let i = unit - head * half;
  let at = own + WIDE + head * P;
  let cache = layer * shape.kv_layer + (slot * 2u * KV + head - H) * P;
  var low = lanes[at + i];
  var high = lanes[at + half + i];
  if (head >= H + KV) {
    kv[cache + i] = low;
    kv[cache + half + i] = high;
    return;
  }
  let is_k = head >= H;
  //:if HEAD_NORM
  let gains = {LAYER}u + layer * {LAYER_STEP}u + {HEAD_NORM}u + select(0u, P, is_k);
  var squares = 0.0;
  for (var d = 0u; d < 2u * half; d++) {
    let x = lanes[at + d];
    squares = fma(x.w, x.w, fma(x.z, x.z, fma(x.y, x.y, fma(x.x, x.x, squares))));
  }
  let inverse = inverseSqrt(squares / f32(half * 8u) + shape.epsilon);
  low *= inverse * weights[gains + i];
  high *= inverse * weights[gains + half + i];
  //:end
  let angles = rope_table[position * 2u * half + 2u * i];
  let others = rope_table[position * 2u * half + 2u * i + 1u];
  let cosine = vec4f(angles.x, angles.z, others.x, others.z);
  let sine = vec4f(angles.y, angles.w, others.y, others.w);
  let new_low = low * cosine - high * sine;
  let new_high = high * cosine + low * sine;
  if (is_k) {
    kv[cache + i] = new_low;
    kv[cache + half + i] = new_high;
  } else {
    lanes[own + QUERY + head * P + i] = new_low;
    lanes[own + QUERY + head * P + half + i] = new_high;
  }
}

// One head over the prompt's slots and the branch's own.
fn attend(own: u32, head: u32, layer: u32, branch: Branch, count: u32) {
  let at = own + QUERY + head * P;
  let first = layer * shape.kv_layer + head / (H / KV) * P;
  var highest = -3.0e38;
  var total = 0.0;
  //:for d P
  let q_{d} = lanes[at + {d}u] * shape.scale;
  var o_{d} = vec4f();
  //:end
  let prefix = branch.prefix_end - branch.prefix_start;
  for (var step = 0u; step < prefix + count; step++) {
    let slot = select(branch.first_slot + step - prefix, branch.prefix_start + step, step < prefix);
    let k_at = first + slot * 2u * KV * P;
    var score4 = vec4f();
    //:for d P
    score4 = fma(q_{d}, kv[k_at + {d}u], score4);
    //:end
    let score = (score4.x + score4.y) + (score4.z + score4.w);
    let next = max(highest, score);
    let keep = exp(highest - next);
    let weight = exp(score - next);
    highest = next;
    total = total * keep + weight;
    //:for d P
    o_{d} = fma(vec4f(weight), kv[k_at + KV * P + {d}u], o_{d} * keep);
    //:end
  }
  //:for d P
  lanes[at + {d}u] = o_{d} / total;
  //:end
}

fn better(a: Best, b: Best) -> Best {
  let highest = max(a.highest, b.highest);
  if (b.score > a.score || (b.score == a.score && b.token < a.token)) { return Best(b.score, b.token, highest); }
  return Best(a.score, a.token, highest);
}

@compute @workgroup_size({ALL})
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) all_threads: u32) {
  let team = all_threads / THREADS;
  let thread = all_threads % THREADS;
  let own = team * OWN;
  let place = block_id.x * {TEAMS}u + team;
  let branch = branches[place];
  let lora = shape.rank > 0u && branch.adapter != NONE;
  let inverse_temperature = select(1.0, 1.0 / branch.temperature, branch.temperature > 0.0);
  var state = State(0u, 1u, 0u, 0u, 0u);
  if (branch.max_tokens > 0u) { state = states[place]; }

  for (var step = 0u; step < shape.steps; step++) {
    let speaks = state.finished == 0u;
    if (thread == 0u) { speaking[team] = select(0u, 1u, speaks); }
    let said = workgroupUniformLoad(&speaking);
    var any = 0u;
    //:for t TEAMS
    any += said[{t}];
    //:end
    if (any == 0u) { break; }

    let position = branch.prefix_end - branch.prefix_start + state.count - 1u;
    let slot = branch.first_slot + state.count - 1u;
    if (speaks) {
      for (var c = thread; c < shape.hidden; c += THREADS) {
        lanes[own + c] = weights[{EMBEDDING}u + state.last * shape.hidden + c];
      }
    }
    workgroupBarrier();
    for (var layer = 0u; layer < shape.layers; layer++) {
      let at = {LAYER}u + layer * {LAYER_STEP}u;
      let lora_at = branch.adapter + layer * {LORA_STEP}u;
      for (var stage = 0u; stage < 4u; stage++) {
        let x = own + staged(stage, NORMED, QUERY, NORMED, WIDE);
        let k = staged(stage, shape.hidden, shape.query, shape.hidden, shape.intermediate);
        let n = staged(stage, shape.joined, shape.hidden, 2u * shape.intermediate, shape.hidden);
        let low = staged(stage, 3u, 1u, 2u, 1u) * shape.rank;
        if (speaks && stage % 2u == 0u) { norm(own, thread, at + select({NORM2}u, {NORM1}u, stage == 0u)); }
        workgroupBarrier();

        // x·A
        if (speaks && lora) {
          let a_at = lora_at + staged(stage, {QKV_A}u, {O_A}u, {GU_A}u, {DOWN_A}u);
          for (var quad = thread; quad < low; quad += THREADS) {
            var h = vec4f();
            var a = a_at + quad;
            for (var i = 0u; i < k; i++) {
              let four = lanes[x + i];
              h += four.x * adapters[a];
              h += four.y * adapters[a + low];
              h += four.z * adapters[a + 2u * low];
              h += four.w * adapters[a + 3u * low];
              a += 4u * low;
            }
            lanes[own + LOW + quad] = h + vec4f();
          }
        }
        workgroupBarrier();

        // x·w + x·A·B: a gate's quad and its up's by one thread
        if (speaks) {
          let w_at = at + staged(stage, {QKV}u, {O}u, {GU}u, {DOWN}u);
          let b_at = lora_at + staged(stage, {QKV_B}u, {O_B}u, {GU_B}u, {DOWN_B}u);
          let halves = select(1u, 2u, stage == 2u);
          for (var quad = thread; quad < n / halves; quad += THREADS) {
            var gate = vec4f();
            var sum = vec4f();
            for (var half = 0u; half < halves; half++) {
              gate = sum;
              let column = quad + half * shape.intermediate;
              var y = vec4f();
              var w = w_at + column;
              for (var i = 0u; i < k; i++) {
                let four = lanes[x + i];
                y += four.x * weights[w];
                y += four.y * weights[w + n];
                y += four.z * weights[w + 2u * n];
                y += four.w * weights[w + 3u * n];
                w += 4u * n;
              }
              if (lora) {
                let keys = select(0u, 1u, column >= shape.query) + select(0u, 1u, column >= shape.query + KV * P);
                var h = own + LOW + select(half, keys, stage == 0u) * shape.rank;
                var b = b_at + column;
                for (var r = 0u; r < shape.rank; r++) {
                  let four = lanes[h + r];
                  y += four.x * (adapters[b] * shape.lora_scale);
                  y += four.y * (adapters[b + n] * shape.lora_scale);
                  y += four.z * (adapters[b + 2u * n] * shape.lora_scale);
                  y += four.w * (adapters[b + 3u * n] * shape.lora_scale);
                  b += 4u * n;
                }
              }
              var constant = vec4f();
              //:if BIAS
              if (stage == 0u) { constant = weights[at + {BIAS}u + column]; }
              //:end
              sum = y + constant;
            }
            if (stage == 0u) {
              lanes[own + WIDE + quad] = sum;
            } else if (stage == 2u) {
              lanes[own + WIDE + quad] = gate / (1.0 + exp(-gate)) * sum;
            } else {
              lanes[own + quad] = sum + lanes[own + quad];
            }
          }
        }
        workgroupBarrier();

        if (stage == 0u) {
          if (speaks) {
            for (var unit = thread; unit < (H + 2u * KV) * shape.half_head; unit += THREADS) {
              turn(own, unit, layer, slot, position);
            }
          }
          workgroupBarrier();
          storageBarrier();
          if (speaks && thread < H) { attend(own, thread, layer, branch, state.count); }
          workgroupBarrier();
        }
      }
    }
    if (speaks) { norm(own, thread, {END_NORM}u); }
    workgroupBarrier();
    if (speaks) {
      for (var first = 4u * thread; first < shape.vocabulary; first += 4u * THREADS) {
        var z = vec4f();
        for (var c = 0u; c < shape.hidden; c++) {
          let g = lanes[own + NORMED + c];
          //:for v 4
          let w_{v} = weights[{HEAD}u + min(first + {v}u, shape.vocabulary - 1u) * shape.hidden + c];
          z[{v}u] = fma(g.w, w_{v}.w, fma(g.z, w_{v}.z, fma(g.y, w_{v}.y, fma(g.x, w_{v}.x, z[{v}u]))));
          //:end
        }
        lanes[own + WIDE + first / 4u] = z;
      }
    }
    workgroupBarrier();

    // as sample/forward.wgsl draws from one window; each round after the first finds the likeliest token of those that
    // come after the round before's
    let tokens_here = select(0u, shape.vocabulary, speaks);
    let key = key_of(branch.seed, state.count);
    var found: array<Likely, MOST + 1u>; // round by round
    var drawn = Best();
    var best = Best();
    for (var round = 0u; round <= shape.most; round++) {
      let before = best;
      best = Best(-3.4e38, NONE, -3.4e38);
      for (var v = thread; v < tokens_here; v += THREADS) {
        let z = lanes[own + WIDE + v / 4u][v % 4u] * inverse_temperature;
        best.highest = max(best.highest, z);
        var score = z;
        if (round == 0u && branch.temperature > 0.0) { score += noise_of(bits_of(key, v)); }
        let is_after = round < 2u || z < before.score || (z == before.score && v > before.token);
        if (is_after && score > best.score) {
          best.score = score;
          best.token = v;
        }
      }
      best_lanes[all_threads] = best;
      workgroupBarrier();
      for (var half = THREADS / 2u; half > 0u; half /= 2u) {
        if (thread < half) {
          best_lanes[all_threads] = better(best_lanes[all_threads], best_lanes[all_threads + half]);
        }
        workgroupBarrier();
      }
      best = best_lanes[team * THREADS];
      if (round == 0u) { drawn = best; }
      found[round] = Likely(best.score, best.token);
      workgroupBarrier();
    }
    var total = 0.0;
    for (var v = thread; v < tokens_here; v += THREADS) {
      total += exp(lanes[own + WIDE + v / 4u][v % 4u] * inverse_temperature - drawn.highest);
    }
    sum_lanes[all_threads] = total;
    workgroupBarrier();
    for (var half = THREADS / 2u; half > 0u; half /= 2u) {
      if (thread < half) { sum_lanes[all_threads] += sum_lanes[all_threads + half]; }
      workgroupBarrier();
    }
    if (speaks) {
      let token = min(drawn.token, shape.vocabulary - 1u);
      if (thread == 0u) {
        let out = place * shape.stride + state.count;
        let logit = lanes[own + WIDE + token / 4u][token % 4u] * inverse_temperature;
        tokens[out] = token;
        logps[out] = logit - drawn.highest - log(sum_lanes[all_threads]);
        for (var n = 0u; n < shape.most; n++) {
          let one = found[n + 1u];
          let logp = one.logit - drawn.highest - log(sum_lanes[all_threads]);
          tokens[shape.beside + out * shape.most + n] = word_of(one.token, logp);
        }
      }
      let ended = token == stop.token || state.count + 1u >= branch.max_tokens;
      state = State(state.count + 1u, select(0u, 1u, ended), token, 0u, 0u);
    }
    workgroupBarrier();
  }
  if (thread == 0u && branch.max_tokens > 0u) { states[place] = state; }
}
