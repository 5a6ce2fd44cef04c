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

/** Why no contact method of a user can be paged. */
export type Unreachable = 'no_contact_method' | 'contact_not_verified' | 'no_channel';

/** Whether pages may go to a contact method: an e-mail address must be verified, the others cannot be. */
export const isUsableContact = ({ type, verifiedAt }: Pick<Contact, 'type' | 'verifiedAt'>): boolean =>
  type !== 'email' || verifiedAt !== null;

/**
 * Why a user cannot be paged; undefined for a user who can. E-mails need no channel.
 *
 * @param contacts all contact methods of the user.
 * @param channelTypes types of the enabled channels of the project.
 */
export function whyUnreachable(
  contacts: readonly Pick<Contact, 'type' | 'verifiedAt'>[],
  channelTypes: ReadonlySet<string>,
): Unreachable | undefined {
  const usable = contacts.filter(isUsableContact);
  if (usable.some(({ type }) => type === 'email' || channelTypes.has(type))) return undefined;
  if (usable.length > 0) return 'no_channel';
  return contacts.length > 0 ? 'contact_not_verified' : 'no_contact_method';
}

const UNREACHABLE: Readonly<Record<Unreachable, (name: string) => string>> = {
  no_contact_method: (name) => `${name || 'A member'} has no contact method.`,
  contact_not_verified: (name) => `The e-mail address of ${name || 'a member'} is not verified.`,
  no_channel: (name) => `The project has no enabled channel for the contact methods of ${name || 'a member'}.`,
};

/** The reason why a user cannot be paged as a sentence. @param name display name of the user; may be empty. */
export const describeUnreachable = (reason: Unreachable, name: string): string => UNREACHABLE[reason](name);
