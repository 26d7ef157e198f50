// Numbers as people read them: always with their unit, narrow no-break space before it, minus sign instead of hyphen.
import type { Rate } from '../../basics/statistics';
import type { Estimate } from '../../basics/statistics/bootstrap';
import { largestP, nothingDiffers, type PairedComparison } from '../../basics/statistics/paired';
import type { EnvironmentCard } from '../../learning/environments/environment';
import type { Evaluation } from '../../learning/rollouts/transcript';

const thin = '\u202f';

/** 0.5312 → "53 %". */
export function percent(share: number, digits = 0): string {
  return `${fixed(share * 100, digits)}${thin}%`;
}

/** "53 % (47–60 %, n 200)": a rate never stands without its interval (V3). */
export function rateWithInterval({ rate, low, high, ...played }: Rate & Played): string {
  return `${percent(rate)} (${intervalOf({ low, high })}, ${playedOf(played)})`;
}

/** How many problems were played, and whether a split has no more. */
type Played = Pick<Evaluation, 'n' | 'all'>;

/** "n 200"; "all 8" where there are no more. */
export function playedOf({ n, all }: Played): string {
  return `${all ? 'all' : 'n'}${thin}${n}`;
}

export function intervalOf({ low, high }: Pick<Rate, 'low' | 'high'>): string {
  return `${fixed(low * 100, 0)}–${percent(high)}`;
}

/** "53.1 % (47–60 %)". */
export function shareWithInterval({ value, ...interval }: Estimate): string {
  return `${percent(value, 1)} (${intervalOf(interval)})`;
}

/** "+3.1 (−1.2 to +7.4), p = 0.214", in points; of several seeds the largest p. */
export function pairedInWords(paired: PairedComparison): string {
  const { value, low, high } = paired.difference;
  if (nothingDiffers(paired)) return 'no problem differs';
  const p = largestP(paired);
  const said = p < 0.001 ? 'p < 0.001' : `p ${paired.seeds.length > 1 && p < 1 ? '≤' : '='} ${p < 1 ? fixed(p, 3) : 1}`;
  return `${signed(100 * value, 1)} (${signed(100 * low, 1)} to ${signed(100 * high, 1)}), ${said}`;
}

/** Said beside every figure of a team that was told whether its answers were right (V8), or plays what it was trained
 *  on (V1). */
export function toldOf({
  verdicts,
  sameProblems,
}: {
  readonly verdicts?: true;
  readonly sameProblems?: string;
}): string {
  return `${verdicts ? ', with verdicts' : ''}${sameProblems ? ', on training problems' : ''}`;
}

/** "unseen rooms"; "training objects" of a world that has no others (V1). */
export function measuredOn({ problem, sameProblems }: Pick<EnvironmentCard, 'problem' | 'sameProblems'>): string {
  return `${sameProblems ? 'training' : 'unseen'} ${problem}s`;
}

/** Fixed digits with a real minus sign; "–" for what is no number. */
export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '–';
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** "+1.30", "−0.20". */
export function signed(value: number, digits = 2): string {
  return value > 0 ? `+${fixed(value, digits)}` : fixed(value, digits);
}

/** Three significant digits: 0.000123 → "1.23e−4", 1234 → "1 234". */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (value === 0) return '0';
  if (size < 1e-3) return value.toExponential(size < 1e-12 ? 0 : 1).replaceAll('-', '−');
  if (size >= 1000) return grouped(Math.round(value));
  return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

/** Thousands apart: 1234567 → "1 234 567". */
export function grouped(value: number): string {
  const digits = Math.abs(Math.round(value)).toString();
  return (value < 0 ? '−' : '') + digits.replace(/\B(?=(\d{3})+$)/g, thin);
}

/** A stretch of time: "340 ms", "12 s", "4 min", "1 h 20 min". */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1000)}${thin}ms`;
  if (seconds < 10) return `${fixed(seconds, 1)}${thin}s`;
  if (seconds < 90) return `${Math.round(seconds)}${thin}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes}${thin}min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}${thin}h${rest > 0 ? ` ${rest}${thin}min` : ''}`;
}

/** "about 3 min left"; undefined where nobody knows, and in the last second. */
export function timeLeft(seconds: number | undefined): string | undefined {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 1) return undefined;
  return `about ${duration(seconds)} left`;
}

/** "3.4 MB", powers of 1000 as browsers count storage. */
export function bytes(count: number): string {
  if (count < 1000) return `${Math.round(count)}${thin}B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 'B';
  for (const next of units) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${fixed(value, value < 9.95 ? 1 : 0)}${thin}${unit}`;
}

/** "1 room", "8 rooms". */
export function counted(count: number, many: string): string {
  return `${grouped(count)} ${count === 1 ? many.replace(/s$/, '') : many}`;
}

/** When a run was started, in the reader's own language: "today, 14:05" is worth more than a date. */
export function moment(ms: number, now: number): string {
  const [then, today] = [new Date(ms), new Date(now)];
  const clock = then.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  if (then.toDateString() === today.toDateString()) return `today, ${clock}`;
  return `${then.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })}, ${clock}`;
}

/** Reasons come from programs: a capital and a full stop make them sentences. */
export function sentence(reason: string): string {
  const text = reason.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

/** A knob's value as written beside its field: 0.0005 stays readable. */
export function knobText(value: number | string | boolean | undefined): string {
  if (typeof value === 'number')
    return value !== 0 && Math.abs(value) < 1e-3
      ? value.toExponential().replace('e-', 'e−')
      : String(value).replace('-', '−');
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value ?? '–';
}
