export { FlagsModule } from './flags/flags.module.js';
export { FlagsRepository } from './flags/flags.repository.js';
export { ProductModule } from './product.module.js';
