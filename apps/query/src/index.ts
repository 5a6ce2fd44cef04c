export { QueryModule, type QueryStores } from './query.module.js';
export { startQuery, type QueryOptions } from './start.js';
