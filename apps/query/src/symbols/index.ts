export { SymbolLimitsModule } from './symbol-limits.module.js';
export { SymbolsModule } from './symbols.module.js';
export { SYMBOL_SETTINGS, type SymbolConfig } from './symbols.settings.js';
