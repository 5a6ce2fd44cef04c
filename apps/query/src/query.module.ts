import { Module, type DynamicModule } from '@nestjs/common';
import { StoresModule, type Stores } from '@svc/service';
import { CustomersModule, IdentityModule } from './customers/index.js';
import { ErasureModule } from './erasure/index.js';
import { ProductModule } from './product/index.js';
import { SavedWorkModule } from './saved-work/index.js';
import { TelemetryModule } from './telemetry/index.js';
import { UsageModule } from './usage/index.js';

/** What the query service reads and writes, and how it announces changes. */
export type QueryStores = Required<
  Pick<Stores, 'cacheStore' | 'columnStore' | 'cursorSecret' | 'eventLog' | 'logger' | 'relational'>
> &
  Pick<Stores, 'clock' | 'metrics'>;

/** Every domain of the query service; the stores come from the process. */
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
  /** The service as the root of a process of its own. */
  static with(stores: QueryStores): DynamicModule {
    return { module: QueryModule, imports: [StoresModule.with(stores)] };
  }
}
