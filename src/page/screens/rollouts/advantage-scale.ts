// Nine steps of one diverging scale, worse · level · better than the siblings: rose – grey – green, told apart by every
// kind of colour sight. The colours are in theme.css, each with an ink that can be read on it.

export const advantageSteps = ['n4', 'n3', 'n2', 'n1', 'zero', 'p1', 'p2', 'p3', 'p4'] as const;
export type AdvantageStep = (typeof advantageSteps)[number];

/** Advantages of groups of eight lie within ±√7; everything from 2 on is the strongest colour. */
const strongest = 2;

export function advantageStep(advantage: number): AdvantageStep {
  if (!Number.isFinite(advantage) || Math.abs(advantage) < 1e-6) return 'zero';
  const size = Math.min(4, Math.max(1, Math.ceil((Math.abs(advantage) / strongest) * 4)));
  return advantageSteps[4 + Math.sign(advantage) * size] ?? 'zero';
}

/** Of a group that trains nothing. */
export const droppedColours: object = { '--fill': 'var(--gray-6)', '--ink': 'var(--gray-12)' };

/** The colours of a step as what is drawn with them reads them. */
export function advantageColours(step: AdvantageStep): object {
  return { '--fill': `var(--advantage-${step})`, '--ink': `var(--on-advantage-${step})` };
}
