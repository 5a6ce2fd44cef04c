import { Inject, Injectable } from '@nestjs/common';
import type { PasswordReset, Relational, User } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { recordUserAudit, type AuditSource } from '../../audit/audit-source.js';
import { revokeSessions } from '../../workspace/users/revoke-sessions.js';

/** Links to choose a new password. */
@Injectable()
export class PasswordResetsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Also deletes expired password resets. */
  async insert(row: PasswordReset, now: Date): Promise<void> {
    const { passwordReset } = this.relational.client;
    await passwordReset.deleteMany({ where: { expiresAt: { lt: now } } });
    await passwordReset.create({ data: row });
  }

  async findUser(tokenSha256: Uint8Array<ArrayBuffer>, now: Date): Promise<User | undefined> {
    const where = { tokenSha256, expiresAt: { gt: now } };
    return (await this.relational.client.passwordReset.findUnique({ where, include: { user: true } }))?.user;
  }

  /** The address of the account that a link was for, also after it has expired, until the next one is requested. */
  async findAddress(tokenSha256: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
    const where = { tokenSha256 };
    const found = await this.relational.client.passwordReset.findUnique({
      where,
      select: { user: { select: { email: true } } },
    });
    return found?.user.email;
  }

  /** Whether an organization of the user refuses passwords. */
  async requiresProvider(userId: string): Promise<boolean> {
    const where = { userId, organization: { ssoOnly: true } };
    return (await this.relational.client.membership.count({ where })) > 0;
  }

  /**
   * Uses up the link, sets the password and ends everything that was opened with the old one.
   *
   * @returns the IDs of the sessions that ended; undefined if another request was faster.
   */
  use(
    tokenSha256: Uint8Array<ArrayBuffer>,
    { id, emailVerifiedAt }: User,
    passwordHash: string,
    source: AuditSource,
    now: Date,
  ): Promise<string[] | undefined> {
    return this.relational.client.$transaction(async (transaction) => {
      const used = await transaction.passwordReset.deleteMany({ where: { tokenSha256, expiresAt: { gt: now } } });
      if (used.count === 0) return undefined;
      // Only the mail to the address contained the token.
      const data = { passwordHash, emailVerifiedAt: emailVerifiedAt ?? now };
      await transaction.user.update({ where: { id }, data });
      await transaction.passwordReset.deleteMany({ where: { userId: id } });
      await transaction.pendingLogin.deleteMany({ where: { membership: { userId: id } } });
      await recordUserAudit(transaction, id, source, now);
      return revokeSessions(transaction, { membership: { userId: id } }, now);
    });
  }
}
