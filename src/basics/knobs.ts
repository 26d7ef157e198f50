// A setting is described once, on its card; types, forms, command-line flags and tables are read off it.
import { check } from './check';

interface Described {
  /** What a form calls it, e.g. "Learning rate". */
  readonly name: string;
  /** One sentence: what turning it changes. */
  readonly meaning: string;
  /** e.g. "moves", "rooms"; absent for pure numbers. */
  readonly unit?: string;
}
export interface NumberKnob extends Described {
  readonly kind: 'integer' | 'number';
  readonly range: readonly [low: number, high: number];
  /** Only its multiples are allowed; absent: every number of the kind. */
  readonly multipleOf?: number;
  readonly default: number;
}
export interface ChoiceKnob<Choice extends string = string> extends Described {
  readonly kind: 'choice';
  readonly choices: Readonly<Record<Choice, string>>; // value → what it means
  readonly default: Choice;
  /** Earlier names of choices, which stored values and commands may still have → today's. */
  readonly formerly?: Readonly<Record<string, Choice>>;
}
export interface SwitchKnob extends Described {
  readonly kind: 'switch';
  readonly default: boolean;
}
export type Knob = NumberKnob | ChoiceKnob | SwitchKnob;
export type Knobs = Readonly<Record<string, Knob>>;
export type KnobValue = number | string | boolean;
export type ValueOf<K extends Knob> = K extends NumberKnob
  ? number
  : K extends { choices: infer Choices }
    ? keyof Choices & string
    : boolean;
export type ValuesOf<Cards extends Knobs> = { readonly [Name in keyof Cards]: ValueOf<Cards[Name]> };

/** The cards' default values. */
export function defaultsOf<Cards extends Knobs>(cards: Cards): ValuesOf<Cards> {
  return Object.fromEntries(Object.entries(cards).map(([name, card]) => [name, card.default])) as ValuesOf<Cards>;
}

/** Undefined when `value` is allowed on this card, else one sentence that names the knob, what is allowed and what
 *  came. */
export function faultOf(name: string, card: Knob, value: unknown): string | undefined {
  const got = `got ${JSON.stringify(value)}`;
  if (card.kind === 'switch')
    return typeof value === 'boolean' ? undefined : `${name} is on or off (true or false), ${got}`;
  if (card.kind === 'choice') {
    const choices = Object.keys(card.choices);
    return choices.includes(renamed(card, value) as string)
      ? undefined
      : `${name} is one of ${choices.join(', ')}, ${got}`;
  }
  const [low, high] = card.range;
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${name} is a number from ${low} to ${high}, ${got}`;
  if (card.kind === 'integer' && !Number.isInteger(value))
    return `${name} is a whole number from ${low} to ${high}, ${got}`;
  if (card.multipleOf !== undefined && value % card.multipleOf !== 0)
    return `${name} is a multiple of ${card.multipleOf}, ${got}`;
  return value >= low && value <= high ? undefined : `${name} lies between ${low} and ${high}, ${got}`;
}

/** A value under its choice's name of today. */
export function renamed<Value>(card: Knob | undefined, value: Value): Value {
  const former = card?.kind === 'choice' ? card.formerly : undefined;
  return ((typeof value === 'string' && former?.[value]) || value) as Value;
}

/** A value under its choice's first name: hashes of what was stored under it must stay. */
export function firstNamed<Value>(card: Knob | undefined, value: Value): Value {
  const former = card?.kind === 'choice' ? Object.entries(card.formerly ?? {}) : [];
  return (former.find(([, today]) => today === value)?.[0] ?? value) as Value;
}

/** Defaults overlaid with `given`. Throws an ExpectationError naming the first unknown knob or forbidden value. */
export function valuesFrom<Cards extends Knobs>(
  cards: Cards,
  given: Readonly<Record<string, unknown>>,
): ValuesOf<Cards> {
  for (const [name, value] of Object.entries(given)) {
    const card = cards[name];
    check(card, `there is no setting "${name}": known are ${Object.keys(cards).join(', ')}`);
    const fault = faultOf(name, card, value);
    check(fault === undefined, fault ?? '');
  }
  return { ...defaultsOf(cards), ...allRenamed(cards, given) } as ValuesOf<Cards>;
}

/** Every choice under its name of today; nothing is checked. */
export function allRenamed<Values extends Readonly<Record<string, unknown>>>(cards: Knobs, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, renamed(cards[name], value)]),
  ) as Values;
}
