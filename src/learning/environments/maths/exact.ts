// Exact numbers and parsed formulas, from mathjs: only its parser and its two exact number kinds are taken, none of its evaluation.
import { type BigNumber, bignumberDependencies, create, type Fraction, fractionDependencies, parseDependencies } from 'mathjs';
import { present } from '../../../basics/check';

export type { BigNumber, Fraction };

const parts = { parseDependencies, fractionDependencies, bignumberDependencies };

/** Numbers that are no fractions have 64 digits. */
export const algebra = create(
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, present(part, `mathjs has no ${name}`)])),
  { number: 'BigNumber', precision: 64 },
);

const mostLength = 80;

/** "12", "-3", "7/2", "0.25" as an exact fraction; undefined for anything else. */
export function exact(text: string): Fraction | undefined {
  if (text.length > mostLength || !/^-?(\d+\.?\d*|\.\d+)(\/\d+)?$/.test(text) || /\/0+$/.test(text)) return undefined;
  const [whole = '', over] = text.split('/');
  const value = algebra.fraction(whole);
  return over === undefined ? value : value.div(algebra.fraction(over));
}

/** "12", "-3", "7/2". */
export function textOf(value: Fraction): string {
  return value.toFraction();
}
