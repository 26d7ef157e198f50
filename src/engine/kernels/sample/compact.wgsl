// Lays the live branches of each range (one policy's branches) as the rows of the next decoding step, so that finished
// branches cost nothing, and neither do equal ones: branches of a group that have said the same so far share one row,
// the first one's. A branch's keys then lie where that row wrote them; `lists` says where. One workgroup per range;
// each thread walks its share of the branches in order.
//:include Range
//:include Branch
//:include State
//:include Row
//:include Tile
struct Shape { stride: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> ranges: array<Range>; // [ranges]
@group(0) @binding(2) var<storage, read> branches: array<Branch>; // [branches]
@group(0) @binding(3) var<storage, read_write> states: array<State>; // [branches]
@group(0) @binding(4) var<storage, read_write> lists: array<u32>; // [branches, stride] slots of its tokens
@group(0) @binding(5) var<storage, read_write> rows: array<Row>; // [rows]
@group(0) @binding(6) var<storage, read_write> tiles: array<Tile>; // [rows/32]

const THREADS = 64u;
var<workgroup> row_counts: array<u32, 64>;

fn is_speaking(branch: u32) -> bool {
  return branches[branch].max_tokens > 0u && states[branch].finished == 0u;
}

// The first branch of the group that has said the same: that drew the same token from the same row.
fn leader_of(branch: u32, first: u32) -> u32 {
  var leader = branch;
  //:if JOINED
  let group = branches[branch].prediction;
  let row = states[branch].row;
  let last = states[branch].last;
  for (var next = branch; next > first && branches[next - 1u].prediction == group; next--) {
    let other = next - 1u;
    if (is_speaking(other) && states[other].row == row && states[other].last == last) { leader = other; }
  }
  //:end
  return leader;
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) block_id: vec3u, @builtin(local_invocation_index) thread: u32) {
  let range = ranges[block_id.x];
  let share = (range.count + THREADS - 1u) / THREADS;
  let first = range.first + min(range.count, thread * share);
  let last = range.first + min(range.count, (thread + 1u) * share);
  var count = 0u;
  for (var branch = first; branch < last; branch++) {
    if (is_speaking(branch)) {
      let leader = leader_of(branch, range.first);
      states[branch].leader = leader;
      count += select(0u, 1u, leader == branch);
    }
  }
  row_counts[thread] = count;
  workgroupBarrier();
  storageBarrier();
  var row = range.first;
  var all = 0u;
  for (var other = 0u; other < THREADS; other++) {
    if (other < thread) { row += row_counts[other]; }
    all += row_counts[other];
  }
  for (var branch = first; branch < last; branch++) {
    if (is_speaking(branch) && states[branch].leader == branch) {
      let info = branches[branch];
      let state = states[branch];
      let position = info.prefix_end - info.prefix_start + state.count - 1u;
      let slot = info.first_slot + state.count - 1u;
      rows[row] = Row(
        state.last, position, slot, info.prefix_start, info.prefix_end, info.first_slot, slot + 1u, branch,
      );
      states[branch].row = row;
      row++;
    }
  }
  workgroupBarrier();
  storageBarrier();
  for (var branch = first; branch < last; branch++) {
    if (is_speaking(branch)) {
      let leader = states[branch].leader;
      let said = states[branch].count;
      if (leader != branch) { states[branch].row = states[leader].row; }
      lists[branch * shape.stride + said - 1u] = branches[leader].first_slot + said - 1u;
    }
  }
  for (var tile = range.first / 32u + thread; tile * 32u < range.first + range.count; tile += THREADS) {
    tiles[tile].live_end = range.first + all;
  }
}
