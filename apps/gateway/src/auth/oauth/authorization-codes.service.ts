import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { generateApiKey, hashSecret, lowerRole, scopesWithin, type Role } from '@svc/auth';
import { consumeRateLimit, type RateLimiter } from '@svc/cache';
import { CLOCK, RATE_LIMITERS, type Clock, type RateLimiters } from '@svc/runtime';
import type { AuditSource } from '../../audit/audit-source.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import type { Credential } from '../../workspace/keys/credential.js';
import { MembershipsRepository } from '../../workspace/members/memberships.repository.js';
import { toNetwork } from '../../workspace/users/network.js';
import { SessionsService, type ClientTokens } from '../sessions/sessions.service.js';
import { AuthorizationCodesRepository, type Decision } from './authorization-codes.repository.js';
import {
  readAuthorizationRequest,
  toRedirect,
  type AuthorizationRequest,
  type ReadRequest,
} from './authorization-request.js';
import { ClientDocuments } from './client-documents.js';
import { OAUTH_OPTIONS, type OAuthOptions } from './oauth-options.js';

/** RFC 6749 (4.1.2) permits ten minutes; a client uses its code at once. */
const LIFETIME_MS = 60_000;
/** The time for which a second use of a code is noticed. */
const REMEMBERED_MS = 3_600_000;
/** Requests of one user in ten minutes, each of which may read the document of a client. */
const REQUESTS = { name: 'authorization-requests', points: 60, windowSeconds: 600 };
/** Uses of codes and refresh tokens from one address in ten minutes. */
const EXCHANGES = { name: 'token-requests', points: 600, windowSeconds: 600 };

/** The credential of the browser session that authorizes a client. */
type Approver = Pick<Credential, 'id' | 'principal'>;

/** A request of a client to exchange its code (RFC 6749, 4.1.3). */
export interface CodeUse {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

/** Tokens with the scopes that they are limited to (RFC 6749, 5.1), if the client asked for any. */
export type GrantedTokens = ClientTokens & { readonly scope?: string };

/** The authorization code flow of public clients, for the MCP endpoint only. */
@Injectable()
export class AuthorizationCodesService {
  readonly #requests: RateLimiter;
  readonly #exchanges: RateLimiter;

  constructor(
    private readonly repository: AuthorizationCodesRepository,
    private readonly documents: ClientDocuments,
    private readonly sessions: SessionsService,
    private readonly memberships: MembershipsRepository,
    @Inject(RATE_LIMITERS) rateLimiters: RateLimiters,
    @Inject(OAUTH_OPTIONS) private readonly options: OAuthOptions,
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#requests = rateLimiters(REQUESTS);
    this.#exchanges = rateLimiters(EXCHANGES);
  }

  /**
   * Reads the request of a client for a user who is signed in.
   *
   * @throws ServiceError rate_limited
   */
  async read(query: string, userId: string): Promise<ReadRequest> {
    await consumeRateLimit(this.#requests, userId);
    const find = async (id: string) => this.options.clients.get(id) ?? (await this.documents.find(id));
    return readAuthorizationRequest(query, find, this.#resources());
  }

  /** Whether tokens are for this resource (RFC 8707), if the client names one. */
  isResource(named: string | undefined): boolean {
    return named === undefined || this.#resources().includes(named);
  }

  /** Addresses of the MCP endpoint as clients spell them, the right one first. */
  #resources(): string[] {
    const url = this.publicUrl();
    return [`${url}/mcp`, url, `${url}/`];
  }

  /**
   * Lets the client act as the user at the MCP endpoint, at most with the scopes of a role and those it asked for. It has a second factor
   * if the session that approves it has. Answers where the browser goes; undefined for a user who is a member no more.
   */
  async approve(
    { id, principal }: Approver,
    request: AuthorizationRequest,
    role: Role,
    source: AuditSource,
  ): Promise<string | undefined> {
    const membership = await this.memberships.find(principal.organizationId, principal.id);
    if (!membership) return undefined;
    const { secret, sha256 } = generateApiKey('code');
    const now = this.clock();
    const granted = lowerRole(role, principal.role);
    const { client, redirectUri, codeChallenge } = request;
    const scopes = scopesWithin(granted, request.scopes);
    // No scope at all would mean all of the role.
    if (request.scopes.length > 0 && scopes.length === 0) {
      const error_description = 'The role that the user chose has none of the scopes.';
      return this.#answer(request, { error: 'invalid_scope', error_description });
    }
    await this.repository.insert(
      {
        codeSha256: sha256,
        clientId: client.id,
        clientName: client.name,
        redirectUri,
        codeChallenge,
        scopes,
        membershipId: membership.id,
        roleLimit: granted === principal.role ? null : granted,
        hasSecondFactor: await this.sessions.hasSecondFactor(id),
        createdAt: new Date(now),
        expiresAt: new Date(now + LIFETIME_MS),
      },
      new Date(now - REMEMBERED_MS),
      this.#decision(principal, source, { client: client.id, role: granted }),
    );
    return this.#answer(request, { code: secret });
  }

  /** Answers where the browser of a user goes who denies the request. */
  async deny({ principal }: Approver, request: AuthorizationRequest, source: AuditSource): Promise<string> {
    await this.repository.recordRefusal(this.#decision(principal, source, { client: request.client.id }));
    return this.#answer(request, { error: 'access_denied', error_description: 'The user denied the request.' });
  }

  /** Answers where the browser goes with a request that nobody can decide. */
  refuse({ redirectUri, state, error, description }: Extract<ReadRequest, { error: string }>): string {
    return this.#answer({ redirectUri, state }, { error, error_description: description });
  }

  /**
   * Exchanges a code for tokens, once. A second use ends the session of the first one, because somebody else has the code.
   *
   * @throws ServiceError rate_limited
   */
  async exchange(use: CodeUse, source: AuditSource): Promise<GrantedTokens | undefined> {
    const sessionId = randomUUID();
    const proof = {
      codeSha256: hashSecret(use.code),
      clientId: use.clientId,
      redirectUri: use.redirectUri,
      codeChallenge: createHash('sha256').update(use.codeVerifier).digest('base64url'),
    };
    const code = await this.repository.find(proof);
    if (!code) return undefined;
    const { membershipId, clientId, clientName, roleLimit, hasSecondFactor, scopes } = code;
    const tokens = await this.sessions.openMcpClient(
      { membershipId, source, client: clientName, roleLimit, hasSecondFactor },
      {
        id: sessionId,
        oauthClientId: clientId,
        scopes,
        claim: (transaction) => this.repository.use(transaction, proof, sessionId, new Date(this.clock())),
      },
    );
    if (tokens) return { ...tokens, ...(scopes.length > 0 && { scope: scopes.join(' ') }) };
    const used = await this.repository.find(proof);
    if (used?.sessionId) await this.sessions.revoke(used.sessionId, source);
    return undefined;
  }

  /** @throws ServiceError rate_limited for an address that exchanges much. */
  async limit(address: string): Promise<void> {
    await consumeRateLimit(this.#exchanges, toNetwork(address));
  }

  #answer(
    { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    answer: Readonly<Record<string, string>>,
  ): string {
    return toRedirect(redirectUri, { ...answer, state, iss: this.publicUrl() });
  }

  #decision(
    { organizationId, id, name }: Approver['principal'],
    source: AuditSource,
    details: Readonly<Record<string, string>>,
  ): Decision {
    const member = { organizationId, userId: id, user: { name } };
    return { member, source, now: new Date(this.clock()), details };
  }
}
