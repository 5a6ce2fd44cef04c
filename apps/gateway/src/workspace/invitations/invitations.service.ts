import { Inject, Injectable } from '@nestjs/common';
import { generateApiKey } from '@svc/auth';
import type { CallContext, InvitationsCreateRequest } from '@svc/contract';
import type { Invitation } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError, invalidField, requireFound } from '@svc/service-error';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { MAILER, type Mailer } from '../mail/mailer.js';
import { refuseBound, roleNow } from '../members/administer.js';
import { checkChange } from '../members/check-change.js';
import { MembershipsRepository } from '../members/memberships.repository.js';
import { normalizeEmail } from '../users/email.js';
import { isSignedIn } from '../users/signed-in.js';
import { SINGLE_SIGN_ON } from '../users/single-sign-on.js';
import { InvitationLimits } from './invitation-limits.js';
import { invitationMail } from './invitation-mail.js';
import { InvitationsRepository } from './invitations.repository.js';
import { requirePending, toInvitationState } from './state.js';

const WEEK_MS = 7 * 24 * 3_600_000;
const DEFAULT_ROLE = 'ROLE_MEMBER';

/** An invitation, and its token where the inviter has to hand it on. */
export interface Invited {
  readonly invitation: Invitation;
  readonly token?: string;
  readonly acceptUrl?: string;
}

@Injectable()
export class InvitationsService {
  constructor(
    private readonly repository: InvitationsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly limits: InvitationLimits,
    @Inject(MAILER) private readonly mailer: Mailer | undefined,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(SINGLE_SIGN_ON) private readonly hasSingleSignOn: boolean,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ organizationId }: CallContext, status: string): Promise<Invitation[]> {
    const invitations = await this.repository.list(organizationId);
    const now = this.clock();
    return invitations.filter((invitation) => status === '' || toInvitationState(invitation, now) === status);
  }

  /**
   * The mail goes out once the invitation is written; one that could not be sent is taken back.
   *
   * @throws ServiceError rate_limited after 200 invitations of the organization in an hour, or 5 of the address in a day.
   */
  async create(context: CallContext, { email, role }: InvitationsCreateRequest): Promise<Invited> {
    refuseBound(context);
    const address = normalizeEmail(email);
    if (address === undefined) throw invalidField('email', 'must be an e-mail address');
    const { secret: token, sha256 } = generateApiKey('invitation');
    const invitation = await this.#insert(context, address, role || DEFAULT_ROLE, sha256);
    const acceptUrl = `${this.publicUrl()}/invitations/accept?token=${token}`;
    // If single sign-on is required, the token is useless: signing in accepts the invitation.
    const needsProvider = this.hasSingleSignOn && (await this.repository.requiresProvider(context.organizationId));
    if (!this.mailer) return needsProvider ? { invitation } : { invitation, token, acceptUrl };
    try {
      await this.mailer.send(invitationMail(invitation, acceptUrl));
    } catch (error) {
      await this.repository.delete(invitation.id);
      throw error;
    }
    return { invitation };
  }

  async revoke(context: CallContext, invitationId: string): Promise<void> {
    refuseBound(context);
    const invitation = requireFound(await this.repository.find(context.organizationId, invitationId));
    const now = this.clock();
    if (invitation.revokedAt || (await this.repository.revoke(invitation.id, new Date(now)))) return;
    const decided = await this.repository.find(context.organizationId, invitationId);
    if (decided && !decided.revokedAt) requirePending(decided, now);
  }

  #insert(
    context: CallContext,
    email: string,
    role: string,
    tokenSha256: Uint8Array<ArrayBuffer>,
  ): Promise<Invitation> {
    const { organizationId } = context;
    return this.memberships.inOrganization(organizationId, async (memberships) => {
      const actor = await roleNow(memberships, context);
      const caller = { actor, isSignedIn: isSignedIn(context), scopes: context.scopes };
      checkChange({ ...caller, to: role, owners: await memberships.countOwners() });
      const { invitation, membership } = memberships.transaction;
      const now = new Date(this.clock());
      const open = { organizationId, email, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
      if ((await membership.count({ where: { organizationId, user: { email } } })) > 0) {
        throw new ServiceError('already_exists', { message: 'The person is a member already.' });
      }
      if ((await invitation.count({ where: open })) > 0) {
        throw new ServiceError('already_exists', { message: 'The person has a pending invitation.' });
      }
      // The last check, because only invitations that are created count.
      await this.limits.consume(organizationId, email);
      const expiresAt = new Date(now.getTime() + WEEK_MS);
      const invitedBy = context.principalName;
      return invitation.create({
        data: {
          organizationId,
          email,
          role,
          tokenSha256,
          invitedBy,
          ...toInviter(context),
          isEmailed: this.mailer !== undefined,
          createdAt: now,
          expiresAt,
        },
      });
    });
  }
}

function toInviter({ principalType, principalId, userId }: CallContext) {
  return { inviterUserId: userId || null, inviterKeyId: principalType === 'api_key' ? principalId : null };
}
