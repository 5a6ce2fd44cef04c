import { Module } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { EvidenceEngine } from '@svc/investigations';
import type { Relational } from '@svc/relational';
import { COLUMN_STORE, EventLoopYielder, RELATIONAL } from '@svc/runtime';
import { IssuesModule, IssuesRepository, ReleasesModule, ReleasesRepository } from '../../errors/index.js';
import { FlagsModule, FlagsRepository } from '../../product/index.js';
import { MetricsModule, MetricsRepository } from '../../telemetry/index.js';
import { INVESTIGATION_ENGINE } from '../engine.js';
import { StoreFacts } from './store-facts.js';

/** Steps of the engine take up to a third of a millisecond. */
const STEPS_BETWEEN_READINGS = 1;

/** The engine of investigations, over the facts of the stores. Needs COLUMN_STORE and RELATIONAL of the process. */
@Module({
  imports: [FlagsModule, IssuesModule, MetricsModule, ReleasesModule],
  providers: [
    {
      provide: INVESTIGATION_ENGINE,
      inject: [COLUMN_STORE, RELATIONAL, FlagsRepository, IssuesRepository, MetricsRepository, ReleasesRepository],
      useFactory: (
        store: ColumnStore,
        relational: Relational,
        flags: FlagsRepository,
        issues: IssuesRepository,
        metrics: MetricsRepository,
        releases: ReleasesRepository,
      ) =>
        new EvidenceEngine(
          new StoreFacts({ store, relational, flags, issues, metrics, releases }),
          new EventLoopYielder(STEPS_BETWEEN_READINGS),
        ),
    },
  ],
  exports: [INVESTIGATION_ENGINE],
})
export class FactsModule {}
