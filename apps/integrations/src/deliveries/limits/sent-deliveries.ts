import type { Transaction } from '@svc/relational';
import type { Rate } from './delivery-policies.js';

/** A receiver whose deliveries are limited together. */
export interface LimitedReceiver {
  /** The receiver as in the column of this name. */
  readonly key: string;
  /** Type of the contact method or of the channel. */
  readonly type: string;
  readonly isContact: boolean;
  readonly projectId: string;
}

/** Locks a receiver until the end of the transaction. @returns false if another process has locked it. */
export async function lockReceiver(tx: Transaction, key: string): Promise<boolean> {
  const [lock] = await tx.$queryRaw<[{ free: boolean }]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${toLock(key)}, 0)) AS free`;
  return lock.free;
}

/** Locks receivers until the end of the transaction, after other processes if necessary. */
export async function lockReceivers(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted())
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${toLock(key)}, 0))`;
}

/**
 * Locks the group of a receiver, after the receiver. The statement waits for the lock, so that nothing urgent is delayed; other holders
 * keep it for a few statements.
 */
export async function lockGroup(tx: Transaction, { isContact, type, projectId }: LimitedReceiver): Promise<void> {
  const group = isContact ? `type/${type}` : `project/${projectId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${toLock(group)}, 0))`;
}

const toLock = (name: string): string => `delivery-limits/${name}`;

/** Times at which the latest deliveries to a receiver were let go, the latest first. */
export async function findSentTo(
  tx: Transaction,
  receiver: string,
  withinMs: number,
  limit: number,
  now: Date,
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ at: Date }[]>`
    SELECT admitted_at AS at FROM deliveries
    WHERE receiver = ${receiver} AND admitted_at > ${new Date(now.getTime() - withinMs)}
    ORDER BY admitted_at DESC LIMIT ${limit}`;
  return toTimes(rows, now);
}

/** The same for all contact methods of the type, or all channels of the project. */
export async function findSentOfGroup(
  tx: Transaction,
  { isContact, type, projectId }: LimitedReceiver,
  { count, withinMs }: Rate,
  now: Date,
): Promise<number[]> {
  const since = new Date(now.getTime() - withinMs);
  const rows = isContact
    ? await tx.$queryRaw<{ at: Date }[]>`
        SELECT admitted_at AS at FROM deliveries
        WHERE channel_type = ${type} AND admitted_at > ${since} AND contact_method_id IS NOT NULL
        ORDER BY admitted_at DESC LIMIT ${count}`
    : await tx.$queryRaw<{ at: Date }[]>`
        SELECT admitted_at AS at FROM deliveries
        WHERE project_id = ${projectId}::uuid AND admitted_at > ${since} AND contact_method_id IS NULL
        ORDER BY admitted_at DESC LIMIT ${count}`;
  return toTimes(rows, now);
}

/** A time to come is that of a clock that was set back since. */
const toTimes = (rows: readonly { at: Date }[], now: Date): number[] =>
  rows.map(({ at }) => Math.min(at.getTime(), now.getTime()));
