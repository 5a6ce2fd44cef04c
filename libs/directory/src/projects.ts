import { isId, type Project, type Transaction } from '@svc/relational';

/** @returns null for a project that is unknown or deleted. */
export async function findProject(tx: Transaction, id: string): Promise<Project | null> {
  return isId(id) ? tx.project.findUnique({ where: { id } }) : null;
}

/** Projects by ID, without those that are unknown or deleted. */
export async function findProjects(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Project>> {
  const rows = await tx.project.findMany({ where: { id: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Projects by number, without those that are unknown or deleted. */
export async function findProjectsByNumber(
  tx: Transaction,
  numbers: readonly number[],
): Promise<Map<number, Pick<Project, 'id' | 'number' | 'retentionDays' | 'eventsRetentionDays'>>> {
  const rows = await tx.project.findMany({
    where: { number: { in: [...numbers] } },
    select: { id: true, number: true, retentionDays: true, eventsRetentionDays: true },
  });
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * Keeps a project from being deleted before the end of the transaction, so that its deletion finds what the transaction adds.
 *
 * @returns whether it exists.
 */
export async function holdProject(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 FROM projects WHERE id = ${id}::uuid FOR SHARE`;
  return rows.length > 0;
}
