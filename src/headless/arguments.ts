// The words of the command line, read against what a verb understands. A wrong word is one clear line and exit status
// 2.

/** The person's mistake, not the program's: said in one line, exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface FlagCard {
  /** What stands after the flag: "FOLDER", "N", "knob=value"; absent for switches. */
  readonly value?: string;
  readonly meaning: string;
  readonly required?: boolean;
  /** May be given several times. */
  readonly many?: boolean;
}

export type FlagCards = Readonly<Record<string, FlagCard>>;

/** Understood by every verb. */
export const commonFlags = {
  json: { value: 'FILE', meaning: 'write the result as JSON' },
  adapter: {
    value: 'NAME',
    meaning: 'use the GPU whose name contains this; "software" for one that runs on the processor',
  },
  memory: {
    value: 'GIB',
    meaning: 'GPU memory that may be taken; usually 2 on a processor, on a card up to 4, as WebGPU does not tell',
  },
  quiet: { meaning: 'no progress' },
} as const satisfies FlagCards;

export interface Flags {
  /** Whether the flag was given. */
  has(name: string): boolean;
  text(name: string): string | undefined;
  /** Throws a UsageError when it was not given. */
  needed(name: string): string;
  /** A whole number of at least `least`. */
  count(name: string, least?: number): number | undefined;
  all(name: string): readonly string[];
}

/** Reads "--name value" and "--name=value" words. Throws a UsageError for anything that is on no card. */
export function flagsFrom(words: readonly string[], cards: FlagCards, verb: string): Flags {
  const given = new Map<string, string[]>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const [, name, attached] = /^--([a-z][a-z0-9-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined) throw new UsageError(`"${word}" is not understood: ${verb} takes ${usageOf(cards)}`);
    const card = cards[name];
    if (!card) throw new UsageError(`${verb} has no --${name}: it takes ${usageOf(cards)}`);
    const known = given.get(name) ?? [];
    if (known.length > 0 && !card.many) throw new UsageError(`--${name} was given twice`);
    if (card.value === undefined) {
      if (attached !== undefined) throw new UsageError(`--${name} takes no value, got "${attached}"`);
      given.set(name, ['']);
      continue;
    }
    const value = attached ?? words[++at];
    if (value === undefined || (attached === undefined && value.startsWith('--')))
      throw new UsageError(`--${name} needs a value: --${name} ${card.value}`);
    given.set(name, [...known, value]);
  }
  for (const [name, card] of Object.entries(cards)) {
    if (card.required && !given.has(name))
      throw new UsageError(`${verb} needs --${name} ${card.value ?? ''}`.trimEnd());
  }
  const text = (name: string) => given.get(name)?.[0];
  return {
    has: (name) => given.has(name),
    text,
    needed: (name) => {
      const value = text(name);
      if (value === undefined) throw new UsageError(`${verb} needs --${name}`);
      return value;
    },
    count: (name, least = 1) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < least)
        throw new UsageError(`--${name} is a whole number of at least ${least}, got "${value}"`);
      return number;
    },
    all: (name) => given.get(name) ?? [],
  };
}

/** "--preset NAME [--steps N] …" */
export function usageOf(cards: FlagCards): string {
  return Object.entries(cards)
    .map(([name, { value, required, many }]) => {
      const flag = `--${name}${value ? ` ${value}` : ''}`;
      return required ? flag : `[${flag}${many ? ' …' : ''}]`;
    })
    .join(' ');
}
