import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { CallContext } from '@svc/contract';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { checkVersion, requireFound } from '@svc/service-error';
import { announceRevocations } from '../users/revoke-sessions.js';
import { isSignedIn } from '../users/signed-in.js';
import { refuseBound, roleNow } from './administer.js';
import { checkChange, isDemotion } from './check-change.js';
import { MembershipsRepository, type Member } from './memberships.repository.js';

/** A member, optionally only at one version. */
export interface ExpectedMember {
  readonly userId: string;
  readonly expectedVersion: bigint | undefined;
}

@Injectable()
export class MembersService {
  constructor(
    private readonly repository: MembershipsRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list({ organizationId }: CallContext, name: string): Promise<Member[]> {
    return this.repository.list(organizationId, name);
  }

  /** @throws ServiceError not_found, permission_denied, last_owner, version_conflict */
  async setRole(context: CallContext, expected: ExpectedMember, role: string): Promise<Member> {
    const { member, credentials } = await this.#change(context, expected, role);
    await announceRevocations(this.pubSub, credentials);
    return member;
  }

  /** @throws ServiceError not_found, permission_denied, last_owner, version_conflict */
  async remove(context: CallContext, expected: ExpectedMember): Promise<void> {
    const { credentials } = await this.#change(context, expected, undefined);
    await announceRevocations(this.pubSub, credentials);
  }

  #change(context: CallContext, { userId, expectedVersion }: ExpectedMember, to: string | undefined) {
    refuseBound(context);
    return this.repository.inOrganization(context.organizationId, async (memberships) => {
      const actor = await roleNow(memberships, context);
      const member = requireFound(await memberships.find(userId));
      const caller = { actor, isSignedIn: isSignedIn(context), scopes: context.scopes };
      checkChange({ ...caller, from: member.role, to, owners: await memberships.countOwners() });
      checkVersion(member.version, expectedVersion);
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
