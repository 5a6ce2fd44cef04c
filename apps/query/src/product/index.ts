export { FlagsModule } from './flags/flags.module.js';
export { FlagsRepository } from './flags/flags.repository.js';
export { OwnEvents, type OwnEvent } from './own-events.js';
export { ProductModule } from './product.module.js';
