import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { AccountSecuritySetRequest, CallContext } from '@svc/contract';
import type { Organization, Transaction } from '@svc/relational';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { ServiceError, checkVersion } from '@svc/service-error';
import { roleNow } from '../../members/administer.js';
import { MembershipsRepository } from '../../members/memberships.repository.js';
import { announceRevocations, revokeSessions } from '../../users/revoke-sessions.js';
import { requireSignedIn } from '../../users/signed-in.js';
import { SINGLE_SIGN_ON } from '../../users/single-sign-on.js';
import { readSecurity, type SecurityRules } from './security.message.js';

const ADMINISTRATORS: ReadonlySet<string> = new Set(['ROLE_OWNER', 'ROLE_ADMIN']);

@Injectable()
export class SecurityService {
  constructor(
    private readonly memberships: MembershipsRepository,
    @Inject(SINGLE_SIGN_ON) private readonly hasSingleSignOn: boolean,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async set(context: CallContext, request: AccountSecuritySetRequest): Promise<Organization> {
    requireSignedIn(context);
    const rules = readSecurity(request);
    const { expectedVersion } = request;
    const { organizationId, credentialId } = context;
    const { organization, ended } = await this.memberships.inOrganization(organizationId, async (memberships) => {
      const { transaction } = memberships;
      if (!ADMINISTRATORS.has(await roleNow(memberships, context))) throw new ServiceError('permission_denied');
      const where = { id: organizationId };
      const before = await transaction.organization.findUniqueOrThrow({ where });
      checkVersion(before.securityVersion, expectedVersion);
      await this.#checkLockOut(transaction, context, rules);
      const isSwitched = rules.ssoOnly && !before.ssoOnly;
      const others = { membership: { organizationId }, NOT: { id: credentialId } };
      const sessions = isSwitched ? await revokeSessions(transaction, others, new Date(this.clock())) : [];
      const data = { ...rules, securityVersion: { increment: 1 } };
      return { organization: await transaction.organization.update({ where, data }), ended: sessions };
    });
    await announceRevocations(this.pubSub, ended);
    return organization;
  }

  /**
   * Prevents a change after which no user could change the rules back.
   *
   * @throws ServiceError state_conflict for rules that the caller does not fulfill.
   */
  async #checkLockOut(
    { session, userIdentity }: Transaction,
    { userId, credentialId }: CallContext,
    { ssoOnly, secondFactorRequired }: SecurityRules,
  ): Promise<void> {
    if (ssoOnly && !(this.hasSingleSignOn && (await userIdentity.count({ where: { userId } })) > 0)) {
      throw new ServiceError('state_conflict', {
        message: 'Single sign-on needs a configured provider. Sign in with it once before you require it.',
      });
    }
    const hasSecondFactor = await session.count({ where: { id: credentialId, hasSecondFactor: true } });
    if (secondFactorRequired && hasSecondFactor === 0) {
      throw new ServiceError('state_conflict', {
        message: 'Enroll a second factor for your own account before you require it.',
      });
    }
  }
}
