export { given, givenId, present } from './absent.js';
export { Budget, REQUEST_BUDGET_MS, STATEMENT_LIMITS } from './budget.js';
export { deleteFrom, runDeletion, type Deletion } from './delete.js';
export { behind, directionOf, type Direction, type Position } from './keyset.js';
export { cut, readTimeOrdered, type FoundPage } from './page.js';
export { Scope, type ProjectIdentity } from './scope.js';
export { select, type Selection } from './select.js';
export * from './sql.js';
export { isEmpty, resolveWindow, type RequestedWindow, type TimeRange } from './window.js';
