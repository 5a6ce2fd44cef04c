export { compileSearch } from './compile.js';
export { explainSearch, type ExplainedCondition, type ExplainedSearch } from './explain.js';
export { requiresValue } from './requires-value.js';
export { quoteText, toSearch, type OriginFilters } from './selection-filter.js';
export { searchedWords } from './searched-words.js';
export { fieldValue, MAX_VALUE_LENGTH, namedValue } from './field-value.js';
export { firstValue, hasAnyKey } from './map-values.js';
export {
  fields,
  type FieldDefinition,
  type NumberRange,
  type SearchableTable,
  type SearchField,
  type TextPredicate,
} from './fields.js';
export { searchPredicate, type RecordPredicate, type RecordReader } from './in-memory/predicate.js';
