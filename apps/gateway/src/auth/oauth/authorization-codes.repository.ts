import { Inject, Injectable } from '@nestjs/common';
import type { AuthorizationCode, Prisma, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { recordAudit, type ActingMember, type AuditSource } from '../../audit/audit-source.js';

/** The proof that a client has to show: the code, and what it was given for. */
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

  /** Uses a code for a session, in the transaction that creates it; of any number of uses one answers true. */
  async use(transaction: Transaction, proof: CodeProof, sessionId: string, now: Date): Promise<boolean> {
    const { count } = await transaction.authorizationCode.updateMany({
      where: { ...proof, sessionId: null, expiresAt: { gt: now } },
      data: { sessionId },
    });
    return count === 1;
  }

  /** The code as it is stored, whether it is used or expired, if everything else is right. */
  find(proof: CodeProof): Promise<AuthorizationCode | null> {
    return this.relational.client.authorizationCode.findFirst({ where: proof });
  }
}
