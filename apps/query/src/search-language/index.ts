export { compileSearch } from './compile.js';
export { fields, type NumberRange, type SearchableTable, type SearchField, type TextPredicate } from './fields.js';
