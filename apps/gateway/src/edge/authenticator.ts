import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { KEY_CACHE_TTL_MS, KEY_REVOKED_CHANNEL, extractCredential, hashSecret, parseApiKey } from '@svc/auth';
import type { PubSub, Subscription } from '@svc/cache';
import { KeyRefusal } from '@svc/contract';
import { ServiceError, type ErrorCode } from '@svc/errors';
import type { ApiKey } from '@svc/relational';
import { KeysService, refusalOf } from '../keys/keys.service.js';
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
  readonly #recent: RecentRows<ApiKey>;
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
  async authenticate(rawHeaders: readonly string[]): Promise<ApiKey> {
    const credential = extractCredential(rawHeaders);
    if (credential === undefined || parseApiKey(credential).form === 'malformed') {
      throw new ServiceError('unauthenticated');
    }
    const sha256 = hashSecret(credential);
    const key = await this.#recent.get(sha256.toString('base64'), () => this.keys.find(sha256));
    const refusal = refusalOf(key, this.clock());
    if (!key || refusal !== KeyRefusal.UNSPECIFIED) throw new ServiceError(REFUSALS[refusal] ?? 'unauthenticated');
    this.lastUse.note(key.id);
    return key;
  }

  /**
   * Whether a key that was admitted is still good, asked of the store itself: for answers that last longer than a key may be
   * believed.
   */
  async isStillGood({ secretSha256 }: ApiKey): Promise<boolean> {
    return refusalOf(await this.keys.find(secretSha256), this.clock()) === KeyRefusal.UNSPECIFIED;
  }
}
