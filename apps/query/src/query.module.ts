import { Module, type DynamicModule } from '@nestjs/common';
import { StoresModule, type Stores } from '@svc/service';
import { CustomersModule, IdentityModule } from './customers/index.js';
import { ErasureModule } from './erasure/index.js';
import { ProductModule } from './product/index.js';
import { SavedWorkModule } from './saved-work/index.js';
import { TelemetryModule } from './telemetry/index.js';
import { UsageModule } from './usage/index.js';

/** The stores that the query service reads and writes, and the channel on which it announces changes. */
export type QueryStores = Required<
  Pick<Stores, 'cacheStore' | 'columnStore' | 'cursorSecret' | 'eventLog' | 'logger' | 'relational'>
> &
  Pick<Stores, 'clock' | 'logKeys' | 'metrics'>;

/** All domains of the query service; the process provides the stores. */
@Module({
  imports: [
    CustomersModule,
    ErasureModule,
    IdentityModule,
    ProductModule,
    SavedWorkModule,
    TelemetryModule,
    UsageModule,
  ],
})
export class QueryModule {
  /** The service as the root module of a separate process. */
  static with(stores: QueryStores): DynamicModule {
    return { module: QueryModule, imports: [StoresModule.with(stores)] };
  }
}
