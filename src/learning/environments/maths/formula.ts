// Formulas: parsed by mathjs and walked here, node by node, over a short list of operations. Nothing an answer holds is
// ever run, and nothing it holds can take long: length, nodes, powers and digits are limited.
import { algebra, type BigNumber, type Fraction } from './exact';

/** A node of mathjs's parse tree, as far as it is looked at. */
export interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly fn?: string | { readonly name?: string };
  readonly args?: readonly Node[];
  readonly content?: Node;
}

export interface Formula {
  readonly node: Node;
  /** Its variables. */
  readonly names: readonly string[];
}

const mostNodes = 200;
const functions = ['sqrt', 'sin', 'cos', 'tan', 'log', 'ln', 'exp', 'abs'];
/** Infinity is compared like a variable: nothing is computed with it. */
const constants = ['pi', 'e'];
const infinity = 'infinity';
const operators = ['add', 'subtract', 'multiply', 'divide', 'pow', 'unaryMinus', 'unaryPlus', 'factorial'];

/** The formula that a plain text is; undefined for words, unknown operations and what is too large. Never throws. */
export function formulaOf(plain: string): Formula | undefined {
  if (plain === '' || !/^[0-9a-zA-Z+\-*/^().!\s]*$/.test(plain) || /\d\s+\d|[a-zA-Z]\d/.test(plain)) return undefined;
  const isKnown = (word: string) => [...functions, ...constants, infinity].includes(word);
  const words = plain.match(/[a-zA-Z]{2,}/g) ?? [];
  if (words.some((word) => !isKnown(word) && !isProduct(word, plain))) return undefined;
  // letters beside each other are a product
  const node = parsed(plain.replace(/[a-zA-Z]+/g, (word) => (isKnown(word) ? ` ${word}` : ` ${[...word].join(' ')} `)));
  const names = new Set<string>();
  return node && isPlain(node, names, { left: mostNodes }) ? { node, names: [...names].sort() } : undefined;
}

/** "xy" in "2xy + 1"; words such as "cat" are none, nor those of "It is 42". */
function isProduct(word: string, plain: string): boolean {
  return word.length <= 3 && /[\d+\-*/^]/.test(plain) && !/[a-zA-Z]\s+[a-zA-Z]/.test(plain);
}

function parsed(text: string): Node | undefined {
  try {
    return algebra().parse(text) as unknown as Node;
  } catch {
    return undefined; // mathjs throws for what is no formula
  }
}

/** True when the tree holds nothing but the operations known here; collects its variables. */
function isPlain(node: Node, names: Set<string>, budget: { left: number }): boolean {
  if (budget.left-- <= 0) return false;
  const below = () => (node.args ?? []).every((one) => isPlain(one, names, budget));
  if (node.type === 'ConstantNode') return algebra().isBigNumber(node.value);
  if (node.type === 'ParenthesisNode') return node.content !== undefined && isPlain(node.content, names, budget);
  if (node.type === 'SymbolNode') {
    const name = node.name ?? '';
    if (!constants.includes(name)) names.add(name);
    return constants.includes(name) || name === infinity || name.length === 1;
  }
  if (node.type === 'OperatorNode') return operators.includes(nameOf(node)) && below();
  return node.type === 'FunctionNode' && functions.includes(nameOf(node)) && node.args?.length === 1 && below();
}

function nameOf({ fn }: Node): string {
  return typeof fn === 'string' ? fn : (fn?.name ?? '');
}

const mostPower = 256;
const mostDigits = 600;

/** The exact number of a formula without variables and roots; undefined where it is none, or too large. */
export function exactOf(node: Node): Fraction | undefined {
  if (node.type === 'ConstantNode') return exactConstant(node.value as BigNumber);
  if (node.type === 'ParenthesisNode') return node.content && exactOf(node.content);
  if (node.type !== 'OperatorNode') return undefined;
  const operands = (node.args ?? []).map(exactOf);
  const [a, b] = operands;
  if (a === undefined || operands.includes(undefined)) return undefined;
  const result = b === undefined ? exactSingle(nameOf(node), a) : exactPair(nameOf(node), a, b);
  return result && digitsOf(result) <= mostDigits ? result : undefined;
}

function digitsOf({ n, d }: Fraction): number {
  return n.toString().length + d.toString().length;
}

function exactConstant(value: BigNumber): Fraction | undefined {
  return value.isFinite() && Math.abs(value.e) <= mostDigits ? algebra().fraction(value.toFixed()) : undefined;
}

function exactSingle(operation: string, a: Fraction): Fraction | undefined {
  if (operation === 'unaryMinus') return a.neg();
  if (operation === 'unaryPlus') return a;
  if (operation !== 'factorial' || a.d !== 1n || a.s < 0n || a.n > 100n) return undefined;
  let product = 1n;
  for (let factor = 2n; factor <= a.n; factor++) product *= factor;
  return algebra().fraction(product);
}

function exactPair(operation: string, a: Fraction, b: Fraction): Fraction | undefined {
  if (operation === 'add') return a.add(b);
  if (operation === 'subtract') return a.sub(b);
  if (operation === 'multiply') return a.mul(b);
  if (operation === 'divide') return b.n === 0n ? undefined : a.div(b);
  if (operation !== 'pow' || b.d !== 1n || b.n > mostPower || (a.n === 0n && b.s < 0n)) return undefined;
  return digitsOf(a) * Number(b.n) > mostDigits ? undefined : (a.pow(b) ?? undefined);
}

/** The formula's number where its variables have these values, to 64 digits; undefined where it has none. */
export function numberAt(node: Node, at: Readonly<Record<string, BigNumber>>): BigNumber | undefined {
  const result = decimalOf(node, at);
  return result?.isFinite() ? result : undefined;
}

function decimalOf(node: Node, at: Readonly<Record<string, BigNumber>>): BigNumber | undefined {
  if (node.type === 'ConstantNode') return node.value as BigNumber;
  if (node.type === 'ParenthesisNode') return node.content && decimalOf(node.content, at);
  if (node.type === 'SymbolNode') return at[node.name ?? ''] ?? constantOf(node.name ?? '');
  const operands = (node.args ?? []).map((one) => decimalOf(one, at));
  const [a, b] = operands;
  if (a === undefined || operands.includes(undefined)) return undefined;
  return b === undefined ? decimalSingle(nameOf(node), a) : decimalPair(nameOf(node), a, b);
}

function decimalPair(operation: string, a: BigNumber, b: BigNumber): BigNumber | undefined {
  if (operation === 'add') return a.plus(b);
  if (operation === 'subtract') return a.minus(b);
  if (operation === 'multiply') return a.times(b);
  if (operation === 'divide') return a.dividedBy(b);
  return b.abs().greaterThan(mostPower) ? undefined : a.pow(b);
}

function decimalSingle(operation: string, a: BigNumber): BigNumber | undefined {
  if (operation === 'unaryMinus') return a.negated();
  if (operation === 'unaryPlus') return a;
  if (operation === 'sqrt') return a.sqrt();
  if (operation === 'abs') return a.abs();
  if (operation === 'log' || operation === 'ln') return a.ln();
  if (a.abs().greaterThan(1e4)) return undefined; // the remainder of huge numbers takes long
  if (operation === 'factorial') {
    const value = exactSingle(operation, algebra().fraction(a.toFixed()));
    return value && algebra().bignumber(value.n.toString());
  }
  return operation === 'exp' ? a.exp() : operation === 'sin' ? a.sin() : operation === 'cos' ? a.cos() : a.tan();
}

function constantOf(name: string): BigNumber | undefined {
  if (name === 'pi') return algebra().bignumber(-1).acos();
  return name === 'e' ? algebra().bignumber(1).exp() : undefined;
}
