import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CallContext, ConnectionsOauthStartRequest } from '@svc/contract';
import type { Connection } from '@svc/relational';
import { invalidField, checkVersion, requireFound, stateConflict } from '@svc/service-error';
import { OAUTH } from '../../tokens.js';
import { checkCount, nameTaken } from '../connection-limits.js';
import { checkedPlace, type ProviderName } from '../connection-rules.js';
import { ConnectionsRepository } from '../connections.repository.js';
import { toSiteUrl } from './jira-sites.js';
import { toAuthorizeUrl, toConfirmationUrl, toRedirectUri, type OAuthOptions } from './oauth-client.js';
import { PendingAuthorizations, type AuthorizedSettings } from './pending-authorizations.js';

export interface StartedAuthorization {
  readonly authorizeUrl: string;
  readonly expiresAt: Date;
}

/** Starts authorizations of connections at their providers. */
@Injectable()
export class ConnectionOAuthService {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly pending: PendingAuthorizations,
    @Inject(OAUTH) private readonly options: OAuthOptions,
  ) {}

  async start(
    projectId: string,
    context: CallContext,
    request: ConnectionsOauthStartRequest,
  ): Promise<StartedAuthorization> {
    const provider = request.provider as ProviderName;
    const client = this.options.clients[provider];
    const { publicUrl } = this.options;
    if (!client || publicUrl === undefined)
      throw invalidField('provider', 'has no OAuth client here, which an operator has to configure; use kind token');
    const existing = await this.#findExisting(projectId, request);
    const settings = existing
      ? keptSettings(existing, request)
      : await this.#newSettings(projectId, client.apiUrl, context.principalId, request);
    await this.pending.deleteExpired();
    const { state, verifier, expiresAt } = await this.pending.start(
      {
        projectId,
        connectionId: existing?.id ?? randomUUID(),
        connectionVersion: existing?.version ?? null,
        credentialId: context.credentialId,
        userId: context.userId,
        isSession: context.principalType === 'user',
      },
      settings,
    );
    const redirectUri = toRedirectUri(publicUrl);
    const providerUrl = toAuthorizeUrl(provider, client, { state, verifier, redirectUri });
    return { authorizeUrl: toConfirmationUrl(publicUrl, providerUrl), expiresAt };
  }

  /** The connection to authorize again; undefined for a new one. */
  async #findExisting(projectId: string, request: ConnectionsOauthStartRequest): Promise<Connection | undefined> {
    const { connectionId, expectedVersion, provider } = request;
    if (connectionId === undefined) {
      if (expectedVersion !== undefined)
        throw invalidField('expected_version', 'is only allowed for an existing connection');
      return undefined;
    }
    const connection = requireFound(await this.connections.find(projectId, connectionId));
    if (connection.provider !== provider) throw invalidField('provider', 'is not that of the connection');
    if (connection.kind !== 'oauth')
      throw invalidField('connection_id', 'refers to a connection of the kind token; update its secret instead');
    checkVersion(connection.version, expectedVersion);
    if (connection.state !== 'needs_reauth')
      throw stateConflict('state', connection.state, 'The connection is not in the state needs_reauth.');
    return connection;
  }

  async #newSettings(
    projectId: string,
    apiUrl: string,
    createdBy: string,
    request: ConnectionsOauthStartRequest,
  ): Promise<AuthorizedSettings> {
    const { displayName, siteUrl = '', webhookSecret = '', resolveIssues = false, closeTickets = false } = request;
    if (displayName === undefined) throw invalidField('display_name', 'is required for a new connection');
    const provider = request.provider as ProviderName;
    if (siteUrl !== '' && provider !== 'jira') throw invalidField('site_url', 'is only allowed for jira');
    const site = siteUrl === '' ? '' : toSiteUrl(siteUrl);
    if (site === undefined) throw invalidField('site_url', 'must be an absolute https or http URL without a user');
    const { target, issueType } = checkedPlace(provider, {
      account: '',
      baseUrl: apiUrl,
      target: request.target ?? '',
      issueType: request.issueType ?? '',
    });
    checkCount(projectId, await this.connections.count(projectId));
    if (await this.connections.hasName(projectId, displayName)) throw nameTaken();
    return {
      provider,
      createdBy,
      displayName,
      target,
      issueType,
      siteUrl: site,
      webhookSecret,
      resolveIssues,
      closeTickets,
    };
  }
}

/** The settings that a new connection has and that an existing one keeps. */
const KEPT = [
  ['target', 'target'],
  ['issueType', 'issue_type'],
  ['siteUrl', 'site_url'],
  ['webhookSecret', 'webhook_secret'],
  ['resolveIssues', 'resolve_issues'],
  ['closeTickets', 'close_tickets'],
] as const;

function keptSettings(connection: Connection, request: ConnectionsOauthStartRequest): AuthorizedSettings {
  for (const [property, field] of KEPT)
    if (request[property] !== undefined) throw invalidField(field, 'is only allowed for a new connection');
  const { provider, createdBy, target, issueType, siteUrl, resolveIssues, closeTickets } = connection;
  return {
    provider: provider as ProviderName,
    createdBy,
    displayName: request.displayName,
    target,
    issueType,
    siteUrl: siteUrl ?? '',
    webhookSecret: '',
    resolveIssues,
    closeTickets,
  };
}
