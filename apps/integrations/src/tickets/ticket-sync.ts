import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Ticket } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { enqueue, Jobs, type JobContext, type JobHandler } from '@svc/work';
import { ConnectionsRepository, getDefaultRepository, permitsRepository, PROVIDER_SYNC } from '../connections/index.js';
import { ProviderAccess, type Access } from './provider-access.js';
import { ProviderError, type ExternalTicket } from './providers/index.js';
import { MAX_AGE_MS, pauseMs, UNAUTHORIZED_PAUSE_MS } from './retry.js';
import { READ_INTERVAL_MS } from './status-sync.js';
import { TICKET_SYNC } from './ticket-sync.queue.js';
import { TicketsRepository } from './tickets.repository.js';

type Context = JobContext<Record<string, never>>;

/** Creates and closes tickets at their providers. A ticket that may exist after an interruption is looked for before it is created. */
@Injectable()
export class TicketSync implements JobHandler<Record<string, never>> {
  constructor(
    jobs: Jobs,
    private readonly tickets: TicketsRepository,
    private readonly connections: ConnectionsRepository,
    private readonly access: ProviderAccess,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(TICKET_SYNC, this);
  }

  async handle(context: Context): Promise<Date | void> {
    const ticket = await this.tickets.findById(context.job.key);
    if (!ticket || (ticket.syncState !== 'pending' && ticket.syncState !== 'retrying')) return;
    try {
      const connection = await this.#connect(ticket);
      const external = await this.access.use(connection, context.signal, (access) =>
        this.#synchronize(ticket, connection, access, context),
      );
      await this.#succeed(ticket, connection, external, context);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return this.#fail(ticket, error, context);
    }
  }

  async #connect(ticket: Ticket): Promise<Connection> {
    const { projectId, provider, connectionId } = ticket;
    const connection =
      connectionId === null
        ? choose(ticket, await this.connections.listActive(projectId, provider))
        : await this.connections.find(projectId, connectionId);
    if (connection?.state !== 'active') throw new ProviderError('provider_unauthorized', UNAUTHORIZED_PAUSE_MS);
    return connection;
  }

  async #synchronize(
    ticket: Ticket,
    connection: Connection,
    { provider, client }: Access,
    context: Context,
  ): Promise<ExternalTicket> {
    const external =
      ticket.externalId === ''
        ? await this.#createOnce(ticket, connection, { provider, client }, context)
        : known(ticket);
    if (!ticket.closeRequested || external.isClosed) return external;
    const repo = repositoryFor(ticket, connection);
    return provider.close(client, connection, { externalId: external.externalId, repo });
  }

  async #createOnce(
    ticket: Ticket,
    connection: Connection,
    { provider, client }: Access,
    { fence }: Context,
  ): Promise<ExternalTicket> {
    const repo = repositoryFor(ticket, connection);
    const now = new Date(this.clock());
    const { attemptedAt } = ticket;
    const created = { ...ticket, repo, summary: await this.#summarize(ticket), attemptedAt: attemptedAt ?? now };
    if (attemptedAt !== null) {
      const found = await provider.find(client, connection, created);
      if (found) return found;
      const unsureMs = attemptedAt.getTime() + provider.findableAfterMs - now.getTime();
      if (unsureMs > 0) throw new ProviderError('provider_unavailable', unsureMs);
    }
    // The time of the last attempt: until a moment after it, a search may not show what the attempt created.
    await this.tickets.change(ticket, { attemptedAt: now, repo }, now, fence);
    return provider.create(client, connection, created);
  }

  async #summarize({ projectId, issueId }: Ticket): Promise<string> {
    const issue = await this.tickets.findIssue(projectId, issueId);
    return [issue?.title, issue?.culprit].filter((line) => line).join('\n') || issueId;
  }

  async #succeed(ticket: Ticket, connection: Connection, external: ExternalTicket, { fence }: Context): Promise<void> {
    const now = new Date(this.clock());
    const changes = {
      externalId: external.externalId,
      externalUrl: external.externalUrl,
      externalStatus: external.status,
      isClosed: external.isClosed,
      syncState: 'synced',
      lastSyncedAt: now,
      nextRetryAt: null,
      errorCode: null,
      isRetryable: false,
      failures: 0,
    };
    await this.tickets.change(ticket, changes, now, async (tx) => {
      await fence(tx);
      const runAt = new Date(now.getTime() + READ_INTERVAL_MS);
      await enqueue(tx, PROVIDER_SYNC, { key: connection.id, payload: {}, projectId: ticket.projectId, runAt, now });
    });
  }

  /** @returns when to try again; undefined when the ticket has failed. */
  async #fail(ticket: Ticket, error: ProviderError, { fence }: Context): Promise<Date | undefined> {
    const now = this.clock();
    const failures = ticket.failures + 1;
    const next = new Date(now + pauseMs(failures, error.retryAfterMs, Math.random()));
    const isOver = !error.isRetryable || next.getTime() - ticket.createdAt.getTime() > MAX_AGE_MS;
    const changes = {
      syncState: isOver ? 'failed' : 'retrying',
      nextRetryAt: isOver ? null : next,
      failures,
      errorCode: error.code,
      isRetryable: error.isRetryable,
    };
    await this.tickets.change(ticket, changes, new Date(now), fence);
    return isOver ? undefined : next;
  }
}

/** The oldest connection that permits the repository of the ticket, or else the oldest one. */
function choose(ticket: Ticket, connections: readonly Connection[]): Connection | undefined {
  return connections.find((connection) => findRepository(ticket, connection) !== undefined) ?? connections[0];
}

/** @throws ProviderError if the connection does not permit the repository, for example no longer. */
function repositoryFor(ticket: Ticket, connection: Connection): string {
  const repository = findRepository(ticket, connection);
  if (repository === undefined) throw new ProviderError('provider_rejected');
  return repository;
}

/** Undefined if the connection permits no repository for the ticket; empty at a provider without repositories. */
function findRepository({ provider, repo, anyRepo }: Ticket, { target }: Connection): string | undefined {
  if (provider !== 'github') return repo;
  const repository = repo === '' ? getDefaultRepository(target) : repo;
  return repository !== '' && permitsRepository(target, repository, anyRepo) ? repository : undefined;
}

function known({ externalId, externalUrl, externalStatus, isClosed }: Ticket): ExternalTicket {
  return { externalId, externalUrl, status: externalStatus, isClosed };
}
