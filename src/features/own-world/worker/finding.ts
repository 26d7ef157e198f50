export interface Finding {
  readonly kind: 'ok' | 'warning' | 'problem';
  /** The function or part of the module. */
  readonly about: string;
  /** What was found, a sentence. */
  readonly what: string;
  /** The board it happened on, or what the function was given. */
  readonly example?: readonly string[];
}

export type Tell = (kind: Finding['kind'], about: string, what: string, example?: readonly string[]) => undefined;
