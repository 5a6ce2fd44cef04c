import { randomUUID } from 'node:crypto';
import type { ContactMethod, Project, Relational } from '@svc/relational';

type Client = Relational['client'];

/** A project in an organization of its own. */
export async function createProject(client: Client): Promise<Project> {
  const { id: organizationId } = await client.organization.create({ data: { name: 'Shop' } });
  return client.project.create({ data: { organizationId, name: 'Shop', slug: 'shop' } });
}

/** @returns the ID of a new member of the project's organization. */
export async function createMember(
  client: Client,
  { organizationId }: Project,
  contacts: readonly (Pick<ContactMethod, 'type' | 'value'> & { verifiedAt?: Date })[],
): Promise<string> {
  const { id } = await client.user.create({ data: { email: `${randomUUID()}@example.com`, name: 'Ada' } });
  await client.membership.create({ data: { organizationId, userId: id, role: 'ROLE_MEMBER' } });
  const owner = { organizationId, principalId: id, label: '', createdAt: new Date() };
  await client.contactMethod.createMany({ data: contacts.map((contact) => ({ ...owner, ...contact })) });
  return id;
}
