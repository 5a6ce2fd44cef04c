import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Ticket } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { Jobs, recordEvent, type JobContext, type JobHandler } from '@svc/work';
import { ConnectionsRepository, PROVIDER_SYNC } from '../connections/index.js';
import { ProviderAccess, type Access } from './provider-access.js';
import { ProviderError, type ExternalTicket } from './providers/index.js';
import { pauseMs } from './retry.js';
import { TICKET_SYNC } from './ticket-sync.queue.js';
import { TicketsRepository } from './tickets.repository.js';

/** Interval at which the tickets of a connection are read from its provider. */
export const READ_INTERVAL_MS = 60_000;
/** Tickets of a pass that are looked for by their mark; each costs the provider a search. */
const LOOKED_FOR_AT_ONCE = 10;

type Context = JobContext<Record<string, never>>;

/** Reads the states of tickets from their providers: a bounded number for each connection and interval, those read longest ago first. */
@Injectable()
export class StatusSync implements JobHandler<Record<string, never>> {
  constructor(
    private readonly jobs: Jobs,
    private readonly tickets: TicketsRepository,
    private readonly connections: ConnectionsRepository,
    private readonly access: ProviderAccess,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(PROVIDER_SYNC, this);
  }

  async handle(context: Context): Promise<Date | void> {
    const connection = await this.connections.findById(context.job.key);
    if (connection?.state !== 'active') return;
    const now = this.clock();
    if ((await this.tickets.wake(connection, new Date(now))) > 0) this.jobs.wake(TICKET_SYNC);
    const tickets = await this.tickets.listToRead(connection, new Date(now - READ_INTERVAL_MS / 2));
    // The next ticket starts the job again.
    if (tickets.length === 0 && !(await this.tickets.hasReadable(connection))) return;
    return new Date(this.clock() + (await this.#read(connection, tickets, context)));
  }

  /** @returns milliseconds until the next pass. */
  async #read(connection: Connection, tickets: readonly Ticket[], context: Context): Promise<number> {
    try {
      if (tickets.length === 0) return READ_INTERVAL_MS;
      await this.access.use(connection, context.signal, (access) => this.#sync(tickets, connection, access, context));
      return READ_INTERVAL_MS;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return Math.max(READ_INTERVAL_MS, pauseMs(1, error.retryAfterMs, Math.random()));
    }
  }

  /**
   * A ticket that moved at its provider has another external ID there, but kept the mark of its creation; it is
   * searched by this mark when it is first missing. Results are recorded before the next request to the provider,
   * because that request may fail.
   */
  async #sync(
    tickets: readonly Ticket[],
    connection: Connection,
    { provider, client }: Access,
    context: Context,
  ): Promise<void> {
    const found = await provider.read(client, connection, tickets);
    const isMissedFirst = ({ externalId, syncState }: Ticket): boolean =>
      !found.has(externalId) && syncState === 'synced';
    for (const ticket of tickets)
      if (!isMissedFirst(ticket)) await this.#record(connection, ticket, found.get(ticket.externalId), context);
    for (const ticket of tickets.filter(isMissedFirst).slice(0, LOOKED_FOR_AT_ONCE)) {
      const { attemptedAt, createdAt } = ticket;
      const marked = { ...ticket, summary: '', attemptedAt: attemptedAt ?? createdAt };
      await this.#record(connection, ticket, await provider.find(client, connection, marked), context);
    }
  }

  async #record(
    { resolveIssues }: Connection,
    ticket: Ticket,
    external: ExternalTicket | undefined,
    { fence }: Context,
  ): Promise<void> {
    const now = new Date(this.clock());
    const { status: externalStatus, ...known } = external ?? {};
    const changes = external
      ? { ...known, externalStatus, syncState: 'synced', errorCode: null, isRetryable: false }
      : { syncState: 'failed', errorCode: 'not_found', isRetryable: false };
    await this.tickets.change(ticket, { ...changes, lastSyncedAt: now, isReadDue: false }, now, async (tx) => {
      await fence(tx);
      if (!resolveIssues || !external?.isClosed || ticket.isClosed) return;
      const { projectId, issueId: subject, id, provider } = ticket;
      const data = { id, issue_id: subject, provider };
      await recordEvent(tx, { projectId, type: 'ticket.closed', subject, occurredAt: now, data });
    });
  }
}
