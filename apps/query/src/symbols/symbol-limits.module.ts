import { Module, type DynamicModule } from '@nestjs/common';
import { SYMBOL_CONFIG, type SymbolConfig } from './symbols.settings.js';

/** The limits of symbol files in a process; without it they are the defaults of the settings. */
@Module({})
export class SymbolLimitsModule {
  static with(config: SymbolConfig): DynamicModule {
    const provider = { provide: SYMBOL_CONFIG, useValue: config };
    return { module: SymbolLimitsModule, global: true, providers: [provider], exports: [provider] };
  }
}
