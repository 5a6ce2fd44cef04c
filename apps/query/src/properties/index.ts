export { jsonOf, propertyCondition, textOf } from './compile.js';
export { readFilter, readFilters, readTest, type PropertyFilter } from './filter.js';
export {
  isOperator,
  numberOf,
  OPERATORS,
  type Operator,
  type PropertyQuestion,
  type PropertyTest,
  type Scalar,
} from './operators.js';
