export { Erasables, ErasablesModule, type Erasable } from './erasables.js';
export { ErasureModule, LogErasureModule } from './erasure.module.js';
export { LogEraser } from './log-eraser.js';
export { waitUntilStored } from './wait-until-stored.js';
