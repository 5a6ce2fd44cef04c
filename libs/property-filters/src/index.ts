export { readDate, readDateOrAge, readTime } from './dates.js';
export { memberJson, propertyCondition, valueText } from './condition.js';
export {
  PROPERTY_SOURCES,
  readFilter,
  readFilters,
  readSource,
  readTest,
  type PropertyFilter,
  type PropertySource,
} from './filters.js';
export { compileMatcher, type Matcher, type MatcherOptions } from './matcher.js';
export { OperandError, readOperand, type DateBound, type OperandRules } from './operand.js';
export {
  compilePattern,
  MAX_PATTERN_SIZE,
  MAX_PATTERN_SIZES,
  PatternBudget,
  searchableLength,
  type Pattern,
} from './pattern.js';
export { estimatePatternSize } from './pattern-size.js';
export { COMPLEMENTS, isNegative, OPERATORS, QUERY_OPERATORS, type Operator, type QueryOperator } from './operators.js';
export { readNumber } from './question.js';
export type { Json, MatcherQuestion, PropertyQuestion, PropertyTest, Scalar } from './question.js';
export { compareVersions, parseVersion, type Version } from './versions.js';
