import type { DomainEvent, Transaction } from '@svc/relational';

const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the next events for a reader and moves its cursor, in the caller's transaction: what the caller writes in it happens exactly once
 * for each event. Events are in the order of the transactions that recorded them; those after a transaction that may still be running wait.
 *
 * A cursor ahead of all transactions comes from another server, whose database was restored into this one: reading starts from the
 * beginning, and readers recognize events that they have acted on by their IDs.
 *
 * @returns no events while another process reads for the same reader.
 */
export async function readEvents(tx: Transaction, reader: string, limit: number): Promise<readonly DomainEvent[]> {
  await tx.domainEventCursor.createMany({
    data: [{ reader, transaction: 0n, eventId: FIRST }],
    skipDuplicates: true,
  });
  const [cursor] = await tx.$queryRaw<{ transaction: bigint; eventId: string }[]>`
    SELECT CASE WHEN transaction_id < (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint THEN transaction_id ELSE 0 END
      AS transaction, event_id AS "eventId"
    FROM domain_event_cursors
    WHERE reader = ${reader} FOR UPDATE SKIP LOCKED`;
  if (!cursor) return [];
  const events = await tx.$queryRaw<DomainEvent[]>`
    SELECT id, project_id AS "projectId", type, subject, occurred_at AS "occurredAt", data, transaction_id AS transaction
    FROM domain_events
    WHERE (transaction_id, id) > (${cursor.transaction}, ${cursor.eventId}::uuid)
      AND transaction_id < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
    ORDER BY transaction_id, id LIMIT ${limit}`;
  const last = events.at(-1);
  if (last) {
    const data = { transaction: last.transaction, eventId: last.id };
    await tx.domainEventCursor.update({ where: { reader }, data });
  }
  return events;
}
