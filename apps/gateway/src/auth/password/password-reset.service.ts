import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { generateApiKey, hashSecret } from '@svc/auth';
import { consumeRateLimit, type PubSub, type RateLimiter } from '@svc/cache';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, PUB_SUB, RATE_LIMITERS, type Clock, type RateLimiters } from '@svc/runtime';
import { notFound, requireFound } from '@svc/service-error';
import { AccountAttempts } from '../../audit/account-attempts.js';
import type { AuditSource } from '../../audit/audit-source.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { MAILER, type Mailer } from '../../workspace/mail/mailer.js';
import { normalizeEmail } from '../../workspace/users/email.js';
import { toNetwork } from '../../workspace/users/network.js';
import { checkNewPassword, hashNewPassword } from '../../workspace/users/password.js';
import { announceRevocations } from '../../workspace/users/revoke-sessions.js';
import { SINGLE_SIGN_ON } from '../../workspace/users/single-sign-on.js';
import { UsersRepository } from '../../workspace/users/users.repository.js';
import { passwordResetMail } from './password-reset-mail.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

const LIFETIME_MS = 30 * 60_000;
/** Requests of one network, and mails to one account, in an hour. */
const REQUESTS = { name: 'password-reset-network', points: 30, windowSeconds: 3600 };
const MAILS = { name: 'password-reset-account', points: 3, windowSeconds: 3600 };

/** Replaces a forgotten password: a link to do so is sent to the address of the account. */
@Injectable()
export class PasswordResetService implements OnModuleDestroy {
  readonly #requests: RateLimiter;
  readonly #mails: RateLimiter;
  readonly #sending = new Set<Promise<void>>();

  constructor(
    private readonly repository: PasswordResetsRepository,
    private readonly users: UsersRepository,
    private readonly attempts: AccountAttempts,
    @Inject(SINGLE_SIGN_ON) private readonly hasSingleSignOn: boolean,
    @Inject(MAILER) private readonly mailer: Mailer | undefined,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#requests = rateLimiters(REQUESTS);
    this.#mails = rateLimiters(MAILS);
  }

  /** Whether the service can send the mail. */
  get isAvailable(): boolean {
    return this.mailer !== undefined;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#sending);
  }

  /**
   * Sends a link to the address, if it has an account with a password. The answer does not wait, so it is the same for every address,
   * also in its time.
   *
   * @throws ServiceError not_found where no mail can be sent; rate_limited.
   */
  async request(email: string, source: AuditSource): Promise<void> {
    const { mailer } = this;
    if (!mailer) throw notFound();
    const { requestId } = source;
    await this.#limit(source);
    const address = normalizeEmail(email);
    this.attempts.noteRequest(address, source);
    const sending = this.#send(mailer, address)
      .catch((cause: unknown) =>
        this.logger.warn({ err: cause, request_id: requestId }, 'could not send a password reset e-mail'),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** @throws ServiceError invalid_request for a bad password; not_found for a link that is unknown, used or expired; rate_limited. */
  async reset(token: string, password: string, source: AuditSource): Promise<void> {
    checkNewPassword(password);
    const tokenSha256 = hashSecret(token);
    await this.#limit(source);
    try {
      await this.#use(tokenSha256, password, source);
    } catch (error) {
      this.attempts.note(await this.repository.findAddress(tokenSha256), source, error);
      throw error;
    }
  }

  /** Does not ask which account it is about, so that a network that is refused costs no statement for it. */
  async #limit(source: AuditSource): Promise<void> {
    try {
      await consumeRateLimit(this.#requests, toNetwork(source.sourceAddress));
    } catch (error) {
      this.attempts.note(undefined, source, error);
      throw error;
    }
  }

  async #use(tokenSha256: Uint8Array<ArrayBuffer>, password: string, source: AuditSource): Promise<void> {
    const now = new Date(this.clock());
    const user = requireFound(await this.repository.findUser(tokenSha256, now));
    const ended = requireFound(
      await this.repository.use(tokenSha256, user, await hashNewPassword(password), source, now),
    );
    await announceRevocations(this.pubSub, ended);
  }

  async #send(mailer: Mailer, address: string | undefined): Promise<void> {
    const user = address === undefined ? null : await this.users.findByEmail(address);
    if (!user || user.passwordHash === null) return;
    if (this.hasSingleSignOn && (await this.repository.requiresProvider(user.id))) return;
    if (!(await this.#mails.consume(user.id)).allowed) return;
    const { secret, sha256: tokenSha256 } = generateApiKey('reset');
    const now = this.clock();
    const row = { tokenSha256, userId: user.id, expiresAt: new Date(now + LIFETIME_MS) };
    await this.repository.insert(row, new Date(now));
    await mailer.send(passwordResetMail(user.email, `${this.publicUrl()}/password/reset?token=${secret}`));
  }
}
