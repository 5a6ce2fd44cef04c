export { emptyToUndefined, zeroIdToUndefined, nonEmpty, serviceFilter } from './absent-values.js';
export { Budget, REQUEST_BUDGET_MS, STATEMENT_LIMITS } from './budget.js';
export {
  choice,
  count,
  finite,
  finiteNumbers,
  hexDigits,
  nanoseconds,
  tableColumns,
  typed,
  type Columns,
  type Expression,
  type RowOf,
  type RowsOf,
} from './columns.js';
export { deletedRows, runDeletion, type Deletion } from './delete.js';
export { directionSql, isAfter, type Direction, type Position } from './keyset.js';
export { cutPage, isTooExpensive, readTimeOrdered, type FoundPage, type TimeOrderedList } from './page.js';
export type { SliceWidths } from './slices.js';
export { Scope, type ProjectIdentity } from './scope.js';
export { select, selectFrom, unionAll, type Selection } from './select.js';
export * from '@svc/tables/sql';
export { byTimestamp } from './tables.js';
export { resolveWindow, type RequestedWindow } from './window.js';
