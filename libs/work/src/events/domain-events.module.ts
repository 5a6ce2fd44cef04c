import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.js';
import { PeriodicJob } from '../jobs/periodic-job.js';
import { domainEventCleanup } from './domain-event-cleanup.js';

/** Keeps the outbox small. Needs RELATIONAL, PUB_SUB, CLOCK and LOGGER of the process. */
@Module({ imports: [JobsModule], providers: [PeriodicJob.of(domainEventCleanup)] })
export class DomainEventsModule {}
