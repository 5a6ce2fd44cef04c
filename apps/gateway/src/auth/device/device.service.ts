import { Inject, Injectable } from '@nestjs/common';
import { generateApiKey, hashSecret, lowerRole, type Role } from '@svc/auth';
import { consumeRateLimit, type RateLimiter } from '@svc/cache';
import type { DeviceAuthorization } from '@svc/relational';
import { CLOCK, RATE_LIMITERS, type Clock, type RateLimiters } from '@svc/runtime';
import type { ActingMember, AuditSource } from '../../audit/audit-source.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import type { Credential } from '../../workspace/keys/credential.js';
import { MembershipsRepository } from '../../workspace/members/memberships.repository.js';
import { SessionsService, type ClientTokens } from '../sessions/sessions.service.js';
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
/** The time for which an expired code is reported as expired instead of unknown. */
const REMEMBERED_MS = 3_600_000;
/** Codes one address may request, and codes one user may try, in ten minutes. */
const REQUESTS = { name: 'device-codes', points: 120, windowSeconds: 600 };
const TRIES = { name: 'user-codes', points: 20, windowSeconds: 600 };

/** The credential of the browser session that approves a client. */
export type Approver = Pick<Credential, 'id' | 'principal'>;

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

  async authorize(ip: string, client: string): Promise<DeviceAuthorizationAnswer> {
    await consumeRateLimit(this.#requests, ip);
    const { secret, sha256 } = generateApiKey('device');
    const code = generateUserCode();
    const now = this.clock();
    await this.repository.insert(
      {
        deviceCodeSha256: sha256,
        userCode: code,
        interval: INTERVAL_S,
        client,
        sourceAddress: ip,
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
    const { membershipId, client, roleLimit, hasSecondFactor } = polled.device;
    if (membershipId === null) return { refusal: 'invalid_grant' };
    const holder = { membershipId, source, client, roleLimit, hasSecondFactor };
    return { tokens: await this.sessions.openClient(holder) };
  }

  /**
   * The request of the client that waits with a typed code.
   *
   * @throws ServiceError rate_limited for a user who tries many codes.
   */
  async findWaiting(userId: string, typed: string): Promise<DeviceAuthorization | undefined> {
    await consumeRateLimit(this.#tries, userId);
    const code = parseUserCode(typed);
    if (code === undefined) return undefined;
    return (await this.repository.findWaiting(code, new Date(this.clock()))) ?? undefined;
  }

  /**
   * Lets the client act as the user, at most with the scopes of a role. It has a second factor if the session that approves it has.
   * False when the client no longer waits.
   */
  async approve({ id, principal }: Approver, code: string, role: Role, source: AuditSource): Promise<boolean> {
    const membership = await this.memberships.find(principal.organizationId, principal.id);
    if (!membership) return false;
    const hasSecondFactor = await this.sessions.hasSecondFactor(id);
    const roleLimit = role === principal.role ? null : lowerRole(role, principal.role);
    const decision = { membershipId: membership.id, roleLimit, hasSecondFactor };
    const details = { role: lowerRole(role, principal.role) };
    return this.repository.decide(code, new Date(this.clock()), decision, {
      member: toMember(principal),
      source,
      details,
    });
  }

  deny({ principal }: Approver, code: string, source: AuditSource): Promise<boolean> {
    const now = new Date(this.clock());
    return this.repository.decide(code, now, { deniedAt: now }, { member: toMember(principal), source, details: {} });
  }
}

function toMember({ organizationId, id, name }: Approver['principal']): ActingMember {
  return { organizationId, userId: id, user: { name } };
}
