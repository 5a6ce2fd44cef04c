import { Inject, Injectable } from '@nestjs/common';
import { hashSecret } from '@svc/auth';
import type { Invitation, User, Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError, invalidField, notFound, toServiceError, requireFound } from '@svc/service-error';
import { AuditCounter } from '../../audit/audit-counter.js';
import { recordAudit, type AuditSource } from '../../audit/audit-source.js';
import { MembershipsRepository, type Member } from '../members/memberships.repository.js';
import { hashNewPassword, verifyPassword } from '../users/password.js';
import { SignInLimits } from '../users/sign-in-limits.js';
import { SINGLE_SIGN_ON } from '../users/single-sign-on.js';
import { UsersRepository } from '../users/users.repository.js';
import { checkInviter } from './check-inviter.js';
import { InvitationsRepository, pending } from './invitations.repository.js';
import { requirePending } from './state.js';

export interface Acceptance {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

export interface ShownInvitation {
  readonly email: string;
  readonly organization: { readonly name: string };
  /** Whether the user has an account; the page then asks for its password instead of a name. */
  readonly hasAccount: boolean;
}

/** The data of a new account. */
type NewPerson = Pick<User, 'name' | 'passwordHash'> & Partial<Pick<User, 'emailVerifiedAt'>>;

@Injectable()
export class AcceptanceService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    private readonly limits: SignInLimits,
    private readonly counter: AuditCounter,
    @Inject(SINGLE_SIGN_ON) private readonly hasSingleSignOn: boolean,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The details of an invitation that its page shows to the holder of the token. */
  async show(token: string): Promise<ShownInvitation> {
    const { email, organization } = await this.find(token);
    return { email, organization, hasAccount: (await this.users.findByEmail(email)) !== null };
  }

  /** The pending invitation a token opens. */
  async find(token: string): Promise<Invitation & { organization: { name: string; ssoOnly: boolean } }> {
    const invitation = requireFound(await this.invitations.findByToken(hashSecret(token)));
    requirePending(invitation, this.clock());
    return invitation;
  }

  /**
   * The token proves the address for a new account only. An account that exists is opened by its own password: its owner may
   * belong to other organizations, whose access no inviter has to give.
   */
  async accept({ token, name, password }: Acceptance, source: AuditSource): Promise<Member> {
    const trimmed = name.trim();
    const invitation = await this.find(token);
    if (invitation.organization.ssoOnly && this.hasSingleSignOn) {
      throw new ServiceError('permission_denied', {
        message: 'The organization requires single sign-on: sign in with its provider to accept the invitation.',
      });
    }
    const known = await this.users.findByEmail(invitation.email);
    if (known) await this.#checkPassword(invitation, known, password, source);
    else if (trimmed === '') throw invalidField('name', 'must not be blank');
    const person = known ?? { name: trimmed, passwordHash: await hashNewPassword(password) };
    return this.#join(invitation, person, source);
  }

  /**
   * For a user without an account whose address a provider has verified: no token is needed. Undefined for a user who is not invited.
   */
  async acceptVerified(email: string, name: string, source: AuditSource): Promise<Member | undefined> {
    const invitation = await this.invitations.findPending(email, new Date(this.clock()));
    return invitation === null
      ? undefined
      : this.#join(invitation, { name, passwordHash: null, emailVerifiedAt: new Date(this.clock()) }, source);
  }

  /** @param person the account of the invited address, or the data to create one. */
  #join(invitation: Invitation, person: User | NewPerson, source: AuditSource): Promise<Member> {
    return this.memberships.inOrganization(invitation.organizationId, async (memberships) => {
      const { transaction } = memberships;
      const now = new Date(this.clock());
      const { count } = await transaction.invitation.updateMany({
        where: pending(invitation.id, now),
        data: { acceptedAt: now },
      });
      if (count === 0) throw await readRefusal(transaction, invitation.id, now);
      await checkInviter(memberships, invitation, now);
      const { email, role, isEmailed } = invitation;
      const createdBy = invitation.inviterUserId ?? invitation.inviterKeyId;
      const [user] =
        'id' in person
          ? [person]
          : await transaction.user.createManyAndReturn({ data: [{ email, ...person }], skipDuplicates: true });
      if (user && isEmailed) await confirmEmail(transaction, user.id, now);
      const member = user && (await memberships.add({ userId: user.id, role, createdBy, createdAt: now }));
      // The user was added concurrently, through another invitation or another start of the service.
      if (!member) throw new ServiceError('state_conflict', { message: 'The user has just been added.' });
      await recordAudit(transaction, member, { ...source, operation: 'invitations.accept' }, now);
      return member;
    });
  }

  /** Guesses count together with those of the login, because they are guesses at the same password. */
  async #checkPassword(invitation: Invitation, known: User, password: string, source: AuditSource): Promise<void> {
    const attempt = { email: known.email, ip: source.sourceAddress };
    try {
      await this.limits.consume(attempt);
      if (await verifyPassword(known.passwordHash, password)) return await this.limits.succeed(attempt, known.id);
      throw new ServiceError('unauthenticated', {
        message: 'The invited address has an account: its password is required.',
      });
    } catch (error) {
      this.#recordRefusal(invitation, known, source, error);
      throw error;
    }
  }

  /** Records the refusal in the audit log of the organization that the user was about to join. */
  #recordRefusal(invitation: Invitation, user: User, source: AuditSource, error: unknown): void {
    const { code, httpStatus } = toServiceError(error);
    if (httpStatus >= 500) return;
    const principal = { principalType: 'user', principalId: user.id, principalName: user.name };
    const target = { invitation_id: invitation.id };
    const { organizationId } = invitation;
    const outcome = { status: httpStatus, error: code };
    this.counter.count({ organizationId, projectId: null, ...principal, ...source, target, ...outcome });
  }
}

/** The reason why an invitation is no longer pending: another request was faster. */
async function readRefusal({ invitation }: Transaction, id: string, now: Date): Promise<ServiceError> {
  const decided = await invitation.findUnique({ where: { id } });
  if (!decided) return notFound();
  requirePending(decided, now.getTime());
  return new ServiceError('state_conflict');
}

/** Only the mail to the address contained the token. */
async function confirmEmail({ user }: Transaction, id: string, now: Date): Promise<void> {
  await user.updateMany({ where: { id, emailVerifiedAt: null }, data: { emailVerifiedAt: now } });
}
