import { randomInt, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hashSecret } from '@svc/auth';
import { consumeRateLimit, type RateLimiter } from '@svc/cache';
import type { CallContext, ContactMethodsAddRequest } from '@svc/contract';
import type { ContactMethod } from '@svc/relational';
import { CLOCK, RATE_LIMITERS, type Clock, type RateLimiters } from '@svc/runtime';
import { ServiceError, invalidField, notFound, requireFound } from '@svc/service-error';
import { MAILER, type Mailer } from '../mail/mailer.js';
import { ContactMethodsRepository, type ContactOwner } from './contact-methods.repository.js';
import { normalizeContact } from './contact-value.js';
import { contactWarnings } from './contact-warnings.js';

const MAX_METHODS = 20;
const CODE_LIFETIME_MS = 600_000;
const CODE_ATTEMPTS = 5;
/** Additions in a window: each may send a mail to an address of the caller's choice. */
const ADDITIONS = { name: 'contact-methods', points: 10, windowSeconds: 3600 };

export interface DescribedContact {
  readonly method: ContactMethod;
  readonly warnings: readonly string[];
}

@Injectable()
export class ContactMethodsService {
  readonly #additions: RateLimiter;

  constructor(
    private readonly repository: ContactMethodsRepository,
    @Inject(MAILER) private readonly mailer: Mailer | undefined,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#additions = rateLimiters(ADDITIONS);
  }

  list(context: CallContext): Promise<ContactMethod[]> {
    return this.repository.list(toOwner(context));
  }

  /** The contact methods with the reasons why pages do not reach them now. */
  async describe({ organizationId }: CallContext, methods: readonly ContactMethod[]): Promise<DescribedContact[]> {
    const needsChannel = methods.some(({ type }) => type !== 'email');
    const channelTypes = needsChannel ? await this.repository.channelTypes(organizationId) : new Set<string>();
    const senders = { mail: this.mailer !== undefined, channelTypes };
    return methods.map((method) => ({ method, warnings: contactWarnings(method, senders) }));
  }

  /** The code goes out once the method is written; a method whose code could not be sent is taken back. */
  async add(context: CallContext, { type, value, label }: ContactMethodsAddRequest): Promise<ContactMethod> {
    const owner = toOwner(context);
    const address = normalizeContact(type, value);
    await consumeRateLimit(this.#additions, owner.principalId);
    if ((await this.repository.count(owner)) >= MAX_METHODS) {
      throw new ServiceError('state_conflict', { message: `A caller has at most ${MAX_METHODS} contact methods.` });
    }
    const mailer = type === 'email' ? this.mailer : undefined;
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const now = this.clock();
    const method = await this.repository.insert({
      ...owner,
      type,
      value: address,
      label,
      createdAt: new Date(now),
      ...(mailer && { codeSha256: hashCode(address, code), codeExpiresAt: new Date(now + CODE_LIFETIME_MS) }),
    });
    if (!method) throw new ServiceError('already_exists', { message: 'The contact method exists already.' });
    if (!mailer) return method;
    try {
      await mailer.send({
        to: address,
        subject: 'Your verification code',
        text: `Your verification code is ${code}. It works for ten minutes.\n`,
      });
    } catch (error) {
      await this.repository.delete(owner, method.id);
      throw error;
    }
    return method;
  }

  /** The attempt is taken before the code is looked at, so that guesses at the same time count as many. */
  async verify(context: CallContext, methodId: string, code: string): Promise<ContactMethod> {
    const method = requireFound(await this.repository.find(toOwner(context), methodId));
    if (method.verifiedAt) return method;
    const now = new Date(this.clock());
    if (!method.codeSha256 || !(await this.repository.takeAttempt(method.id, now, CODE_ATTEMPTS))) {
      throw new ServiceError('state_conflict', {
        message: method.codeSha256
          ? 'The code is used up or too old: delete the contact method and add it again.'
          : 'No code can be sent to a contact method of this type here, so it cannot be verified.',
      });
    }
    if (!timingSafeEqual(method.codeSha256, hashCode(method.value, code))) {
      throw invalidField('code', 'is not the code that was sent');
    }
    return this.repository.verify(method.id, now);
  }

  async delete(context: CallContext, methodId: string): Promise<void> {
    if (!(await this.repository.delete(toOwner(context), methodId))) throw notFound();
  }
}

/** The user of the request, or the key if it acts for no user. */
function toOwner({ organizationId, userId, principalId }: CallContext): ContactOwner {
  return { organizationId, principalId: userId || principalId };
}

/** Hashes a code together with the address, so that equal codes have different hashes. */
function hashCode(address: string, code: string): Buffer<ArrayBuffer> {
  return hashSecret(`${address} ${code}`);
}
