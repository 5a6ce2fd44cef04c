import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hashSecret } from '@svc/auth';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { invalidField, notFound, requireFound } from '@svc/service-error';
import type { AuditSource } from '../../audit/audit-source.js';
import { accountExists, createFirstAccount, hasMembers } from '../../workspace/bootstrap/first-account.js';
import { MembershipsRepository, type OrganizationMembership } from '../../workspace/members/memberships.repository.js';
import { normalizeEmail } from '../../workspace/users/email.js';
import { checkNewPassword, hashNewPassword } from '../../workspace/users/password.js';
import { SignInLimits } from '../../workspace/users/sign-in-limits.js';

/**
 * Injection token of the SHA-256 hash of the token that creates the first account. The process that made the token prints it to its
 * operator; undefined in a process that prints none.
 */
export const SETUP_TOKEN_HASH = Symbol('SetupTokenHash');

/** The entered values. */
export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

const NAME_MAX_LENGTH = 200;

/** Creates the first account of a service that nobody can sign in to yet. */
@Injectable()
export class SetupService {
  #hasMembers = false;

  constructor(
    private readonly memberships: MembershipsRepository,
    private readonly limits: SignInLimits,
    @Inject(SETUP_TOKEN_HASH) private readonly tokenHash: Uint8Array | undefined,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether this process has printed a link to create the first account. */
  get hasLink(): boolean {
    return this.tokenHash !== undefined;
  }

  /** Whether nobody can sign in yet. The last owner cannot leave, so the store is asked only until there is an account. */
  async isWaiting(): Promise<boolean> {
    this.#hasMembers ||= await hasMembers(this.relational);
    return !this.#hasMembers;
  }

  /** @throws ServiceError not_found for another token than that of this start; state_conflict once there is an account. */
  async check(token: string): Promise<void> {
    if (this.tokenHash === undefined) throw notFound();
    if (!(await this.isWaiting())) throw accountExists();
    if (!timingSafeEqual(hashSecret(token), this.tokenHash)) throw notFound();
  }

  /**
   * Creates the account; guesses at the token count like those at a password.
   *
   * @throws ServiceError besides those of `check`, rate_limited, and invalid_request naming the field.
   */
  async create(token: string, account: NewAccount, source: AuditSource): Promise<OrganizationMembership> {
    const email = normalizeEmail(account.email);
    const attempt = { email: email ?? '', ip: source.sourceAddress };
    await this.limits.consume(attempt);
    await this.check(token);
    const name = account.name.trim();
    if (email === undefined) throw invalidField('email', 'must be an e-mail address');
    if (name === '' || name.length > NAME_MAX_LENGTH)
      throw invalidField('name', `must have 1 to ${NAME_MAX_LENGTH} characters`);
    checkNewPassword(account.password);
    const passwordHash = await hashNewPassword(account.password);
    const person = { email, name, passwordHash };
    const { userId } = await createFirstAccount(this.relational, person, source, new Date(this.clock()));
    await this.limits.succeed(attempt, userId);
    return requireFound(await this.memberships.findFirst(userId));
  }
}
