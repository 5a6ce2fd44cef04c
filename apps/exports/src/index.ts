export { ExportsModule, type ExportsStores } from './exports.module.js';
export { type ExportsOptions } from './exports.options.js';
