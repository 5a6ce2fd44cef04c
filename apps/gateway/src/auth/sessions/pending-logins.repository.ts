import { Inject, Injectable } from '@nestjs/common';
import type { Membership, Organization, PendingLogin, Relational, User } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Codes that may be tried with one login. */
const MAX_ATTEMPTS = 5;

export type AttemptedLogin = PendingLogin & {
  readonly membership: Membership & { readonly user: User; readonly organization: Organization };
};

/** Logins that wait for the second factor. */
@Injectable()
export class PendingLoginsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Also deletes expired logins. */
  async insert(row: Pick<PendingLogin, 'tokenSha256' | 'membershipId' | 'expiresAt'>, now: Date): Promise<void> {
    const { pendingLogin } = this.relational.client;
    await pendingLogin.deleteMany({ where: { expiresAt: { lt: now } } });
    await pendingLogin.create({ data: row });
  }

  /** Counts an attempt. Undefined when the login is unknown or has expired, or all its attempts are used up. */
  async attempt(tokenSha256: Uint8Array<ArrayBuffer>, now: Date): Promise<AttemptedLogin | undefined> {
    const { pendingLogin } = this.relational.client;
    const { count } = await pendingLogin.updateMany({
      where: { tokenSha256, expiresAt: { gt: now }, attempts: { lt: MAX_ATTEMPTS } },
      data: { attempts: { increment: 1 } },
    });
    if (count === 0) return undefined;
    const include = { membership: { include: { user: true, organization: true } } };
    return (await pendingLogin.findUnique({ where: { tokenSha256 }, include })) ?? undefined;
  }

  /** False if another request was faster. */
  async delete(tokenSha256: Uint8Array<ArrayBuffer>): Promise<boolean> {
    return (await this.relational.client.pendingLogin.deleteMany({ where: { tokenSha256 } })).count === 1;
  }
}
