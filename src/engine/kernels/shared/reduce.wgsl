// {NAME}_of: the {TYPE} of all 64 threads joined two by two, in a tree of one shape, whatever the timing: each with the
// one 32 further on, then 16, 8, 4, 2 and 1. Eight threads do the first three levels, each thread the rest for itself,
// for barriers cost more than sums. FEW: of eight threads; FOUR: of four. All threads call it, all get the result.
//:unless FEW
var<workgroup> {NAME}_lanes: array<{TYPE}, 64>;
//:end
//:if FEW
var<workgroup> {NAME}_lanes: array<{TYPE}, {THREADS}>;
//:end

//:unless FOUR
fn {NAME}_of_eight(at: u32, step: u32) -> {TYPE} {
  let first = {JOIN}({NAME}_lanes[at], {NAME}_lanes[at + 4u * step]);
  let second = {JOIN}({NAME}_lanes[at + step], {NAME}_lanes[at + 5u * step]);
  let third = {JOIN}({NAME}_lanes[at + 2u * step], {NAME}_lanes[at + 6u * step]);
  let fourth = {JOIN}({NAME}_lanes[at + 3u * step], {NAME}_lanes[at + 7u * step]);
  return {JOIN}({JOIN}(first, third), {JOIN}(second, fourth));
}
//:end

fn {NAME}_of(value: {TYPE}, thread: u32) -> {TYPE} {
  {NAME}_lanes[thread] = value;
  workgroupBarrier();
  //:unless FEW
  if (thread < 8u) { {NAME}_lanes[thread] = {NAME}_of_eight(thread, 8u); }
  workgroupBarrier();
  //:end
  //:if FOUR
  let result = {JOIN}({JOIN}({NAME}_lanes[0], {NAME}_lanes[2]), {JOIN}({NAME}_lanes[1], {NAME}_lanes[3]));
  //:end
  //:unless FOUR
  let result = {NAME}_of_eight(0u, 1u);
  //:end
  workgroupBarrier();
  return result;
}
