import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  CalendarFeed,
  CallContextSchema,
  Calendars,
  Escalation,
  Overrides,
  Schedules,
  type CallContext,
} from '@svc/contract';
import type { Relational } from '@svc/relational';
import { startAlerting } from './alerting-server.js';

/** The service with clients of its on-call and escalation domains. */
export type ResponseServer = Awaited<ReturnType<typeof startResponse>>;

export async function startResponse(now: string) {
  const server = await startAlerting(now);
  return {
    ...server,
    schedules: server.connect(Schedules),
    overrides: server.connect(Overrides),
    escalation: server.connect(Escalation),
    calendars: server.connect(Calendars),
    feeds: server.connect(CalendarFeed),
  };
}

/** A contact method of a member. */
export interface MemberContact {
  readonly type: 'email' | 'sms' | 'phone' | 'chat_dm';
  readonly value: string;
  readonly verifiedAt?: Date;
}

const VERIFIED: MemberContact = { type: 'email', value: 'member@example.com', verifiedAt: new Date(0) };

/** A project of an organization with members. */
export interface World {
  readonly organizationId: string;
  readonly projectId: string;
  /** Credentials of a member, or of a key that belongs to no user. */
  as(userId?: string): { context: CallContext };
  /** Adds a member who can be paged by e-mail. Returns the user's ID. */
  addMember(name: string, contacts?: readonly MemberContact[]): Promise<string>;
  removeMember(userId: string): Promise<void>;
}

export async function makeWorld({ client }: Relational): Promise<World> {
  const { id: organizationId } = await client.organization.create({ data: { name: 'Example' } });
  const projectId = randomUUID();
  await client.project.create({ data: { id: projectId, organizationId, slug: projectId, name: 'Shop' } });
  return {
    organizationId,
    projectId,
    as: (userId = '') => ({
      context: create(CallContextSchema, {
        requestId: 'r1',
        organizationId,
        userId,
        principalType: userId === '' ? 'api_key' : 'user',
        principalId: userId === '' ? randomUUID() : userId,
        project: { id: projectId, number: 1, retentionDays: 30 },
      }),
    }),
    async addMember(name, contacts = [VERIFIED]) {
      const user = await client.user.create({ data: { email: `${randomUUID()}@example.com`, name } });
      await client.membership.create({ data: { organizationId, userId: user.id, role: 'ROLE_MEMBER' } });
      const owner = { organizationId, principalId: user.id, label: '', createdAt: new Date() };
      await client.contactMethod.createMany({ data: contacts.map((contact) => ({ ...owner, ...contact })) });
      return user.id;
    },
    async removeMember(userId) {
      await client.membership.deleteMany({ where: { organizationId, userId } });
    },
  };
}
