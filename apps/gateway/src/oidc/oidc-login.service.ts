import { Inject, Injectable } from '@nestjs/common';
import { ServiceError } from '@svc/errors';
import type { Membership, Prisma, Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '../stores.module.js';
import { normalizeEmail } from '../users/email.js';
import type { OidcIdentity } from './provider.js';

@Injectable()
export class OidcLoginService {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The membership somebody signs in to whom the provider vouches for. A person is known by the provider's own id, which never
   * changes; the first time by an address, if the provider has verified it: that of an account, or of a pending invitation, which
   * is accepted thereby.
   *
   * @throws ServiceError permission_denied for somebody who is no member and not invited.
   */
  login(identity: OidcIdentity): Promise<Membership> {
    return this.relational.client.$transaction(async (transaction) => {
      const userId = (await this.#findKnown(transaction, identity)) ?? (await this.#link(transaction, identity));
      const membership =
        userId &&
        (await transaction.membership.findFirst({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }));
      if (!membership) {
        throw new ServiceError('permission_denied', {
          message: 'You are no member of an organization here: ask to be invited.',
        });
      }
      return membership;
    });
  }

  async #findKnown({ userIdentity }: Prisma.TransactionClient, { issuer, subject }: OidcIdentity) {
    const known = await userIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } });
    return known?.userId;
  }

  async #link(
    transaction: Prisma.TransactionClient,
    { issuer, subject, name, verifiedEmail }: OidcIdentity,
  ): Promise<string | undefined> {
    const email = normalizeEmail(verifiedEmail ?? '');
    if (email === undefined) return undefined;
    const user = await transaction.user.findUnique({ where: { email } });
    const userId = user?.id ?? (await this.#acceptInvitation(transaction, email, name));
    if (userId !== undefined) {
      await transaction.userIdentity.createMany({ data: [{ issuer, subject, userId }], skipDuplicates: true });
    }
    return userId;
  }

  async #acceptInvitation(
    transaction: Prisma.TransactionClient,
    email: string,
    name: string,
  ): Promise<string | undefined> {
    const now = new Date(this.clock());
    const pending = { email, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
    const invitation = await transaction.invitation.findFirst({ where: pending, orderBy: { createdAt: 'asc' } });
    if (!invitation) return undefined;
    const { id, organizationId, role } = invitation;
    const { count } = await transaction.invitation.updateMany({ where: { ...pending, id }, data: { acceptedAt: now } });
    if (count === 0) return undefined;
    const user = await transaction.user.create({ data: { email, name } });
    await transaction.membership.create({ data: { organizationId, userId: user.id, role, createdAt: now } });
    return user.id;
  }
}
