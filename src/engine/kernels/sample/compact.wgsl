// Lays the live branches of each range (one policy's branches) side by side as the rows of the next decoding step, so that finished
// branches cost nothing. One workgroup per range; each thread walks its share of the branches in order.
struct State { count: u32, finished: u32, last: u32, spare: u32 }
alias Words = array<u32, 8>; // see model/rows.ts
@group(0) @binding(0) var<storage, read> ranges: array<vec2u>; // [ranges] first branch = first row, branches
@group(0) @binding(1) var<storage, read> branches: array<Words>; // [branches] seed, prefix start, prefix end, first slot, max tokens, temperature, prediction
@group(0) @binding(2) var<storage, read> states: array<State>; // [branches]
@group(0) @binding(3) var<storage, read_write> rows: array<Words>; // [rows]
@group(0) @binding(4) var<storage, read_write> tiles: array<vec2u>; // [rows/32] adapter, end of live rows

const THREADS = 64u;
var<workgroup> live_counts: array<u32, 64>;

fn is_live(branch: u32) -> bool {
  return branches[branch][4] > 0u && states[branch].finished == 0u;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let range = ranges[block_id.x];
  let share = (range.y + THREADS - 1u) / THREADS;
  let first = range.x + min(range.y, thread * share);
  let last = range.x + min(range.y, (thread + 1u) * share);
  var live = 0u;
  for (var branch = first; branch < last; branch++) { live += select(0u, 1u, is_live(branch)); }
  live_counts[thread] = live;
  workgroupBarrier();
  var row = range.x;
  var all = 0u;
  for (var other = 0u; other < THREADS; other++) {
    if (other < thread) { row += live_counts[other]; }
    all += live_counts[other];
  }
  for (var branch = first; branch < last; branch++) {
    if (is_live(branch)) {
      let info = branches[branch];
      let state = states[branch];
      let prompt = info[2] - info[1];
      let slot = info[3] + state.count - 1u;
      rows[row] = Words(state.last, prompt + state.count - 1u, slot, info[1], info[2], info[3], slot + 1u, branch);
      row++;
    }
  }
  for (var tile = range.x / 32u + thread; tile * 32u < range.x + range.y; tile += THREADS) { tiles[tile].y = range.x + all; }
}
