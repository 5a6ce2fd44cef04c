import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { EventLog } from '@svc/event-log';
import { createIdempotency } from '@svc/idempotency';
import type { Logger } from '@svc/observability';
import { createCursors } from '@svc/pagination';
import type { Relational } from '@svc/relational';
import {
  CLOCK,
  COLUMN_STORE,
  CURSORS,
  EVENT_LOG,
  IDEMPOTENCY,
  LOGGER,
  PUB_SUB,
  RELATIONAL,
  type Clock,
} from './dependencies.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { EventsModule } from './events/events.module.js';
import { CohortsModule } from './cohorts/cohorts.module.js';
import { FlagsModule } from './flags/flags.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { LogsModule } from './logs/logs.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PersonsModule } from './persons/persons.module.js';
import { SavedSearchesModule } from './saved-searches/saved-searches.module.js';
import { SearchModule } from './search/search.module.js';
import { SegmentsModule } from './segments/segments.module.js';
import { ServicesModule } from './services/services.module.js';
import { TracesModule } from './traces/traces.module.js';
import { UsageModule } from './usage/usage.module.js';

export interface QueryStores {
  readonly columnStore: ColumnStore;
  readonly eventLog: EventLog;
  readonly relational: Relational;
  readonly pubSub: PubSub;
  /** Signs the cursors; the same in all processes of the service. */
  readonly cursorSecret: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Every domain of the query service, over the stores it is given. */
@Global()
@Module({
  imports: [
    CohortsModule,
    ErasureModule,
    EventsModule,
    FlagsModule,
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
  static over({ columnStore, eventLog, relational, pubSub, cursorSecret, clock, logger }: QueryStores): DynamicModule {
    const providers = [
      { provide: COLUMN_STORE, useValue: columnStore },
      { provide: EVENT_LOG, useValue: eventLog },
      { provide: RELATIONAL, useValue: relational },
      { provide: PUB_SUB, useValue: pubSub },
      { provide: IDEMPOTENCY, useValue: createIdempotency(relational) },
      { provide: CURSORS, useValue: createCursors(cursorSecret) },
      { provide: CLOCK, useValue: clock },
      { provide: LOGGER, useValue: logger },
    ];
    return { module: QueryModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
