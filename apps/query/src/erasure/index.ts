export { Erasables, ErasablesModule, type Erasable } from './erasables.js';
export { ErasureModule } from './erasure.module.js';
export { waitUntilStored } from './wait-until-stored.js';
