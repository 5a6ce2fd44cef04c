import { Inject, Injectable } from '@nestjs/common';
import { KEY_REVOKED_CHANNEL, generateApiKey, hashSecret, type TokenKind } from '@svc/auth';
import type { PubSub } from '@svc/cache';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import type { AuditSource } from '../../audit/audit-source.js';
import { SessionsRepository, type NewSession } from './sessions.repository.js';

const MINUTE_S = 60;
const DAY_S = 24 * 3600;
/** A browser is signed in for a week. */
export const BROWSER_SESSION_S = 7 * DAY_S;
/** A client is signed in for three months, as long as it is used once in thirty days. */
const CLIENT_SESSION_S = 90 * DAY_S;
const REFRESH_TOKEN_S = 30 * DAY_S;
const ACCESS_TOKEN_S = 15 * MINUTE_S;

/** The tokens that a client sends and renews, in the spelling of RFC 6749. */
export interface ClientTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
}

/** The holder of a new session and the way in which they signed in. */
export type SessionHolder = Pick<NewSession, 'membershipId' | 'source' | 'client'> &
  Partial<Pick<NewSession, 'hasSecondFactor' | 'roleLimit'>>;

type McpLimits = Required<Pick<NewSession, 'claim' | 'id' | 'oauthClientId' | 'scopes'>>;

@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Signs a browser in and answers the secret of its cookie. */
  async openBrowser(holder: SessionHolder): Promise<string> {
    const { secret, row } = this.#token('session', 'cookie', BROWSER_SESSION_S);
    await this.#create(holder, { kind: 'browser', expiresAt: row.expiresAt, tokens: [row] });
    return secret;
  }

  async openClient(holder: SessionHolder): Promise<ClientTokens> {
    const { tokens, rows } = this.#clientTokens();
    await this.#create(holder, { kind: 'client', expiresAt: this.#in(CLIENT_SESSION_S), tokens: rows });
    return tokens;
  }

  /** Signs a client in for the MCP endpoint alone; undefined if what it brings is claimed already. */
  async openMcpClient(holder: SessionHolder, limits: McpLimits): Promise<ClientTokens | undefined> {
    const { tokens, rows } = this.#clientTokens();
    const session = { ...limits, kind: 'mcp', expiresAt: this.#in(CLIENT_SESSION_S), tokens: rows } as const;
    return (await this.#create(holder, session)) ? tokens : undefined;
  }

  hasSecondFactor(sessionId: string): Promise<boolean> {
    return this.repository.hasSecondFactor(sessionId);
  }

  /**
   * New tokens for a refresh token, which is valid once; undefined when it is invalid. A second use ends the session.
   *
   * @param clientId what the client calls itself, which only clients of the authorization code flow have to.
   */
  async refresh(refreshToken: string, source: AuditSource, clientId?: string): Promise<ClientTokens | undefined> {
    const { tokens, rows } = this.#clientTokens();
    const exchange = await this.repository.exchange(
      hashSecret(refreshToken),
      source,
      new Date(this.clock()),
      rows,
      clientId,
    );
    if (exchange.outcome === 'reused') await this.pubSub.publish(KEY_REVOKED_CHANNEL, exchange.sessionId);
    return exchange.outcome === 'exchanged' ? tokens : undefined;
  }

  async revoke(sessionId: string, source: AuditSource): Promise<void> {
    await this.repository.revoke(sessionId, source, new Date(this.clock()));
    await this.pubSub.publish(KEY_REVOKED_CHANNEL, sessionId);
  }

  #create(
    holder: SessionHolder,
    session: Partial<McpLimits> & Pick<NewSession, 'expiresAt' | 'kind' | 'tokens'>,
  ): Promise<boolean> {
    const { hasSecondFactor = false, roleLimit = null } = holder;
    return this.repository.create({
      ...holder,
      ...session,
      hasSecondFactor,
      roleLimit,
      now: new Date(this.clock()),
    });
  }

  #clientTokens() {
    const access = this.#token('access', 'access', ACCESS_TOKEN_S);
    const refresh = this.#token('refresh', 'refresh', REFRESH_TOKEN_S);
    const tokens: ClientTokens = {
      access_token: access.secret,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_S,
      refresh_token: refresh.secret,
    };
    return { tokens, rows: [access.row, refresh.row] };
  }

  #token(form: TokenKind, kind: string, seconds: number) {
    const { secret, sha256 } = generateApiKey(form);
    return { secret, row: { sha256, kind, expiresAt: this.#in(seconds) } };
  }

  #in(seconds: number): Date {
    return new Date(this.clock() + seconds * 1000);
  }
}
