export { ModelProviderConfigModule } from './ai/index.js';
export { QueryModule, type QueryStores } from './query.module.js';
export { SymbolLimitsModule } from './symbols/index.js';
