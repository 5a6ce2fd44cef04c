import { Inject, Injectable } from '@nestjs/common';
import type { Relational, User } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { recordUserAudit, type AuditSource } from '../../audit/audit-source.js';
import { dropCredentials } from './drop-credentials.js';
import type { OidcIdentity } from './provider.js';

/** The accounts that identities of a provider belong to. */
@Injectable()
export class IdentitiesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async findUserId({ issuer, subject }: OidcIdentity): Promise<string | undefined> {
    const { userIdentity } = this.relational.client;
    return (await userIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } }))?.userId;
  }

  /**
   * Links an account to an identity whose address the provider has verified. If the address of the account was never proved,
   * another person may have created it: all its credentials are dropped, and only the provider opens it from now on.
   *
   * @returns the IDs of the credentials that ended.
   */
  link(user: User, { issuer, subject }: OidcIdentity, source: AuditSource, now: Date): Promise<string[]> {
    return this.relational.client.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id}::uuid FOR UPDATE`;
      const where = { id: user.id };
      const { emailVerifiedAt } = await transaction.user.findUniqueOrThrow({ where });
      const ended = emailVerifiedAt === null ? await dropCredentials(transaction, user.id, now) : [];
      await transaction.user.update({ where, data: { emailVerifiedAt: emailVerifiedAt ?? now } });
      const data = [{ issuer, subject, userId: user.id }];
      await transaction.userIdentity.createMany({ data, skipDuplicates: true });
      await recordUserAudit(transaction, user.id, { ...source, operation: 'auth.oidc_link' }, now);
      return ended;
    });
  }
}
