import { Inject, Injectable } from '@nestjs/common';
import type { Prisma, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';
import { recordAudit, type AuditSource } from '../../audit/audit-source.js';

type TokenRow = Pick<Prisma.SessionTokenUncheckedCreateInput, 'sha256' | 'kind' | 'expiresAt'>;

export interface NewSession {
  readonly membershipId: string;
  readonly source: AuditSource;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly tokens: readonly TokenRow[];
}

/** Outcome of an exchange of a refresh token. */
export type Exchange =
  | { readonly outcome: 'exchanged'; readonly sessionId: string }
  /** It was exchanged before, so a second holder has stolen it. The session has ended. */
  | { readonly outcome: 'reused'; readonly sessionId: string }
  | { readonly outcome: 'invalid' };

@Injectable()
export class SessionsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Also deletes sessions that have ended, so that the tables grow only with the number of users. */
  async create({ membershipId, source, now, expiresAt, tokens }: NewSession): Promise<void> {
    await this.relational.client.$transaction(async (transaction) => {
      const { membership, session } = transaction;
      await session.deleteMany({ where: { expiresAt: { lt: now } } });
      await session.create({ data: { membershipId, createdAt: now, expiresAt, tokens: { create: [...tokens] } } });
      const member = await membership.findUniqueOrThrow({ where: { id: membershipId }, include: { user: true } });
      await recordAudit(transaction, member, source, now);
    });
  }

  /** Exchanges a refresh token for new tokens; of any number of exchanges of one token one succeeds. */
  exchange(sha256: Uint8Array<ArrayBuffer>, now: Date, tokens: readonly TokenRow[]): Promise<Exchange> {
    return this.relational.client.$transaction(async ({ session, sessionToken }) => {
      const live = { revokedAt: null, expiresAt: { gt: now } };
      const { count } = await sessionToken.updateMany({
        where: { sha256, kind: 'refresh', usedAt: null, expiresAt: { gt: now }, session: live },
        data: { usedAt: now },
      });
      const token = await sessionToken.findUnique({ where: { sha256, kind: 'refresh' } });
      if (!token) return { outcome: 'invalid' };
      const { sessionId } = token;
      if (count === 1) {
        await sessionToken.deleteMany({ where: { sessionId, expiresAt: { lt: now } } });
        await sessionToken.createMany({ data: tokens.map((row) => ({ ...row, sessionId })) });
        return { outcome: 'exchanged', sessionId };
      }
      if (token.usedAt === null) return { outcome: 'invalid' };
      await session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: now } });
      return { outcome: 'reused', sessionId };
    });
  }

  async revoke(id: string, at: Date): Promise<void> {
    await this.relational.client.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
  }
}
