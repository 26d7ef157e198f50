// Of numbers that there are, the one next to a wish.

/** The wish itself where there are none. */
export function closest(steps: readonly number[], wish: number): number {
  return [...steps].sort((a, b) => Math.abs(a - wish) - Math.abs(b - wish))[0] ?? wish;
}
