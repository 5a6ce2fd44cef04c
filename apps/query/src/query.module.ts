import { Module, type DynamicModule } from '@nestjs/common';
import { StoresModule, type Stores } from '@svc/runtime';
import { AiModule, ModelProviderConfigModule, type ModelProviderValues } from './ai/index.js';
import { CustomersModule, IdentityModule } from './customers/index.js';
import { EgressModule, type EgressValues } from './egress.module.js';
import { ErasureModule } from './erasure/index.js';
import { ErrorsModule } from './errors/index.js';
import { InvestigationsModule } from './investigations/index.js';
import { LookupModule } from './lookup/index.js';
import { MeasurementsModule } from './measurements/index.js';
import { ProductModule } from './product/index.js';
import { PrometheusModule } from './prometheus/index.js';
import { ReplayModule } from './replay/index.js';
import { SavedWorkModule } from './saved-work/index.js';
import { SymbolLimitsModule, SymbolsModule, type SymbolConfig } from './symbols/index.js';
import { TelemetryModule } from './telemetry/index.js';
import { UsageModule } from './usage/index.js';

/** The stores that the query service reads and writes, and the channel on which it announces changes. */
export type QueryStores = Required<
  Pick<
    Stores,
    'cacheStore' | 'columnStore' | 'cursorSecret' | 'eventLog' | 'keyRing' | 'logger' | 'objects' | 'relational'
  >
> &
  Pick<Stores, 'clock' | 'logKeys' | 'metrics'>;

/** All domains of the query service; the process provides the stores. */
@Module({
  imports: [
    AiModule,
    CustomersModule,
    ErasureModule,
    ErrorsModule,
    IdentityModule,
    InvestigationsModule,
    LookupModule,
    MeasurementsModule,
    ProductModule,
    PrometheusModule,
    ReplayModule,
    SavedWorkModule,
    SymbolsModule,
    TelemetryModule,
    UsageModule,
  ],
})
export class QueryModule {
  /**
   * The service as the root module of a separate process.
   *
   * @param config the defaults of the settings if absent.
   */
  static with(stores: QueryStores, config?: SymbolConfig & ModelProviderValues & EgressValues): DynamicModule {
    const settings = config ? [SymbolLimitsModule.with(config), ModelProviderConfigModule.with(config)] : [];
    const egress = EgressModule.with(config ?? { SVC_EGRESS_ALLOW: [] });
    return { module: QueryModule, imports: [StoresModule.with(stores), egress, ...settings] };
  }
}
