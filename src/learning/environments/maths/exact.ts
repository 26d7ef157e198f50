// Exact numbers, on the library of algebra.ts, which is handed in: the page shows its first worlds before it is there.
import type { BigNumber, Fraction } from 'mathjs';
import { present } from '../../../basics/check';
import type { Algebra } from './algebra';

export type { BigNumber, Fraction };

let given: Algebra | undefined;

/** Called once, before any answer is read (../whole.ts). */
export function provideAlgebra(algebra: Algebra): void {
  given = algebra;
}

export function algebra(): Algebra {
  return present(given, 'no answer can be read yet: environments/whole.ts comes first');
}

const mostLength = 80;

/** "12", "-3", "7/2", "0.25" as an exact fraction; undefined for anything else. */
export function exact(text: string): Fraction | undefined {
  if (text.length > mostLength || !/^-?(\d+\.?\d*|\.\d+)(\/\d+)?$/.test(text) || /\/0+$/.test(text)) return undefined;
  const [whole = '', over] = text.split('/');
  const value = algebra().fraction(whole);
  return over === undefined ? value : value.div(algebra().fraction(over));
}

/** "12", "-3", "7/2". */
export function textOf(value: Fraction): string {
  return value.toFraction();
}
