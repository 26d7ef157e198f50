// The calculator of the tool language: steps such as "mul 4 5 sub ans 3", carried out one after another on exact
// fractions; "ans" is what the step before came to. Knows no problem and no turn.
import { exact, type Fraction, textOf } from './exact';

const operations = ['add', 'sub', 'mul', 'div', 'pow', 'root', 'mod', 'gcd'] as const;
type Operation = (typeof operations)[number];
const operandsOf = (operation: Operation) => (operation === 'root' ? 1 : 2);

interface Step {
  readonly operation: Operation;
  /** Undefined stands for "ans". */
  readonly operands: readonly (Fraction | undefined)[];
}

export const calculatorHelp = [
  'add 12 7 – 12 + 7; the same way sub, mul, div, pow (12 to the 7th power), mod (what is left of 12 divided by 7) and gcd (greatest common divisor)',
  'root 49 – the square root, where it comes out even',
  'mul 4 5 sub ans 3 – step after step; "ans" is what the step before came to: 4 · 5 − 3',
  '19 – the number itself; -3 and 7/2 can be written too',
];

export type Calculated = { readonly answer: string } | { readonly stuck: string };

/** What the words of a call come to; undefined when they are none: an unknown operation, too few or too many numbers,
 *  "ans" at first. */
export function calculate(words: readonly string[]): Calculated | undefined {
  const [only] = words;
  if (only !== undefined && words.length === 1) {
    const value = exact(only);
    return value && { answer: textOf(value) };
  }
  const steps = stepsOf(words);
  if (steps === undefined || steps.length === 0) return undefined;
  let ans: Fraction | undefined;
  for (const { operation, operands } of steps) {
    const [a, b] = operands.map((operand) => operand ?? ans);
    if (a === undefined) return undefined;
    const result = carriedOut(operation, a, b ?? a);
    if (typeof result === 'string') return { stuck: result };
    ans = result;
  }
  return ans && { answer: textOf(ans) };
}

function stepsOf(words: readonly string[]): Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < words.length; ) {
    const operation = operations.find((name) => name === words[at]);
    if (operation === undefined) return undefined;
    const operands = words.slice(at + 1, at + 1 + operandsOf(operation));
    const values = operands.map((word) => (word === 'ans' && at > 0 ? undefined : exact(word)));
    const known = operands.every((word, index) => (word === 'ans' && at > 0) || values[index] !== undefined);
    if (!known || operands.length < operandsOf(operation)) return undefined;
    steps.push({ operation, operands: values });
    at += 1 + operands.length;
  }
  return steps;
}

const mostPower = 64;

/** The result, or why there is none. */
function carriedOut(operation: Operation, a: Fraction, b: Fraction): Fraction | string {
  if (operation === 'add') return sized(a.add(b));
  if (operation === 'sub') return sized(a.sub(b));
  if (operation === 'mul') return sized(a.mul(b));
  if (operation === 'root') return rootOf(a) ?? `${textOf(a)} has no exact square root`;
  if (operation === 'pow') {
    if (b.d !== 1n || b.n > mostPower) return `a power is a whole number up to ${mostPower}, got ${textOf(b)}`;
    if (a.n === 0n && b.s < 0n) return 'division by 0';
    return sized(a.pow(b) ?? a);
  }
  if (operation === 'gcd') return a.gcd(b);
  if (b.n === 0n) return 'division by 0';
  return operation === 'div' ? sized(a.div(b)) : floorMod(a, b);
}

/** What is left over, with the sign of the divisor. */
function floorMod(a: Fraction, b: Fraction): Fraction {
  return a.sub(b.mul(a.div(b).floor()));
}

const mostDigits = 60;

function sized(value: Fraction): Fraction | string {
  return textOf(value).length > mostDigits ? `the result has more than ${mostDigits} digits` : value;
}

function rootOf(value: Fraction): Fraction | undefined {
  if (value.s < 0n) return undefined;
  const [n, d] = [wholeRoot(value.n), wholeRoot(value.d)];
  return n === undefined || d === undefined ? undefined : exact(`${n}/${d}`);
}

/** Newton's method on whole numbers. */
function wholeRoot(value: bigint): bigint | undefined {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = root; ; root = next) {
    next = (root + value / root) / 2n;
    if (next >= root) break;
  }
  return root * root === value ? root : undefined;
}
