// One AdamW step in plain numbers (torch.optim.AdamW after clipping by global norm).

interface Knobs {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  readonly gradientClip: number;
}

/** Changes weight and moments in place; `count` is this step's number, from 1. Returns the gradient's norm and that of
 *  the change. */
export function adamw(
  { weight, gradient, moment1, moment2 }: Record<'weight' | 'gradient' | 'moment1' | 'moment2', Float64Array>,
  knobs: Knobs,
  count: number,
): { norm: number; change: number; skipped: boolean } {
  const norm = Math.sqrt(gradient.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(norm)) return { norm, change: 0, skipped: true };
  const factor = Math.min(1, knobs.gradientClip / (norm + 1e-6));
  let change = 0;
  for (const [index, raw] of gradient.entries()) {
    const clipped = raw * factor;
    const m1 = knobs.beta1 * (moment1[index] as number) + (1 - knobs.beta1) * clipped;
    const m2 = knobs.beta2 * (moment2[index] as number) + (1 - knobs.beta2) * clipped * clipped;
    moment1[index] = m1;
    moment2[index] = m2;
    const before = weight[index] as number;
    const pull = m1 / (1 - knobs.beta1 ** count) / (Math.sqrt(m2 / (1 - knobs.beta2 ** count)) + knobs.epsilon);
    weight[index] = before * (1 - knobs.learningRate * knobs.weightDecay) - knobs.learningRate * pull;
    change += ((weight[index] as number) - before) ** 2;
  }
  return { norm, change: Math.sqrt(change), skipped: false };
}
