import { isId, type Transaction } from '@svc/relational';

/** Display names by user ID. Users who are not members of the organization are absent. */
export async function findMemberNames(
  tx: Transaction,
  organizationId: string,
  userIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(userIds)].filter(isId);
  if (ids.length === 0 || !isId(organizationId)) return new Map();
  const rows = await tx.membership.findMany({
    where: { organizationId, userId: { in: ids } },
    select: { userId: true, user: { select: { name: true } } },
  });
  return new Map(rows.map(({ userId, user }) => [userId, user.name]));
}

/**
 * A subquery for a statement that reads members beside other rows.
 *
 * @param organizationId an SQL expression of type uuid.
 * @param userIds an SQL expression of type uuid[].
 * @returns SQL of one row with a column `members`: the display names as a JSON object by user ID. Users who are not members are absent.
 */
export function selectMemberNames(organizationId: string, userIds: string): string {
  return `
    SELECT coalesce(json_object_agg(m.user_id, u.name), '{}') AS members
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.user_id = ANY(${userIds})`;
}

/** Those of the users who are members of the organization. */
export async function findMemberIds(
  tx: Transaction,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.membership.findMany({
    where: { organizationId, userId: { in: [...userIds] } },
    select: { userId: true },
  });
  return new Set(rows.map(({ userId }) => userId));
}

/** @returns undefined for a user who is not a member of the organization. */
export async function findMemberRole(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<string | undefined> {
  if (!isId(userId) || !isId(organizationId)) return undefined;
  const where = { organizationId_userId: { organizationId, userId } };
  return (await tx.membership.findUnique({ where, select: { role: true } }))?.role;
}

/** A member, with what other systems know the member by. */
export interface FoundMember {
  readonly userId: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
}

/** Members of the organization by the texts that are their e-mail addresses in any case, exact names or IDs. */
export async function findMembersBy(
  tx: Transaction,
  organizationId: string,
  texts: readonly string[],
): Promise<FoundMember[]> {
  if (texts.length === 0 || !isId(organizationId)) return [];
  const names = [...new Set(texts)];
  const emails = [...new Set(texts.map((text) => text.toLowerCase()))];
  const rows = await tx.membership.findMany({
    where: {
      organizationId,
      OR: [
        { user: { OR: [{ email: { in: emails } }, { name: { in: names } }] } },
        { userId: { in: names.filter(isId) } },
      ],
    },
    select: { userId: true, user: { select: { name: true, email: true } } },
  });
  return rows.map(({ userId, user: { name, email } }) => ({ userId, name, email }));
}
