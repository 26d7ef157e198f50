// The distributions behind tests and sample sizes: the normal, Student's t and the noncentral t, of which only what is
// asked for elsewhere.

/** Standard normal distribution function, to 1e-15 absolute: a Taylor series (Marsaglia 2004,
 *  doi:10.18637/jss.v011.i04). */
export function normalBelow(x: number): number {
  if (Math.abs(x) > 9) return x > 0 ? 1 : 0; // beyond it the rest is less than 2e-19
  let sum = x;
  let term = x;
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= x ** 2 / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp(-(x ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}

/** The x below which a standard normal number falls with this probability. */
export function normalQuantile(probability: number): number {
  return rootOf((x) => normalBelow(x) - probability, { low: -9, high: 9 });
}

/** Distribution function of Student's t with a whole number of degrees of freedom (Abramowitz and Stegun, 26.7.3
 *  and 26.7.4). */
export function studentBelow(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const cosine = Math.cos(angle);
  const odd = freedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = 0;
  for (let at = odd ? 1 : 0; at < freedom - 1; at += 2) {
    sum += term;
    term *= ((at + 1) / (at + 2)) * cosine ** 2;
  }
  const within = odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  return 0.5 + within / 2;
}

/** The t below which Student's t falls with this probability. */
export function studentQuantile(probability: number, freedom: number): number {
  const tOf = (angle: number) => Math.sqrt(freedom) * Math.tan(angle);
  const angle = rootOf((angle) => studentBelow(tOf(angle), freedom) - probability, {
    low: -Math.PI / 2,
    high: Math.PI / 2,
  });
  return tOf(angle);
}

/** P(|T| > limit) of a noncentral t, (Z + shift) / √(χ² ÷ freedom): the power of a two-sided t test. It is the mean
 *  of a normal tail over  s = √(χ² ÷ freedom), summed in equal steps of ln s, which for such a density is exact to
 *  about 1e-13. */
export function noncentralBeyond(limit: number, { freedom, shift }: { freedom: number; shift: number }): number {
  const width = 1 / Math.sqrt(2 * freedom);
  const step = Math.min(1 / 16, width / 4);
  const logScale = Math.LN2 + (freedom / 2) * Math.log(freedom / 2) - logGammaOfHalf(freedom);
  let sum = 0;
  for (let log = -40 / freedom - 10 * width; log < 10 * width; log += step) {
    const s = Math.exp(log);
    const density = Math.exp(logScale + freedom * log - (freedom * s ** 2) / 2);
    sum += density * (normalBelow(shift - limit * s) + normalBelow(-limit * s - shift));
  }
  return sum * step;
}

/** ln Γ(twice ÷ 2). */
function logGammaOfHalf(twice: number): number {
  let log = twice % 2 === 1 ? Math.log(Math.PI) / 2 : 0;
  for (let at = twice % 2 === 1 ? 1 : 2; at < twice; at += 2) log += Math.log(at / 2);
  return log;
}

/** Where a function that grows from below 0 to above 0 is 0, to the last digit. */
export function rootOf(grows: (x: number) => number, { low, high }: { low: number; high: number }): number {
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (grows(middle) < 0) low = middle;
    else high = middle;
  }
}
