import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject, type JsonValue } from '@svc/contract';
import { EgressError, type Egress, type EgressResponse } from '@svc/outbound';
import { CLOCK, type Clock } from '@svc/runtime';
import { EGRESS, OAUTH } from '../../tokens.js';
import type { ProviderName } from '../connection-rules.js';
import { toTokenRequest, type OAuthClient, type OAuthOptions } from './oauth-client.js';
import { OAuthError } from './oauth-error.js';

/** Less than a transaction may be idle, because a refresh happens within one. */
const TIMEOUT_MS = 6_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Becomes part of a header. */
const TOKEN = /^[!-~]{1,8192}$/;
/** GitHub has words of its own for codes and refresh tokens that are not valid any more. */
const INVALID_GRANTS: ReadonlySet<unknown> = new Set(['invalid_grant', 'bad_verification_code', 'bad_refresh_token']);

/** Tokens that a provider issued. */
export interface IssuedTokens {
  readonly token: string;
  /** Absent where the provider issues none, as for tokens without an expiry. */
  readonly refreshToken?: string;
  /** When the token expires, in epoch milliseconds; absent if it does not. */
  readonly expiresAt?: number;
}

/** The token endpoints of the configured providers. */
@Injectable()
export class TokenEndpoint {
  constructor(
    @Inject(EGRESS) private readonly egress: Egress,
    @Inject(OAUTH) private readonly options: OAuthOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  client(provider: ProviderName): OAuthClient | undefined {
    return this.options.clients[provider];
  }

  /** @throws OAuthError */
  exchange(provider: ProviderName, code: string, verifier: string, redirectUri: string): Promise<IssuedTokens> {
    const grant = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri };
    return this.#issue(provider, grant);
  }

  /** @throws OAuthError */
  refresh(provider: ProviderName, refreshToken: string): Promise<IssuedTokens> {
    return this.#issue(provider, { grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async #issue(provider: ProviderName, grant: Readonly<Record<string, string>>): Promise<IssuedTokens> {
    const client = this.client(provider);
    if (!client) throw new OAuthError('rejected');
    const askedAt = this.clock();
    const response = await this.#send(client.tokenUrl, toTokenRequest(provider, client, grant));
    const answer = parse(response.body);
    // GitHub reports errors with the status 200.
    if (INVALID_GRANTS.has(answer['error'])) throw new OAuthError('invalid_grant');
    const failure = failureIn(response);
    if (failure) throw failure;
    if (answer['error'] !== undefined) throw new OAuthError('rejected');
    return toTokens(answer, askedAt);
  }

  async #send(url: string, { body, contentType }: { body: string; contentType: string }): Promise<EgressResponse> {
    try {
      const headers = { accept: 'application/json', 'content-type': contentType, 'user-agent': 'svc' };
      const limits = { timeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_RESPONSE_BYTES };
      return await this.egress.request(url, { method: 'POST', headers, body, ...limits });
    } catch (error) {
      throw error instanceof EgressError ? new OAuthError('unavailable', undefined, { cause: error }) : error;
    }
  }
}

function failureIn({ status, headers }: EgressResponse): OAuthError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const seconds = /^\d{1,9}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : undefined;
  const retryAfterMs = seconds === undefined ? undefined : seconds * 1_000;
  if (status === 429) return new OAuthError('rate_limited', retryAfterMs);
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return new OAuthError(isRefused ? 'rejected' : 'unavailable', retryAfterMs);
}

/** The members of the answer; none if it is not an object. */
function parse(body: Buffer): JsonObject {
  try {
    const answer = JSON.parse(body.toString()) as JsonValue;
    return isJsonObject(answer) ? answer : {};
  } catch {
    return {};
  }
}

function toTokens(answer: JsonObject, askedAt: number): IssuedTokens {
  const { access_token: token, refresh_token: refreshToken, expires_in: expiresIn } = answer;
  if (typeof token !== 'string' || !TOKEN.test(token)) throw new OAuthError('unavailable');
  return {
    token,
    ...(typeof refreshToken === 'string' && TOKEN.test(refreshToken) && { refreshToken }),
    ...(typeof expiresIn === 'number' && expiresIn > 0 && { expiresAt: askedAt + expiresIn * 1_000 }),
  };
}
