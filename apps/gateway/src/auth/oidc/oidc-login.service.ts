import { Inject, Injectable } from '@nestjs/common';
import { ServiceError } from '@svc/errors';
import type { Membership, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';
import type { AuditSource } from '../../audit/audit-source.js';
import { AcceptanceService } from '../../workspace/invitations/acceptance.service.js';
import { MembershipsRepository } from '../../workspace/members/memberships.repository.js';
import { normalizeEmail } from '../../workspace/users/email.js';
import { UsersRepository } from '../../workspace/users/users.repository.js';
import type { OidcIdentity } from './provider.js';

@Injectable()
export class OidcLoginService {
  constructor(
    private readonly acceptance: AcceptanceService,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /**
   * The membership of a user whose identity the provider confirms. A user is known by the provider's own id, which never
   * changes; the first time by an address, if the provider has verified it: that of an account, or of a pending invitation, which
   * this accepts.
   *
   * @throws ServiceError permission_denied for a user who is neither a member nor invited.
   */
  async login(identity: OidcIdentity, source: AuditSource): Promise<Membership> {
    const userId = (await this.#findKnown(identity)) ?? (await this.#link(identity, source));
    const membership = userId && (await this.memberships.findFirst(userId));
    if (!membership) {
      throw new ServiceError('permission_denied', {
        message: 'You are not a member of any organization. Ask an admin for an invitation.',
      });
    }
    return membership;
  }

  async #findKnown({ issuer, subject }: OidcIdentity): Promise<string | undefined> {
    const { userIdentity } = this.relational.client;
    return (await userIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } }))?.userId;
  }

  async #link(
    { issuer, subject, name, verifiedEmail }: OidcIdentity,
    source: AuditSource,
  ): Promise<string | undefined> {
    const email = normalizeEmail(verifiedEmail ?? '');
    if (email === undefined) return undefined;
    // After an interruption here, the next login finds the account by its address.
    const userId =
      (await this.users.findByEmail(email))?.id ?? (await this.acceptance.acceptVerified(email, name, source))?.userId;
    if (userId !== undefined) {
      const data = [{ issuer, subject, userId }];
      await this.relational.client.userIdentity.createMany({ data, skipDuplicates: true });
    }
    return userId;
  }
}
