/** An expectation of the program or of its input that did not hold. The message says what was expected, what came, what
 *  to do. */
export class ExpectationError extends Error {
  override name = 'ExpectationError';
}

/** Throws an ExpectationError with `message` unless `condition` holds. */
export function check(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new ExpectationError(typeof message === 'string' ? message : message());
}

/** The value, or an ExpectationError when it is missing. */
export function present<T>(value: T | null | undefined, message: string | (() => string)): T {
  check(value !== null && value !== undefined, message);
  return value as T;
}
