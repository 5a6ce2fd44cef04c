import { Inject, Injectable } from '@nestjs/common';
import { findCanonicalIssue, findIssue } from '@svc/directory';
import {
  isId,
  Prisma,
  type Connection,
  type Issue,
  type Relational,
  type Ticket,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { enqueue } from '@svc/work';
import { PROVIDER_SYNC } from '../connections/index.js';
import { TICKET_SYNC } from './ticket-sync.queue.js';

/** Tickets that one pass reads from a provider. */
const READ_AT_ONCE = 50;
const WOKEN_AT_ONCE = 500;

@Injectable()
export class TicketsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The issue of the project; null for one that is unknown or was merged into another one. */
  findIssue(projectId: string, issueId: string, tx: Transaction = this.relational.client): Promise<Issue | null> {
    return findIssue(tx, projectId, issueId);
  }

  /** The issue, or the one that it was merged into. */
  findCanonicalIssue(projectId: string, issueId: string): Promise<Issue | null> {
    return findCanonicalIssue(this.relational.client, projectId, issueId);
  }

  /** Oldest first. */
  listByIssue(projectId: string, issueId: string): Promise<Ticket[]> {
    return this.relational.client.ticket.findMany({
      where: { projectId, issueId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  find(projectId: string, id: string): Promise<Ticket | null> {
    return isId(id) ? this.relational.client.ticket.findFirst({ where: { id, projectId } }) : Promise.resolve(null);
  }

  findById(id: string): Promise<Ticket | null> {
    return this.relational.client.ticket.findUnique({ where: { id } });
  }

  /** Stores the link, with the job that creates its ticket. */
  async insert(
    ticket: Prisma.TicketUncheckedCreateInput & { readonly createdAt: Date },
    tx: Transaction,
  ): Promise<Ticket> {
    const created = await tx.ticket.create({ data: ticket });
    await startSync(tx, created, ticket.createdAt);
    return created;
  }

  async unlink(projectId: string, id: string, now: Date): Promise<void> {
    await this.relational.client.ticket.updateMany({
      where: { id, projectId, syncState: { not: 'unlinked' } },
      data: {
        syncState: 'unlinked',
        nextRetryAt: null,
        errorCode: null,
        isRetryable: false,
        version: { increment: 1 },
        updatedAt: now,
      },
    });
  }

  /**
   * Changes what the provider decides, unless the ticket was unlinked.
   * @param check the fence of the job that changes it.
   */
  async change(
    { id }: Pick<Ticket, 'id'>,
    changes: Prisma.TicketUpdateManyMutationInput,
    now: Date,
    check: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.relational.client.$transaction(async (tx) => {
      await check(tx);
      await tx.ticket.updateMany({
        where: { id, syncState: { not: 'unlinked' } },
        data: { ...changes, version: { increment: 1 }, updatedAt: now },
      });
    });
  }

  /**
   * Tickets of a connection that are due to be read: first the ones that a webhook named, then the ones that were read
   * longest ago.
   */
  listToRead({ id, projectId, provider }: Connection, readBefore: Date): Promise<Ticket[]> {
    return this.relational.client.ticket.findMany({
      where: {
        projectId,
        provider,
        externalId: { not: '' },
        syncState: { in: ['synced', 'failed'] },
        AND: [
          { OR: [{ connectionId: null }, { connectionId: id }] },
          { OR: [{ isReadDue: true }, { lastSyncedAt: { lte: readBefore } }] },
        ],
      },
      orderBy: [{ isReadDue: 'desc' }, { lastSyncedAt: 'asc' }, { id: 'asc' }],
      take: READ_AT_ONCE,
    });
  }

  /**
   * Lets a ticket be read from its provider before all others.
   * @returns whether the connection has it.
   */
  readSoon(connection: Connection, externalId: string, now: Date): Promise<boolean> {
    const { id, projectId, provider } = connection;
    return this.relational.client.$transaction(async (tx) => {
      await enqueue(tx, PROVIDER_SYNC, { key: id, payload: {}, projectId, now });
      const { count } = await tx.ticket.updateMany({
        where: { projectId, provider, externalId, syncState: { in: ['synced', 'failed'] } },
        data: { isReadDue: true },
      });
      return count > 0;
    });
  }

  /** Whether the connection has tickets that are read from the provider. */
  async hasReadable({ id, projectId, provider }: Connection): Promise<boolean> {
    const where = {
      projectId,
      provider,
      externalId: { not: '' },
      syncState: { in: ['synced', 'failed'] },
      OR: [{ connectionId: null }, { connectionId: id }],
    };
    return (await this.relational.client.ticket.findFirst({ where, select: { id: true } })) !== null;
  }

  /**
   * Lets the open tickets of resolved issues be closed where their connections say so.
   * @returns how many.
   */
  async requestClosing(issueIds: readonly string[], now: Date, tx: Transaction): Promise<number> {
    const tickets = await tx.$queryRaw<Pick<Ticket, 'id' | 'projectId'>[]>`
      SELECT id, project_id AS "projectId" FROM tickets
      WHERE issue_id = ANY(${issueIds}::uuid[]) AND sync_state IN ('synced', 'pending', 'retrying') AND NOT is_closed
        AND (SELECT close_tickets FROM connections
             WHERE connections.project_id = tickets.project_id AND connections.provider = tickets.provider
               AND (tickets.connection_id IS NULL OR tickets.connection_id = connections.id)
             ORDER BY state <> 'active', connections.created_at, connections.id LIMIT 1)`;
    for (const ticket of tickets) await startSync(tx, ticket, now);
    await tx.$executeRaw`
      UPDATE tickets SET close_requested = true, version = version + 1, updated_at = ${now},
        sync_state = CASE sync_state WHEN 'synced' THEN 'pending' ELSE sync_state END
      WHERE id = ANY(${tickets.map(({ id }) => id)}::uuid[]) AND sync_state <> 'unlinked'`;
    return tickets.length;
  }

  /** Lets tickets that waited for a connection continue. */
  async wake({ id, projectId, provider }: Connection, now: Date): Promise<number> {
    const { client } = this.relational;
    const waiting = await client.ticket.findMany({
      where: {
        projectId,
        provider,
        syncState: 'retrying',
        errorCode: 'provider_unauthorized',
        nextRetryAt: { gt: now },
        OR: [{ connectionId: null }, { connectionId: id }],
      },
      take: WOKEN_AT_ONCE,
    });
    if (waiting.length > 0)
      await client.$transaction(async (tx) => {
        for (const ticket of waiting) await startSync(tx, ticket, now);
      });
    return waiting.length;
  }
}

/** Enqueue before writing the ticket in the same transaction. */
export function startSync(
  tx: Transaction,
  { id, projectId }: Pick<Ticket, 'id' | 'projectId'>,
  now: Date,
): Promise<void> {
  return enqueue(tx, TICKET_SYNC, { key: id, payload: {}, projectId, now });
}
