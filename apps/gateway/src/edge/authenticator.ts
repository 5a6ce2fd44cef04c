import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { KEY_REVOKED_CHANNEL, extractCredential, hashSecret, parseApiKey } from '@svc/auth';
import type { PubSub, Subscription } from '@svc/cache';
import { KeyRefusal } from '@svc/contract';
import { ServiceError, type ErrorCode } from '@svc/errors';
import type { ApiKey } from '@svc/relational';
import { KeysService, refusalOf } from '../keys/keys.service.js';
import { LastUse } from '../keys/last-use.js';
import { CLOCK, PUB_SUB, type Clock } from '../stores.module.js';
import { KeyCache } from './key-cache.js';

const REFUSALS: Partial<Record<KeyRefusal, ErrorCode>> = {
  [KeyRefusal.EXPIRED]: 'key_expired',
  [KeyRefusal.REVOKED]: 'key_revoked',
};

/** Tells who sends a request. */
@Injectable()
export class Authenticator implements OnModuleInit, OnApplicationShutdown {
  readonly #cache: KeyCache<ApiKey>;
  #revocations: Subscription | undefined;

  constructor(
    keys: KeysService,
    private readonly lastUse: LastUse,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#cache = new KeyCache({ load: (sha256) => keys.find(sha256), clock });
  }

  async onModuleInit(): Promise<void> {
    this.#revocations = await this.pubSub.subscribe(KEY_REVOKED_CHANNEL, (keyId) => this.#cache.forget(keyId));
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
    const key = await this.#cache.get(hashSecret(credential));
    const refusal = refusalOf(key, this.clock());
    if (!key || refusal !== KeyRefusal.UNSPECIFIED) throw new ServiceError(REFUSALS[refusal] ?? 'unauthenticated');
    this.lastUse.note(key.id);
    return key;
  }
}
