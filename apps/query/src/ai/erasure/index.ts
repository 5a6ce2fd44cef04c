export { RunErasureModule } from './run-erasure.module.js';
