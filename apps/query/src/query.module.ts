import { Module, type DynamicModule } from '@nestjs/common';
import { StoresModule, type Stores } from '@svc/service';
import { ErasureModule } from './erasure/erasure.module.js';
import { EventsModule } from './events/events.module.js';
import { CohortsModule } from './cohorts/cohorts.module.js';
import { FlagsModule } from './flags/flags.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { LogsModule } from './logs/logs.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { IdentityModule } from './persons/identity/identity.module.js';
import { PersonsModule } from './persons/persons.module.js';
import { SavedSearchesModule } from './saved-searches/saved-searches.module.js';
import { SearchModule } from './search/search.module.js';
import { SegmentsModule } from './segments/segments.module.js';
import { ServicesModule } from './services/services.module.js';
import { TracesModule } from './traces/traces.module.js';
import { UsageModule } from './usage/usage.module.js';

/** What the query service reads and writes, and how it announces changes. */
export type QueryStores = Required<
  Pick<Stores, 'cacheStore' | 'columnStore' | 'cursorSecret' | 'eventLog' | 'logger' | 'relational'>
> &
  Pick<Stores, 'clock'>;

/** Every domain of the query service; the stores come from the process. */
@Module({
  imports: [
    CohortsModule,
    ErasureModule,
    EventsModule,
    FlagsModule,
    IdentityModule,
    PersonsModule,
    GroupsModule,
    SegmentsModule,
    LogsModule,
    TracesModule,
    MetricsModule,
    ServicesModule,
    SearchModule,
    SavedSearchesModule,
    UsageModule,
  ],
})
export class QueryModule {
  /** The service as the root of a process of its own. */
  static with(stores: QueryStores): DynamicModule {
    return { module: QueryModule, imports: [StoresModule.with(stores)] };
  }
}
