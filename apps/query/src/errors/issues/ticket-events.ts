import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { DomainEvent, Relational, Transaction } from '@svc/relational';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { EventReader, Jobs } from '@svc/work';
import { IssueChanges } from './issue-changes.js';
import { ISSUE_MIRRORS } from './issue-jobs.js';
import { IssuesRepository } from './issues.repository.js';
import { toLifecycle, transition, type Trigger } from './lifecycle/index.js';

/** Writes of users may come in between this often. */
const TRIES = 5;

/** Lets issues follow their tickets: a linked one makes a new issue ongoing, and one that was closed at its provider resolves its issue. */
@Injectable()
export class TicketEvents implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reader: EventReader;

  constructor(
    private readonly issues: IssuesRepository,
    private readonly changes: IssueChanges,
    jobs: Jobs,
    @Inject(RELATIONAL) relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#reader = new EventReader('issue-tickets', { relational, logger }, async (events, tx) => {
      for (const event of events) await this.#apply(event, tx);
      if (events.some(toTrigger)) return () => jobs.wake(ISSUE_MIRRORS);
    });
  }

  onApplicationBootstrap(): void {
    this.#reader.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reader.stop();
  }

  async #apply(event: DomainEvent, tx: Transaction): Promise<void> {
    const trigger = toTrigger(event);
    if (!trigger) return;
    for (let tries = 1; ; tries++) {
      const issue = await this.issues.find(event.projectId, event.subject, tx);
      const now = new Date(this.clock());
      if (!issue) return;
      const outcome = transition(toLifecycle(issue), trigger, now);
      if (outcome.kind !== 'changed' || (await this.changes.apply(tx, issue, outcome, now))) return;
      if (tries === TRIES) throw new Error('an issue changed too often to follow its ticket');
    }
  }
}

function toTrigger({ type, data }: DomainEvent): Trigger | undefined {
  if (type === 'ticket.linked') return { kind: 'link_ticket' };
  if (type !== 'ticket.closed') return undefined;
  return { kind: 'resolve', by: `ticket:${(data as { id: string }).id}`, in: 'now' };
}
