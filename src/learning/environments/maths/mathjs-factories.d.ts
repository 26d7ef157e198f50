// Factories that mathjs exports and documents (its "dependency injection"), and its types do not name.
import 'mathjs';

declare module 'mathjs' {
  export const createBigNumberClass: FactoryFunction<unknown>;
  export const createBignumber: FactoryFunction<unknown>;
  export const createConstantNode: FactoryFunction<unknown>;
  export const createFraction: FactoryFunction<unknown>;
  export const createFractionClass: FactoryFunction<unknown>;
  export const createFunctionNode: FactoryFunction<unknown>;
  export const createIsBounded: FactoryFunction<unknown>;
  export const createNode: FactoryFunction<unknown>;
  export const createNumber: FactoryFunction<unknown>;
  export const createNumeric: FactoryFunction<unknown>;
  export const createOperatorNode: FactoryFunction<unknown>;
  export const createParenthesisNode: FactoryFunction<unknown>;
  export const createParse: FactoryFunction<unknown>;
  export const createSymbolNode: FactoryFunction<unknown>;
  export const createTyped: FactoryFunction<unknown>;
}
