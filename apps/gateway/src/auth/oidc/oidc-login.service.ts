import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { User } from '@svc/relational';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import type { AuditSource } from '../../audit/audit-source.js';
import { AcceptanceService } from '../../workspace/invitations/acceptance.service.js';
import { MembershipsRepository, type OrganizationMembership } from '../../workspace/members/memberships.repository.js';
import { normalizeEmail } from '../../workspace/users/email.js';
import { announceRevocations } from '../../workspace/users/revoke-sessions.js';
import { UsersRepository } from '../../workspace/users/users.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import type { OidcIdentity } from './provider.js';

@Injectable()
export class OidcLoginService {
  constructor(
    private readonly acceptance: AcceptanceService,
    private readonly identities: IdentitiesRepository,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The membership of a user whose identity the provider confirms. A user is known by the provider's own id, which never
   * changes; the first time by an address, if the provider has verified it: that of an account, or of a pending invitation, which
   * this accepts.
   *
   * @throws ServiceError permission_denied for a user who is neither a member nor invited.
   */
  async login(identity: OidcIdentity, source: AuditSource): Promise<OrganizationMembership> {
    const userId = (await this.identities.findUserId(identity)) ?? (await this.#link(identity, source));
    const membership = userId && (await this.memberships.findFirst(userId));
    if (!membership) {
      throw new ServiceError('permission_denied', {
        message: 'You are not a member of any organization. Ask an admin for an invitation.',
      });
    }
    return membership;
  }

  async #link(identity: OidcIdentity, source: AuditSource): Promise<string | undefined> {
    const email = normalizeEmail(identity.verifiedEmail ?? '');
    const user = email === undefined ? undefined : await this.#findOrInvite(email, identity.name, source);
    if (!user) return undefined;
    const ended = await this.identities.link(user, identity, source, new Date(this.clock()));
    await announceRevocations(this.pubSub, ended);
    return user.id;
  }

  /** If a login was interrupted between both steps, the next one finds the account by its address. */
  async #findOrInvite(email: string, name: string, source: AuditSource): Promise<User | undefined> {
    const known = await this.users.findByEmail(email);
    return known ?? (await this.acceptance.acceptVerified(email, name, source))?.user;
  }
}
