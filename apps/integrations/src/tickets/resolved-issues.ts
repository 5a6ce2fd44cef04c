import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { EventReader, Jobs } from '@svc/work';
import { TICKET_SYNC } from './ticket-sync.queue.js';
import { TicketsRepository } from './tickets.repository.js';

/**
 * Closes the tickets of resolved issues where the connection says so. It cannot go around in circles: a ticket that is closed already, as
 * the one whose closing resolved the issue, is left alone, and nothing opens a ticket or an issue again.
 */
@Injectable()
export class ResolvedIssues implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    tickets: TicketsRepository,
    jobs: Jobs,
    @Inject(RELATIONAL) relational: Relational,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#reader = new EventReader('tickets', { relational, logger }, async (events, tx) => {
      const resolved = events.filter(({ type }) => type === 'issue.resolved').map(({ subject }) => subject);
      if (resolved.length > 0 && (await tickets.requestClosing(resolved, new Date(clock()), tx)) > 0)
        return () => jobs.wake(TICKET_SYNC);
    });
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }
}
