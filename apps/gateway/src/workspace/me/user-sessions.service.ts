import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { CallContext } from '@svc/contract';
import { isId, type Relational, type Session } from '@svc/relational';
import { CLOCK, PUB_SUB, RELATIONAL, type Clock } from '@svc/runtime';
import { notFound } from '@svc/service-error';
import { idleEnd } from '../keys/credential.js';
import { announceRevocations, revokeSessions } from '../users/revoke-sessions.js';
import { requireSignedIn } from '../users/signed-in.js';

/** The word of the interface for all sessions except the current one. */
const OTHERS = 'others';

/** The browsers and clients in which a user is signed in, in all organizations. */
@Injectable()
export class UserSessionsService {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(context: CallContext): Promise<Session[]> {
    requireSignedIn(context);
    const now = new Date(this.clock());
    const sessions = await this.relational.client.session.findMany({
      where: { membership: { userId: context.userId }, revokedAt: null, expiresAt: { gt: now } },
      include: { membership: { include: { organization: true } } },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
    });
    return sessions.filter(({ lastUsedAt, membership }) => {
      const end = idleEnd(lastUsedAt, membership.organization);
      return end === undefined || end > now;
    });
  }

  async revoke(context: CallContext, sessionId: string): Promise<void> {
    requireSignedIn(context);
    const ofUser = { membership: { userId: context.userId } };
    if (sessionId === OTHERS) return this.#end({ ...ofUser, NOT: { id: context.credentialId } });
    const where = { ...ofUser, id: sessionId };
    if (!isId(sessionId) || (await this.relational.client.session.count({ where })) === 0) throw notFound();
    await this.#end(where);
  }

  async #end(where: Parameters<typeof revokeSessions>[1]): Promise<void> {
    const ended = await revokeSessions(this.relational.client, where, new Date(this.clock()));
    await announceRevocations(this.pubSub, ended);
  }
}
