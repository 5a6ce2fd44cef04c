import { Inject, Injectable } from '@nestjs/common';
import { consumeRateLimit, type PubSub, type RateLimiter } from '@svc/cache';
import type { CallContext, MeTotpDeleteRequest } from '@svc/contract';
import { CLOCK, PUB_SUB, RATE_LIMITERS, type Clock, type RateLimiters } from '@svc/runtime';
import { ServiceError, invalidField, requireFound } from '@svc/service-error';
import { PasswordProof } from '../users/password-proof.js';
import { announceRevocations } from '../users/revoke-sessions.js';
import { requireSignedIn } from '../users/signed-in.js';
import { UsersRepository } from '../users/users.repository.js';
import { createRecoveryCodes } from './recovery-codes.js';
import { SecondFactorRepository } from './second-factor.repository.js';
import { createTotpSecret, findTotpStep, toOtpauthUrl } from './totp.js';

/** Codes that may be tried for one user in a quarter of an hour: a guess is right with a probability of 3 in a million. */
const ATTEMPTS = { name: 'second-factor', points: 10, windowSeconds: 900 };

@Injectable()
export class SecondFactorService {
  readonly #attempts: RateLimiter;

  constructor(
    private readonly repository: SecondFactorRepository,
    private readonly users: UsersRepository,
    private readonly passwords: PasswordProof,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#attempts = rateLimiters(ATTEMPTS);
  }

  isEnrolled(userId: string): Promise<boolean> {
    return this.repository.isEnrolled(userId);
  }

  /** Creates a secret, which has no effect until it is confirmed. */
  async enroll(context: CallContext): Promise<{ secret: string; otpauthUrl: string }> {
    requireSignedIn(context);
    const user = requireFound(await this.users.find(context.userId));
    const secret = createTotpSecret();
    if (!(await this.repository.begin(user.id, secret, new Date(this.clock())))) throw alreadyEnrolled();
    return { secret, otpauthUrl: toOtpauthUrl(secret, user.email) };
  }

  /** Ends the other sessions of the user, which have given no code. @returns the recovery codes, which are stored only as hashes. */
  async confirm(context: CallContext, code: string): Promise<string[]> {
    requireSignedIn(context);
    const { userId, credentialId } = context;
    await consumeRateLimit(this.#attempts, userId);
    const factor = await this.repository.find(userId);
    if (!factor) throw new ServiceError('state_conflict', { message: 'Enroll an authenticator first.' });
    if (factor.isConfirmed) throw alreadyEnrolled();
    const now = this.clock();
    const step = findTotpStep(factor.secret, code, now);
    if (step === undefined) throw invalidField('code', 'is wrong');
    const codes = createRecoveryCodes();
    const ended = await this.repository.confirm(userId, credentialId, step, codes, new Date(now));
    if (!ended) throw alreadyEnrolled();
    await announceRevocations(this.pubSub, [credentialId, ...ended]);
    return codes;
  }

  /** Needs the password of a user who has one, and a code of an authenticator that was confirmed. */
  async delete(context: CallContext, { password, code }: MeTotpDeleteRequest): Promise<void> {
    requireSignedIn(context);
    const { userId } = context;
    if (await this.repository.isRequired(userId)) {
      throw new ServiceError('state_conflict', { message: 'The organization requires a second factor.' });
    }
    const user = await this.users.find(userId);
    if (user?.passwordHash !== null) await this.passwords.require(context, 'password', password);
    const isConfirmed = await this.isEnrolled(userId);
    if (isConfirmed && code === '')
      throw invalidField('code', 'is required: one of the authenticator or a recovery code');
    if (isConfirmed && !(await this.verify(userId, code))) throw invalidField('code', 'is wrong');
    await this.repository.delete(userId);
  }

  /**
   * Whether a code is right: of the authenticator or a recovery code. Each is accepted once.
   *
   * @throws ServiceError rate_limited for a user whose codes are being guessed.
   */
  async verify(userId: string, code: string): Promise<boolean> {
    await consumeRateLimit(this.#attempts, userId);
    const factor = await this.repository.find(userId);
    if (!factor?.isConfirmed) return false;
    const now = this.clock();
    const step = findTotpStep(factor.secret, code.replaceAll(/\s/g, ''), now);
    const isRight =
      step === undefined
        ? await this.repository.useRecoveryCode(userId, code, new Date(now))
        : await this.repository.useStep(userId, step);
    if (isRight) await this.#attempts.reset(userId);
    return isRight;
  }
}

function alreadyEnrolled(): ServiceError {
  return new ServiceError('already_exists', { message: 'The account has an authenticator. Delete it first.' });
}
