// What is looked for among a run's rollouts, and how an address says it: "RUN,step.12,advantage.0.2~0.6,text.U%20R".
// Pure; no text makes the reading throw: what cannot be read is left out.

export const reasons = {
  'cut-off': 'cut off',
  unreadable: 'unreadable or empty',
  long: 'over the budget of moves',
  illegal: 'moves that changed nothing',
} as const;
export type Reason = keyof typeof reasons;

export const places = {
  anywhere: 'anywhere',
  prompt: 'in the prompt',
  answer: 'in the answer',
  output: 'in the program’s output',
} as const;
export type TextPlace = keyof typeof places;

export const groupKinds = { flat: 'flat groups', varied: 'groups that differ' } as const;
export type GroupKind = keyof typeof groupKinds;

export const outcomes = { solved: 'solved it', open: 'did not solve it' } as const;
export type SearchedOutcome = keyof typeof outcomes;

/** What the last role of a turn made of the proposals it was shown; "right": one of them would have solved it. */
export const passings = {
  'spoils-right': 'spoiled a right proposal',
  spoils: 'spoiled the proposal',
  mends: 'mended the proposal',
  repeats: 'repeated the proposal',
  differs: 'differed at the same worth',
} as const;
export type SearchedPassing = keyof typeof passings;

/** From `low` on, below `high`; either may be infinite. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

export interface RolloutQuery {
  /** As it stands there, whatever its capitals. */
  readonly text?: string | undefined;
  readonly place?: TextPlace | undefined;
  readonly role?: string | undefined;
  readonly turn?: number | undefined;
  /** Steps, both included. */
  readonly step?: Range | undefined;
  readonly reason?: Reason | undefined;
  readonly group?: GroupKind | undefined;
  readonly outcome?: SearchedOutcome | undefined;
  readonly passing?: SearchedPassing | undefined;
  readonly advantage?: Range | undefined;
  readonly reward?: Range | undefined;
  /** A term of the reward, by its name. */
  readonly term?: string | undefined;
  readonly termRange?: Range | undefined;
}

type Member = keyof RolloutQuery;

/** The part of the address behind the screen's name; the run first. */
export function addressOfSearch(runId: string, query: RolloutQuery): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`${name}.${typeof value === 'object' ? rangeText(value) : escaped(value)}`],
  );
  return [runId, ...parts].join(',');
}

/** A comma would end the part. */
const escaped = (value: string | number): string => String(value).replaceAll('%', '%25').replaceAll(',', '%2C');

const rangeText = ({ low, high }: Range): string => `${low}~${high}`;

export function searchFromAddress(address: string): { readonly runId: string; readonly query: RolloutQuery } {
  const [runId = '', ...parts] = address.split(',');
  const found = parts.flatMap((part): [Member, unknown][] => {
    const at = part.indexOf('.');
    const name = part.slice(0, at);
    const value = Object.hasOwn(reading, name) ? reading[name as Member](part.slice(at + 1)) : undefined;
    return value === undefined ? [] : [[name as Member, value]];
  });
  return { runId, query: Object.fromEntries(found) };
}

const text = (given: string): string | undefined => {
  const read = given.replaceAll('%2C', ',').replaceAll('%25', '%');
  return read === '' ? undefined : read;
};
const oneOf =
  (names: object) =>
  (given: string): string | undefined =>
    Object.hasOwn(names, given) ? given : undefined;
const count = (given: string): number | undefined => (/^\d{1,9}$/.test(given) ? Number(given) : undefined);
const range = (given: string): Range | undefined => {
  const ends = given.split('~').map(Number);
  const [low = Number.NaN, high = Number.NaN] = ends;
  return ends.length === 2 && low <= high ? { low, high } : undefined;
};

const reading: Readonly<Record<Member, (given: string) => unknown>> = {
  text,
  place: oneOf(places),
  role: text,
  turn: count,
  step: range,
  reason: oneOf(reasons),
  group: oneOf(groupKinds),
  outcome: oneOf(outcomes),
  passing: oneOf(passings),
  advantage: range,
  reward: range,
  term: text,
  termRange: range,
};
