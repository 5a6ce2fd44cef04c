import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { CallContext } from '@svc/contract';
import { notFound } from '@svc/errors';
import { CLOCK, PUB_SUB, type Clock } from '@svc/service';
import { announceRevocations } from '../users/revoke-sessions.js';
import { refuseBound, roleNow } from './administer.js';
import { isSignedIn } from '../users/signed-in.js';
import { checkChange, isDemotion } from './check-change.js';
import { MembershipsRepository, type Member } from './memberships.repository.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly repository: MembershipsRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list({ organizationId }: CallContext): Promise<Member[]> {
    return this.repository.list(organizationId);
  }

  async setRole(context: CallContext, userId: string, role: string): Promise<Member> {
    const { member, credentials } = await this.#change(context, userId, role);
    await announceRevocations(this.pubSub, credentials);
    return member;
  }

  async remove(context: CallContext, userId: string): Promise<void> {
    const { credentials } = await this.#change(context, userId, undefined);
    await announceRevocations(this.pubSub, credentials);
  }

  #change(context: CallContext, userId: string, to: string | undefined) {
    refuseBound(context);
    return this.repository.inOrganization(context.organizationId, async (memberships) => {
      const actor = await roleNow(memberships, context);
      const member = await memberships.find(userId);
      if (!member) throw notFound();
      const caller = { actor, isSignedIn: isSignedIn(context), scopes: context.scopes };
      checkChange({ ...caller, from: member.role, to, owners: await memberships.countOwners() });
      if (isDemotion(member.role, to)) {
        await memberships.revokeInvitations({ inviterUserId: userId }, new Date(this.clock()));
      }
      const credentials = await memberships.credentialsOf(member.id);
      if (to !== undefined) return { member: await memberships.setRole(member.id, to), credentials };
      await memberships.remove(member);
      return { member, credentials };
    });
  }
}
