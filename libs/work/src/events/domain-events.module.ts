import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.js';
import { DomainEventCleanup } from './domain-event-cleanup.js';

/** Keeps the outbox small. Needs RELATIONAL, PUB_SUB, CLOCK and LOGGER of the process. */
@Module({ imports: [JobsModule], providers: [DomainEventCleanup] })
export class DomainEventsModule {}
