import type { Relational } from '@svc/relational';
import type { IssuesRepository, ReleasesRepository } from '../../../errors/index.js';
import type { FlagsRepository } from '../../../product/index.js';
import type { MetricsRepository } from '../../../telemetry/index.js';

/** The families through which facts are read, apart from statements of their own. */
export interface FactFamilies {
  readonly flags: FlagsRepository;
  readonly issues: IssuesRepository;
  readonly metrics: MetricsRepository;
  readonly relational: Relational;
  readonly releases: ReleasesRepository;
}
