export { LookupModule } from './lookup.module.js';
