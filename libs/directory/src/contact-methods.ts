import type { ContactMethod, Transaction } from '@svc/relational';

export type Contact = Pick<ContactMethod, 'id' | 'principalId' | 'type' | 'value' | 'verifiedAt'>;

/** The contact methods of users in an organization, the earliest first. */
export function findContactMethods(
  tx: Transaction,
  organizationId: string,
  userIds: readonly string[],
): Promise<Contact[]> {
  return tx.contactMethod.findMany({
    where: { organizationId, principalId: { in: [...userIds] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** The values of contact methods that still exist and whose owners still are members, by ID. */
export async function findContactValues(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.$queryRaw<{ id: string; value: string }[]>`
    SELECT m.id, m.value
    FROM contact_methods m
    JOIN memberships s ON s.organization_id = m.organization_id AND s.user_id = m.principal_id
    WHERE m.id = ANY(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, value }) => [id, value]));
}
