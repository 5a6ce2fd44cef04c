import { Inject, Injectable } from '@nestjs/common';
import { generateApiKey, hashSecret } from '@svc/auth';
import { consumeRateLimit, type RateLimiter } from '@svc/cache';
import { CLOCK, RATE_LIMITERS, type Clock, type RateLimiters } from '@svc/service';
import type { AuditSource } from '../../audit/audit-source.js';
import { MembershipsRepository } from '../../workspace/members/memberships.repository.js';
import { SessionsService, type ClientTokens } from '../sessions/sessions.service.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { DeviceRepository } from './device.repository.js';
import type { PollOutcome } from './poll.js';
import { formatUserCode, generateUserCode, parseUserCode } from './user-code.js';

/** As RFC 8628 (3.2) spells it. */
export interface DeviceAuthorizationAnswer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds between two polls. */
  readonly interval: number;
}

export type PollAnswer =
  { readonly tokens: ClientTokens } | { readonly refusal: Exclude<PollOutcome, 'approved'> | 'invalid_grant' };

const LIFETIME_S = 600;
const INTERVAL_S = 5;
/** How long an expired code is reported as expired instead of unknown. */
const REMEMBERED_MS = 3_600_000;
/** Codes one address may request, and codes one user may try, in ten minutes. */
const REQUESTS = { name: 'device-codes', points: 120, windowSeconds: 600 };
const TRIES = { name: 'user-codes', points: 20, windowSeconds: 600 };

@Injectable()
export class DeviceService {
  readonly #requests: RateLimiter;
  readonly #tries: RateLimiter;

  constructor(
    private readonly repository: DeviceRepository,
    private readonly sessions: SessionsService,
    private readonly memberships: MembershipsRepository,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#requests = rateLimiters(REQUESTS);
    this.#tries = rateLimiters(TRIES);
  }

  async authorize(ip: string): Promise<DeviceAuthorizationAnswer> {
    await consumeRateLimit(this.#requests, ip);
    const { secret, sha256 } = generateApiKey('device');
    const code = generateUserCode();
    const now = this.clock();
    await this.repository.insert(
      {
        deviceCodeSha256: sha256,
        userCode: code,
        interval: INTERVAL_S,
        createdAt: new Date(now),
        expiresAt: new Date(now + LIFETIME_S * 1000),
      },
      new Date(now - REMEMBERED_MS),
    );
    const page = `${this.publicUrl()}/device`;
    return {
      device_code: secret,
      user_code: formatUserCode(code),
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${formatUserCode(code)}`,
      expires_in: LIFETIME_S,
      interval: INTERVAL_S,
    };
  }

  async poll(deviceCode: string, source: AuditSource): Promise<PollAnswer> {
    const polled = await this.repository.poll(hashSecret(deviceCode), new Date(this.clock()));
    if (!polled) return { refusal: 'invalid_grant' };
    if (polled.outcome !== 'approved') return { refusal: polled.outcome };
    return polled.membershipId === null
      ? { refusal: 'invalid_grant' }
      : { tokens: await this.sessions.openClient({ membershipId: polled.membershipId, source, client: '' }) };
  }

  /**
   * The stored form of a typed code, if a client waits with it.
   *
   * @throws ServiceError rate_limited for a user who tries many codes.
   */
  async findWaiting(userId: string, typed: string): Promise<string | undefined> {
    await consumeRateLimit(this.#tries, userId);
    const code = parseUserCode(typed);
    if (code === undefined) return undefined;
    return (await this.repository.findWaiting(code, new Date(this.clock()))) ? code : undefined;
  }

  /** False when the client no longer waits. */
  async approve(organizationId: string, userId: string, code: string): Promise<boolean> {
    const membership = await this.memberships.find(organizationId, userId);
    return membership !== null && this.repository.decide(code, new Date(this.clock()), { membershipId: membership.id });
  }

  deny(code: string): Promise<boolean> {
    const now = new Date(this.clock());
    return this.repository.decide(code, now, { deniedAt: now });
  }
}
