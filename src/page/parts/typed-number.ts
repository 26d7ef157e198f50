// Numbers as they are typed into a field, and what an arrow key makes of them.
import type { NumberKnob } from '../../basics/knobs';

/** "5e-4", "5e−4", "0,0005" → 0.0005; undefined for what is no number yet. */
export function numberFrom(text: string): number | undefined {
  const plain = text.trim().replaceAll('−', '-').replace(',', '.');
  if (plain === '' || !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** `steps` arrow presses further: whole numbers by one, others by one in their leading digit; inside the range. */
export function stepped(card: NumberKnob, value: number, steps: number): number {
  const [low, high] = card.range;
  if (card.kind === 'integer') {
    const size = card.multipleOf ?? 1;
    return Math.min(high, Math.max(low, (Math.round(value / size) + steps) * size));
  }
  let next = value;
  for (let index = 0; index < Math.abs(steps); index++) {
    const up = steps > 0;
    const size = Math.abs(next) || Math.max(Math.abs(low), 0.01);
    let unit = 10 ** Math.floor(Math.log10(size));
    // Down from 1e-4 goes to 9e-5, not to zero.
    if (!up && Math.abs(next - unit) < unit * 1e-6) unit /= 10;
    next = Number((next + (up ? unit : -unit)).toPrecision(6));
  }
  return Math.min(high, Math.max(low, next));
}
