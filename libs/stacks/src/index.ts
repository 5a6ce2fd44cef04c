export { analyzeError, type AnalyzedError } from './analyze-error.js';
export { findCulprit } from './culprit.js';
export type { ErrorInput } from './error-input.js';
export {
  CURRENT_VERSION,
  GROUPING_VERSIONS,
  groupStack,
  type Grouping,
  type GroupingComponent,
  type GroupingInput,
  type GroupingMethod,
} from './grouping/grouping.js';
export { parameterize } from './grouping/parameterize.js';
export { parseStack, simpleType } from './parse/parse-stack.js';
export { frameNeedsSymbols, needsSymbols } from './platform/needs-symbols.js';
export { isInApp } from './platform/in-app.js';
export type { Exception, Frame, Platform, Relation, SourceContext, Stack } from './stack.js';
