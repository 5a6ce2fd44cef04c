import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { KEY_CACHE_TTL_MS, KEY_REVOKED_CHANNEL, extractCredential, hashSecret, parseApiKey } from '@svc/auth';
import type { PubSub, Subscription } from '@svc/cache';
import { KeyRefusal } from '@svc/contract';
import { ServiceError, type ErrorCode } from '@svc/errors';
import { refusalOf, type Credential } from '../keys/credential.js';
import { KeysService } from '../keys/keys.service.js';
import { LastUse } from '../keys/last-use.js';
import { CLOCK, PUB_SUB, type Clock } from '../stores.module.js';
import { RecentRows } from './recent-rows.js';

const REFUSALS: Partial<Record<KeyRefusal, ErrorCode>> = {
  [KeyRefusal.EXPIRED]: 'key_expired',
  [KeyRefusal.REVOKED]: 'key_revoked',
};

/** Tells who sends a request. */
@Injectable()
export class Authenticator implements OnModuleInit, OnApplicationShutdown {
  readonly #recent: RecentRows<Credential>;
  #revocations: Subscription | undefined;

  constructor(
    private readonly keys: KeysService,
    private readonly lastUse: LastUse,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#recent = new RecentRows({ ttlMs: KEY_CACHE_TTL_MS, clock });
  }

  async onModuleInit(): Promise<void> {
    this.#revocations = await this.pubSub.subscribe(KEY_REVOKED_CHANNEL, (keyId) => this.#recent.forget(keyId));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#revocations?.close();
  }

  /**
   * @throws ServiceError unauthenticated when there is no credential, more than one, or an unknown one; key_expired or
   *   key_revoked, with the same message, to the holder of a key that was good once.
   */
  async authenticate(rawHeaders: readonly string[]): Promise<Credential> {
    const secret = extractCredential(rawHeaders);
    if (secret === undefined || parseApiKey(secret).form === 'malformed') throw new ServiceError('unauthenticated');
    const sha256 = hashSecret(secret);
    const credential = await this.#recent.get(sha256.toString('base64'), () => this.keys.find(sha256));
    const refusal = refusalOf(credential, this.clock());
    if (!credential || refusal !== KeyRefusal.UNSPECIFIED) {
      throw new ServiceError(REFUSALS[refusal] ?? 'unauthenticated');
    }
    if (credential.principal.type === 'api_key') this.lastUse.note(credential.id);
    return credential;
  }

  /**
   * Whether a credential that was admitted may still do all it could, asked of the store itself: for answers that last longer
   * than one may be believed.
   */
  async isStillGood({ sha256, principal }: Credential): Promise<boolean> {
    const found = await this.keys.find(sha256);
    if (!found || refusalOf(found, this.clock()) !== KeyRefusal.UNSPECIFIED) return false;
    return principal.scopes.every((scope) => found.principal.scopes.includes(scope));
  }
}
