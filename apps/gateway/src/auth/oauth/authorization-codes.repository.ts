import { Inject, Injectable } from '@nestjs/common';
import type { AuthorizationCode, Prisma, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { recordAudit, type ActingMember, type AuditSource } from '../../audit/audit-source.js';

/** What a client has to show besides the code. */
export type CodeProof = Pick<AuthorizationCode, 'codeSha256' | 'clientId' | 'redirectUri' | 'codeChallenge'>;

/** The decision of a user, for the audit log. */
export interface Decision {
  readonly member: ActingMember;
  readonly source: AuditSource;
  readonly now: Date;
  readonly details: Readonly<Record<string, string>>;
}

@Injectable()
export class AuthorizationCodesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Also deletes codes that expired long ago. */
  async insert(
    row: Prisma.AuthorizationCodeUncheckedCreateInput,
    forgottenAt: Date,
    { member, source, now, details }: Decision,
  ): Promise<void> {
    await this.relational.client.$transaction(async (transaction) => {
      const { authorizationCode } = transaction;
      await authorizationCode.deleteMany({ where: { expiresAt: { lt: forgottenAt } } });
      await authorizationCode.create({ data: row });
      await recordAudit(transaction, member, source, now, { status: 303, details });
    });
  }

  async recordRefusal({ member, source, now, details }: Decision): Promise<void> {
    await this.relational.client.$transaction((transaction) =>
      recordAudit(transaction, member, source, now, { status: 303, details }),
    );
  }

  /**
   * Uses a code for a session; of any number of uses one succeeds. Otherwise answers the code as it is stored, if everything but the time
   * and the earlier use is right.
   */
  async use(
    proof: CodeProof,
    sessionId: string,
    now: Date,
  ): Promise<{ readonly isUsed: boolean; readonly code: AuthorizationCode } | undefined> {
    const { authorizationCode } = this.relational.client;
    const { count } = await authorizationCode.updateMany({
      where: { ...proof, sessionId: null, expiresAt: { gt: now } },
      data: { sessionId },
    });
    const code = await authorizationCode.findFirst({ where: proof });
    return code ? { isUsed: count === 1, code } : undefined;
  }
}
