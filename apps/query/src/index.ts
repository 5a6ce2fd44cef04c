export { QueryModule, type QueryStores } from './query.module.js';
