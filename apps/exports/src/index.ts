export { startExports, type ExportsOptions } from './start.js';
export { ExportsModule } from './exports.module.js';
