// The built-in ladder: arithmetic and algebra in five levels, each problem an equation in which "?" stands for the
// number asked for, with its exact answer and the calculator's way to it. Problems of a split only (V1).
import { present } from '../../../basics/check';
import { type Rng, rngFrom } from '../../../basics/rng';
import { drawForSplit } from '../drawing';
import { calculate } from './calculator';
import { canonicalQuestion, type MathsState, sheetOf } from './sheet';

export const levels = [1, 2, 3, 4, 5] as const;
export type Level = (typeof levels)[number];

/** An equation and the calls that solve it. */
type Drawn = readonly [question: string, way: string];

/** One problem of a level: "? = 12 + 7". */
const draws: Readonly<Record<Level, readonly ((rng: Rng) => Drawn)[]>> = {
  // one operation on one- and two-digit numbers
  1: [
    (rng) => {
      const [a, b] = [between(rng, 1, 99), between(rng, 1, 99)];
      return [`? = ${a} + ${b}`, `add ${a} ${b}`];
    },
    (rng) => {
      const b = between(rng, 1, 98);
      const a = between(rng, b, 99);
      return [`? = ${a} - ${b}`, `sub ${a} ${b}`];
    },
    (rng) => {
      const [a, b] = [between(rng, 2, 12), between(rng, 2, 99)];
      return [`? = ${a} * ${b}`, `mul ${a} ${b}`];
    },
  ],
  // two operations, the product first
  2: [
    (rng) => {
      const [a, b, c] = [between(rng, 2, 99), between(rng, 2, 12), between(rng, 2, 20)];
      return [`? = ${a} + ${b} * ${c}`, `mul ${b} ${c} add ${a} ans`];
    },
    (rng) => {
      const [a, b, c] = [between(rng, 2, 12), between(rng, 2, 20), between(rng, 2, 99)];
      return [`? = ${a} * ${b} - ${c}`, `mul ${a} ${b} sub ans ${c}`];
    },
    (rng) => {
      const [a, b, c] = [between(rng, 10, 99), between(rng, 2, 99), between(rng, 2, 99)];
      return [`? = ${a} - ${b} + ${c}`, `sub ${a} ${b} add ans ${c}`];
    },
  ],
  // brackets and division: answers may be fractions
  3: [
    (rng) => {
      const [a, b, c] = [between(rng, 2, 99), between(rng, 2, 99), between(rng, 2, 12)];
      return [`? = (${a} + ${b}) / ${c}`, `add ${a} ${b} div ans ${c}`];
    },
    (rng) => {
      const [a, b, c] = [between(rng, 2, 99), between(rng, 2, 99), between(rng, 2, 12)];
      return [`? = (${a} - ${b}) * ${c}`, `sub ${a} ${b} mul ans ${c}`];
    },
    (rng) => {
      const [a, b, c] = [between(rng, 2, 99), between(rng, 2, 12), between(rng, 2, 12)];
      return [`? = ${a} / (${b} + ${c})`, `add ${b} ${c} div ${a} ans`];
    },
  ],
  // one unknown on the left
  4: [
    (rng) => {
      const [a, b, c] = [between(rng, 2, 12), between(rng, 2, 50), between(rng, 2, 99)];
      return [`${a} * ? + ${b} = ${c}`, `sub ${c} ${b} div ans ${a}`];
    },
    (rng) => {
      const [a, b, c] = [between(rng, 2, 12), between(rng, 2, 50), between(rng, 2, 99)];
      return [`(? - ${a}) * ${b} = ${c}`, `div ${c} ${b} add ans ${a}`];
    },
    (rng) => {
      const [a, b, c] = [between(rng, 2, 12), between(rng, 2, 50), between(rng, 2, 50)];
      return [`? / ${a} - ${b} = ${c}`, `add ${c} ${b} mul ans ${a}`];
    },
  ],
  // squares, powers and remainders, two unknowns
  5: [
    (rng) => {
      const [root, a] = [between(rng, 2, 40), between(rng, 2, 99)];
      return [`? * ? + ${a} = ${root * root + a}, ? > 0`, `sub ${root * root + a} ${a} root ans`];
    },
    (rng) => {
      const [a, b, c] = [between(rng, 2, 15), between(rng, 3, 9), between(rng, 5, 97)];
      return [`? = ${a} ^ ${b} mod ${c}`, `pow ${a} ${b} mod ans ${c}`];
    },
    (rng) => {
      const [a, b] = [between(rng, 2, 99), between(rng, 2, 99)];
      return [`? + n = ${a}, ? - n = ${b}`, `add ${a} ${b} div ans 2`];
    },
  ],
};

/** A problem of this level. */
export function drawProblem(seed: number, level: Level): MathsState {
  return drawnOf(seed, rngFrom('maths', seed, level), draws[level], `a problem of level ${level}`);
}

/** Every level has as many kinds of problems. */
export const kindsOfLevel = draws[1].length;

/** A problem of the kind of this number, counted from 0. */
export function drawKind(seed: number, kind: number): MathsState {
  const level = present(levels[Math.floor(kind / kindsOfLevel)], () => `there is no kind ${kind} of problems`);
  const draw = present(draws[level][kind % kindsOfLevel], () => `there is no kind ${kind} of problems`);
  return drawnOf(seed, rngFrom('maths kind', seed, kind), [draw], `a problem of the kind ${kind}`);
}

function drawnOf(seed: number, rng: Rng, of: readonly ((rng: Rng) => Drawn)[], what: string): MathsState {
  const draw = () => {
    const [question, way] = rng.pick(of)(rng);
    const result = present(calculate(way.split(' ')), () => `expected calls that solve "${question}", got "${way}"`);
    return 'answer' in result ? sheetOf({ question, answer: result.answer, way }) : undefined;
  };
  return drawForSplit<MathsState>({ seed, draw, layout: canonicalQuestion, what });
}

/** Both ends included. */
function between(rng: Rng, low: number, high: number): number {
  return low + rng.integer(high - low + 1);
}
