import { isId, type Channel, type Transaction } from '@svc/relational';

/** Notification channels of a project by ID, without those that are unknown or deleted. Other texts than IDs find nothing. */
export async function findChannels(
  tx: Transaction,
  projectId: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, Pick<Channel, 'id' | 'name' | 'isEnabled'>>> {
  const known = [...new Set(ids)].filter(isId);
  const rows = await tx.channel.findMany({
    where: { projectId, id: { in: known } },
    select: { id: true, name: true, isEnabled: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The types of the enabled channels of a project. */
export async function findChannelTypes(tx: Transaction, projectId: string): Promise<ReadonlySet<string>> {
  const where = { projectId, isEnabled: true };
  const rows = await tx.channel.findMany({ where, select: { type: true }, distinct: ['type'] });
  return new Set(rows.map(({ type }) => type));
}

/** The types of the enabled channels of all projects of an organization. */
export async function findOrganizationChannelTypes(
  tx: Transaction,
  organizationId: string,
): Promise<ReadonlySet<string>> {
  if (!isId(organizationId)) return new Set();
  const rows = await tx.$queryRaw<{ type: string }[]>`
    SELECT DISTINCT c.type FROM channels c JOIN projects p ON p.id = c.project_id
    WHERE p.organization_id = ${organizationId}::uuid AND c.is_enabled`;
  return new Set(rows.map(({ type }) => type));
}

/** Whether an enabled channel subscribes to a type of events, by its name or by that of its family. */
export async function hasSubscriber(tx: Transaction, projectId: string, type: string): Promise<boolean> {
  const events = { hasSome: [type, `${type.split('.', 1)[0]}.*`] };
  return (await tx.channel.count({ where: { projectId, isEnabled: true, events }, take: 1 })) > 0;
}
