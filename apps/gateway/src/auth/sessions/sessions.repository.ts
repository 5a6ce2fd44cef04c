import { Inject, Injectable } from '@nestjs/common';
import type { Prisma, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { recordAudit, type AuditSource } from '../../audit/audit-source.js';
import { idleEnd } from '../../workspace/keys/credential.js';

type TokenRow = Pick<Prisma.SessionTokenUncheckedCreateInput, 'sha256' | 'kind' | 'expiresAt'>;

export interface NewSession {
  /** A new one if absent. */
  readonly id?: string;
  /** ID of the client of an authorization code, which has to come with its refresh tokens. */
  readonly oauthClientId?: string;
  /** Claims what the session is for in the same transaction. The session is not created if it answers false. */
  readonly claim?: (transaction: Transaction) => Promise<boolean>;
  readonly membershipId: string;
  readonly source: AuditSource;
  /** Tokens of `mcp` are for the MCP endpoint only. */
  readonly kind: 'browser' | 'client' | 'mcp';
  /** User agent, as it calls itself. */
  readonly client: string;
  readonly hasSecondFactor: boolean;
  /** A role that limits the scopes of the session; null if only the member's own role limits them. */
  readonly roleLimit: string | null;
  /** Scopes that limit it besides; none if only the role does. */
  readonly scopes?: readonly string[];
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

  /** Whether a session was opened with a second factor. */
  async hasSecondFactor(sessionId: string): Promise<boolean> {
    return (await this.relational.client.session.count({ where: { id: sessionId, hasSecondFactor: true } })) > 0;
  }

  /**
   * Also deletes sessions that have ended, so that the tables grow only with the number of users.
   *
   * @returns whether the session was created.
   */
  create({ source, now, tokens, scopes = [], claim, ...row }: NewSession): Promise<boolean> {
    return this.relational.client.$transaction(async (transaction) => {
      const { membership, session } = transaction;
      if (claim && !(await claim(transaction))) return false;
      await session.deleteMany({ where: { expiresAt: { lt: now } } });
      const times = { createdAt: now, lastUsedAt: now };
      const { sourceAddress } = source;
      await session.create({
        data: { ...row, ...times, scopes: [...scopes], sourceAddress, tokens: { create: [...tokens] } },
      });
      const member = await membership.findUniqueOrThrow({ where: { id: row.membershipId }, include: { user: true } });
      await recordAudit(transaction, member, source, now);
      return true;
    });
  }

  /** Exchanges a refresh token for new tokens; of any number of exchanges of one token one succeeds. */
  exchange(
    sha256: Uint8Array<ArrayBuffer>,
    source: AuditSource,
    now: Date,
    tokens: readonly TokenRow[],
    oauthClientId?: string,
  ): Promise<Exchange> {
    return this.relational.client.$transaction(async (transaction) => {
      const { session, sessionToken } = transaction;
      // A token of the authorization code flow belongs to its client (RFC 6749, 10.4); other clients have no ID.
      const ofClient = { OR: [{ oauthClientId: null }, ...(oauthClientId === undefined ? [] : [{ oauthClientId }])] };
      const live = { revokedAt: null, expiresAt: { gt: now }, ...ofClient };
      if (await isIdle(sessionToken, sha256, now)) return { outcome: 'invalid' };
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
        await session.update({ where: { id: sessionId }, data: { lastUsedAt: now } });
        return { outcome: 'exchanged', sessionId };
      }
      if (token.usedAt === null) return { outcome: 'invalid' };
      await end(transaction, sessionId, now);
      await recordAct(transaction, sessionId, source, now, { status: 400, error: 'refresh_token_reused' });
      return { outcome: 'reused', sessionId };
    });
  }

  async revoke(id: string, source: AuditSource, at: Date): Promise<void> {
    await this.relational.client.$transaction(async (transaction) => {
      if ((await end(transaction, id, at)) > 0) await recordAct(transaction, id, source, at);
    });
  }
}

/** Returns 1 if the session was live, else 0. */
async function end({ session }: Transaction, id: string, at: Date): Promise<number> {
  const { count } = await session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
  return count;
}

/** Records a change of a session as an act of its member. */
async function recordAct(
  transaction: Transaction,
  id: string,
  source: AuditSource,
  at: Date,
  outcome?: { readonly status: number; readonly error?: string },
): Promise<void> {
  const { membership } = await transaction.session.findUniqueOrThrow({
    where: { id },
    include: { membership: { include: { user: true } } },
  });
  await recordAudit(transaction, membership, source, at, outcome);
}

/** Whether the session of a refresh token was not used for longer than its organization allows. */
async function isIdle(
  sessionToken: Transaction['sessionToken'],
  sha256: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<boolean> {
  const token = await sessionToken.findUnique({
    where: { sha256 },
    select: { session: { select: { lastUsedAt: true, membership: { select: { organization: true } } } } },
  });
  const end = token && idleEnd(token.session.lastUsedAt, token.session.membership.organization);
  return end !== null && end !== undefined && end <= now;
}
