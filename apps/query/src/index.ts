export { ModelProviderConfigModule } from './ai/index.js';
export { EgressModule } from './egress.module.js';
export { QueryModule, type QueryStores } from './query.module.js';
export { SymbolLimitsModule } from './symbols/index.js';
