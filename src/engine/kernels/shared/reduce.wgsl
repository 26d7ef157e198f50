// {NAME}_of: the {TYPE} of all 64 threads joined two by two, in a tree of one shape, whatever the timing. All threads
// call it, all get the result.
var<workgroup> {NAME}_lanes: array<{TYPE}, 64>;

fn {NAME}_of(value: {TYPE}, thread: u32) -> {TYPE} {
  {NAME}_lanes[thread] = value;
  workgroupBarrier();
  for (var half = 32u; half > 0u; half /= 2u) {
    if (thread < half) { {NAME}_lanes[thread] = {JOIN}({NAME}_lanes[thread], {NAME}_lanes[thread + half]); }
    workgroupBarrier();
  }
  let result = {NAME}_lanes[0];
  workgroupBarrier();
  return result;
}
