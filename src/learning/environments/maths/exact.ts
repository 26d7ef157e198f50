/// <reference path="./mathjs-factories.d.ts" />
// Exact numbers and parsed formulas, from mathjs: only its parser and its two exact number kinds are taken, none of its
// evaluation. The parser is put together here from the factories it needs: all that mathjs would bring along makes the
// page and each worker 155 kB larger.
import {
  type BigNumber,
  create,
  createBigNumberClass,
  createBignumber,
  createConstantNode,
  createFraction,
  createFractionClass,
  createFunctionNode,
  createIsBounded,
  createNode,
  createNumber,
  createNumeric,
  createOperatorNode,
  createParenthesisNode,
  createParse,
  createSymbolNode,
  createTyped,
  type Fraction,
  factory,
} from 'mathjs';

export type { BigNumber, Fraction };

const numbers = {
  createTyped,
  createNumber,
  createBigNumberClass,
  createBignumber,
  createFractionClass,
  createFraction,
  createNumeric,
};
const read = { createConstantNode, createSymbolNode, createOperatorNode, createParenthesisNode, createFunctionNode };
/** What the parser also makes of some texts, and no formula of ours holds. */
const foreign = [
  'AccessorNode',
  'ArrayNode',
  'AssignmentNode',
  'BlockNode',
  'ConditionalNode',
  'FunctionAssignmentNode',
  'IndexNode',
  'ObjectNode',
  'RangeNode',
  'RelationalNode',
];
const foreignNodes = foreign.map((name) => [name, factory(name as 'parse', [], () => class {} as never)] as const);

/** Numbers that are no fractions have 64 digits. */
export const algebra = create(
  { ...numbers, createIsBounded, createNode, ...read, ...Object.fromEntries(foreignNodes), createParse },
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
