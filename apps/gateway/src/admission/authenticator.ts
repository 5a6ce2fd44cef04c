import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { KEY_CACHE_TTL_MS, KEY_REVOKED_CHANNEL, extractAnyCredential, hashSecret, parseApiKey } from '@svc/auth';
import type { PubSub, Subscription } from '@svc/cache';
import { KeyRefusal } from '@svc/contract';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { ServiceError, type ErrorCode } from '@svc/service-error';
import { PUBLIC_URL, type PublicUrl } from '../http/public-url.js';
import { toKeyRefusal, type Carrier, type Credential } from '../workspace/keys/credential.js';
import { KeysService } from '../workspace/keys/keys.service.js';
import { LastUse } from '../workspace/keys/last-use.js';
import { CSRF_HEADER, checkCsrf, checkSite, toCsrfToken, readSessionSecret } from './browser-session.js';
import { RecentRows } from './recent-rows.js';

const REFUSALS: Partial<Record<KeyRefusal, ErrorCode>> = {
  [KeyRefusal.EXPIRED]: 'key_expired',
  [KeyRefusal.REVOKED]: 'key_revoked',
};

/** A user who is signed in in a browser. */
export interface Visitor {
  readonly credential: Credential;
  /** For the forms of the page. */
  readonly csrfToken: string;
}

/** Finds the credential of a request. */
@Injectable()
export class Authenticator implements OnModuleInit, OnApplicationShutdown {
  readonly #recent: RecentRows<Credential>;
  #revocations: Subscription | undefined;

  constructor(
    private readonly keys: KeysService,
    private readonly lastUse: LastUse,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
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
   * Authenticates by a header, or by the cookie of a browser session, which needs its CSRF token for requests that
   * change something, and is for pages of this origin alone. A header takes precedence over a cookie: browsers send cookies by
   * themselves.
   *
   * @param header what a header may carry: tokens for the MCP endpoint are unknown elsewhere.
   *
   * @throws ServiceError unauthenticated when there is no credential, more than one, or an unknown one; key_expired or
   * key_revoked, with the same message, to the holder of one that was valid once; permission_denied without the CSRF
   * token, and for a page of another origin.
   */
  async authenticate(
    { method, rawHeaders }: Pick<IncomingMessage, 'method' | 'rawHeaders'>,
    header: Exclude<Carrier, 'cookie'> = 'header',
  ): Promise<Credential> {
    const secret = extractAnyCredential(rawHeaders);
    if (secret !== undefined) return this.#identify(secret, header);
    const cookie = readSessionSecret(rawHeaders, this.publicUrl());
    if (cookie === undefined) throw new ServiceError('unauthenticated');
    // Before the store is asked, whose time would tell the page something.
    checkSite(findHeader(rawHeaders, 'sec-fetch-site'));
    const credential = await this.#identify(cookie, 'cookie');
    checkCsrf(method ?? '', cookie, findHeader(rawHeaders, CSRF_HEADER));
    return credential;
  }

  /** The user whose browser requests a page; undefined when not signed in. Forms carry the CSRF token themselves. */
  async visitor(rawHeaders: readonly string[]): Promise<Visitor | undefined> {
    const secret = readSessionSecret(rawHeaders, this.publicUrl());
    if (secret === undefined) return undefined;
    try {
      return { credential: await this.#identify(secret, 'cookie'), csrfToken: toCsrfToken(secret) };
    } catch (error) {
      if (error instanceof ServiceError && error.httpStatus === 401) return undefined;
      throw error;
    }
  }

  async #identify(secret: string, carrier: Carrier): Promise<Credential> {
    if (parseApiKey(secret).form === 'malformed') throw new ServiceError('unauthenticated');
    const sha256 = hashSecret(secret);
    const name = `${carrier} ${sha256.toString('base64')}`;
    const credential = await this.#recent.get(name, () => this.keys.find(sha256, carrier));
    const refusal = toKeyRefusal(credential, this.clock());
    if (!credential || refusal !== KeyRefusal.UNSPECIFIED) {
      throw new ServiceError(REFUSALS[refusal] ?? 'unauthenticated');
    }
    this.lastUse.note(credential);
    return credential;
  }

  /**
   * Whether a credential that was admitted may still do all it could, asked of the store itself: for answers that last longer
   * than one may be believed.
   */
  async isStillValid({ sha256, carrier, principal }: Credential): Promise<boolean> {
    const found = await this.keys.find(sha256, carrier);
    if (!found || toKeyRefusal(found, this.clock()) !== KeyRefusal.UNSPECIFIED) return false;
    return principal.scopes.every((scope) => found.principal.scopes.includes(scope));
  }
}

function findHeader(rawHeaders: readonly string[], name: string): string | undefined {
  const index = rawHeaders.findIndex((header, at) => at % 2 === 0 && header.toLowerCase() === name);
  return index < 0 ? undefined : rawHeaders[index + 1];
}
