/// <reference path="./mathjs-factories.d.ts" />
// Exact numbers and parsed formulas, from mathjs: only its parser and its two exact number kinds are taken, none of its
// evaluation. The parser is put together here from the factories it needs: all that mathjs would bring along is 155 kB
// more. exact.ts is given it, and the page fetches it after the first look (../whole.ts).
import {
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
  factory,
} from 'mathjs';

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

export type Algebra = typeof algebra;
