import { ServiceError } from '@svc/service-error';
import type { Relational, Transaction } from './relational.js';

/** Maximum number of rows of a kind that an owner can have. */
export interface Quota {
  /** E.g. alert-rules. */
  readonly kind: string;
  /** The project or the record that they belong to. */
  readonly ownerId: string;
  readonly most: number;
  readonly count: (tx: Transaction) => Promise<number>;
  readonly exceeded: () => Error;
}

/** A table whose rows belong to projects. */
interface ProjectTable {
  count(args: { readonly where: { readonly projectId: string } }): Promise<number>;
}

/**
 * Returns the quotas of projects for the rows of a table.
 * @param kind plural with hyphens; the error names it with spaces.
 */
export function projectQuota(
  kind: string,
  most: number,
  table: (tx: Transaction) => ProjectTable,
): (projectId: string) => Quota {
  return (projectId) => ({
    kind,
    ownerId: projectId,
    most,
    count: (tx) => table(tx).count({ where: { projectId } }),
    exceeded: () =>
      new ServiceError('quota_exceeded', { message: `A project can have ${most} ${kind.replaceAll('-', ' ')}.` }),
  });
}

/**
 * Inserts a row, or several, unless its owner would have more than it can have. Insertions of one kind and owner wait for each other,
 * because two that count at the same time would both find room for the last row.
 *
 * @throws the quota's error.
 */
export function insertWithin<Row>(
  relational: Relational,
  { kind, ownerId, most, count, exceeded }: Quota,
  insert: (tx: Transaction) => Promise<Row>,
  rows = 1,
): Promise<Row> {
  return relational.client.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`quota/${kind}/${ownerId}`}, 0))`;
    if ((await count(tx)) + rows > most) throw exceeded();
    return insert(tx);
  });
}
