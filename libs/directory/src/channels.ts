import { isId, type Channel, type Transaction } from '@svc/relational';

/** Notification channels of a project by ID, without those that are unknown or deleted. Other texts than IDs find nothing. */
export async function findChannels(
  tx: Transaction,
  projectId: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Pick<Channel, 'id' | 'isEnabled'>>> {
  const known = [...new Set(ids)].filter(isId);
  const rows = await tx.channel.findMany({
    where: { projectId, id: { in: known } },
    select: { id: true, isEnabled: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}
