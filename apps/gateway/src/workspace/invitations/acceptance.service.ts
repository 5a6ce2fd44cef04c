import { Inject, Injectable } from '@nestjs/common';
import { hashSecret } from '@svc/auth';
import { consumeRateLimit, type RateLimiter } from '@svc/cache';
import { ServiceError, invalidField, notFound } from '@svc/errors';
import type { Invitation, Prisma, User } from '@svc/relational';
import { CLOCK, RATE_LIMITERS, type Clock, type RateLimiters } from '@svc/service';
import { recordAudit, type AuditSource } from '../../audit/audit-source.js';
import { MembershipsRepository, type Member } from '../members/memberships.repository.js';
import { hashPassword, verifyPassword } from '../users/password.js';
import { UsersRepository } from '../users/users.repository.js';
import { InvitationsRepository, pending } from './invitations.repository.js';
import { checkInviter } from './check-inviter.js';
import { requirePending } from './state.js';

export interface Acceptance {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

export interface ShownInvitation {
  readonly email: string;
  readonly organization: { readonly name: string };
  /** Then its password is asked for, and no name. */
  readonly hasAccount: boolean;
}

/** Of an account to be. */
type NewPerson = Pick<User, 'name' | 'passwordHash'>;

/** The request is unknown here. */
const ACCEPTED: AuditSource = { operation: 'invitations.accept', requestId: '', sourceAddress: '' };

/** Guesses at the password of an existing account that one invitation allows in a window. */
const GUESSES = { name: 'accept', points: 10, windowSeconds: 900 };

@Injectable()
export class AcceptanceService {
  readonly #guesses: RateLimiter;

  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly memberships: MembershipsRepository,
    private readonly users: UsersRepository,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#guesses = rateLimiters(GUESSES);
  }

  /** What the page of an invitation shows to the holder of its token. */
  async show(token: string): Promise<ShownInvitation> {
    const { email, organization } = await this.find(token);
    return { email, organization, hasAccount: (await this.users.findByEmail(email)) !== null };
  }

  /** The pending invitation a token opens. */
  async find(token: string): Promise<Invitation & { organization: { name: string } }> {
    const invitation = await this.invitations.findByToken(hashSecret(token));
    if (!invitation) throw notFound();
    requirePending(invitation, this.clock());
    return invitation;
  }

  /**
   * The token proves the address for a new account only. An account that exists is opened by its own password: its owner may
   * belong to other organizations, whose access no inviter has to give.
   */
  async accept({ token, name, password }: Acceptance): Promise<Member> {
    const trimmed = name.trim();
    const invitation = await this.find(token);
    const known = await this.users.findByEmail(invitation.email);
    if (known) await this.#checkPassword(invitation, known, password);
    else if (trimmed === '') throw invalidField('name', 'must not be blank');
    return this.#join(invitation, known ?? { name: trimmed, passwordHash: await hashPassword(password) });
  }

  /**
   * For a user without an account whose address a provider has verified: no token is needed. Undefined for a user who is not invited.
   */
  async acceptVerified(email: string, name: string): Promise<Member | undefined> {
    const invitation = await this.invitations.findPending(email, new Date(this.clock()));
    return invitation ? this.#join(invitation, { name, passwordHash: null }) : undefined;
  }

  /** @param person the account of the invited address, or the data to create one. */
  #join(invitation: Invitation, person: User | NewPerson): Promise<Member> {
    return this.memberships.inOrganization(invitation.organizationId, async (memberships) => {
      const { transaction } = memberships;
      const now = new Date(this.clock());
      const { count } = await transaction.invitation.updateMany({
        where: pending(invitation.id, now),
        data: { acceptedAt: now },
      });
      if (count === 0) throw await refusalOf(transaction, invitation.id, now);
      await checkInviter(memberships, invitation, now);
      const { email, role } = invitation;
      const [user] =
        'id' in person
          ? [person]
          : await transaction.user.createManyAndReturn({ data: [{ email, ...person }], skipDuplicates: true });
      const member = user && (await memberships.add(user.id, role, now));
      // Through another invitation or another start of the service, at this very moment.
      if (!member) throw new ServiceError('state_conflict', { message: 'The user has just been added.' });
      await recordAudit(transaction, member, ACCEPTED, now);
      return member;
    });
  }

  async #checkPassword({ id }: Invitation, known: User, password: string): Promise<void> {
    await consumeRateLimit(this.#guesses, id);
    if (await verifyPassword(known.passwordHash, password)) return;
    throw new ServiceError('unauthenticated', {
      message: 'The invited address has an account: its password is required.',
    });
  }
}

/** Why an invitation is no longer pending: another request was faster. */
async function refusalOf({ invitation }: Prisma.TransactionClient, id: string, now: Date): Promise<ServiceError> {
  const decided = await invitation.findUnique({ where: { id } });
  if (!decided) return notFound();
  requirePending(decided, now.getTime());
  return new ServiceError('state_conflict');
}
