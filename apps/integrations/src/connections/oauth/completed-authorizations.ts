import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { OAUTH } from '../../tokens.js';
import { ConnectionSecrets } from '../connection-secrets.js';
import { ConnectionsRepository } from '../connections.repository.js';
import { PROVIDER_SYNC } from '../provider-sync.queue.js';
import type { AuthorizationCaller } from './authorization-access.js';
import { JiraSites, type JiraSite } from './jira-sites.js';
import { toRedirectUri, type OAuthOptions } from './oauth-client.js';
import { OAuthError } from './oauth-error.js';
import { PendingAuthorizations, type TakenAuthorization } from './pending-authorizations.js';
import { TokenEndpoint, type IssuedTokens } from './token-endpoint.js';

/** Codes that the dashboard explains; docs/tickets.md does too. */
export type AuthorizationResult =
  | 'connected'
  | 'denied'
  | 'invalid_state'
  | 'expired_state'
  | 'provider_rejected'
  | 'provider_unavailable'
  | 'site_required'
  | 'name_taken'
  | 'conflict';

export interface CompletedAuthorization {
  readonly result: AuthorizationResult;
  /** Undefined where there is no connection. */
  readonly connectionId?: string;
}

/** Completed authorization with its project, which is absent if the state is not valid. */
type StartedAuthorization = CompletedAuthorization & { readonly projectId?: string };

/** Parameters that the provider sent through the browser; '' for absent ones. */
export interface ProviderAnswer {
  readonly state: string;
  readonly code: string;
  readonly error: string;
}

type Place = JiraSite | { readonly siteUrl: null; readonly baseUrl: string };

/** Turns the answers of providers into connections. */
@Injectable()
export class CompletedAuthorizations {
  constructor(
    private readonly pending: PendingAuthorizations,
    private readonly endpoint: TokenEndpoint,
    private readonly sites: JiraSites,
    private readonly connections: ConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly jobs: Jobs,
    @Inject(OAUTH) private readonly options: OAuthOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async complete({ state, ...answer }: ProviderAnswer, caller: AuthorizationCaller): Promise<StartedAuthorization> {
    const taken = await this.pending.take(state, caller);
    if (typeof taken === 'string') return { result: taken };
    return { ...(await this.#complete(taken, answer)), projectId: taken.projectId };
  }

  async #complete(
    taken: TakenAuthorization,
    { code, error }: Omit<ProviderAnswer, 'state'>,
  ): Promise<CompletedAuthorization> {
    const known = taken.connectionVersion === null ? {} : { connectionId: taken.connectionId };
    if (error !== '') return { result: error === 'access_denied' ? 'denied' : 'provider_rejected', ...known };
    try {
      const tokens = await this.#exchange(taken, code);
      const place = await this.#locate(taken, tokens.token);
      if (!place) return { result: 'site_required', ...known };
      const stored = await this.#store(taken, tokens, place);
      if (typeof stored === 'string') return { result: stored, ...known };
      this.jobs.wake(PROVIDER_SYNC);
      return { result: 'connected', connectionId: stored.id };
    } catch (cause) {
      if (!(cause instanceof OAuthError)) throw cause;
      const isFinal = cause.failure === 'invalid_grant' || cause.failure === 'rejected';
      return { result: isFinal ? 'provider_rejected' : 'provider_unavailable', ...known };
    }
  }

  #exchange({ settings: { provider }, verifier }: TakenAuthorization, code: string): Promise<IssuedTokens> {
    const { publicUrl } = this.options;
    if (code === '' || publicUrl === undefined) throw new OAuthError('rejected');
    return this.endpoint.exchange(provider, code, verifier, toRedirectUri(publicUrl));
  }

  /** Returns the Jira site or the API of the provider; undefined if the Jira site cannot be determined. */
  async #locate({ settings: { provider, siteUrl } }: TakenAuthorization, token: string): Promise<Place | undefined> {
    const client = this.endpoint.client(provider);
    if (!client) throw new OAuthError('rejected');
    return provider === 'jira'
      ? this.sites.find(client.apiUrl, token, siteUrl)
      : { siteUrl: null, baseUrl: client.apiUrl };
  }

  #store(taken: TakenAuthorization, tokens: IssuedTokens, place: Place): Promise<Connection | AuthorizationResult> {
    const { connectionVersion: version } = taken;
    return version === null ? this.#create(taken, tokens, place) : this.#refresh(taken, version, tokens, place);
  }

  async #create(
    taken: TakenAuthorization,
    tokens: IssuedTokens,
    place: Place,
  ): Promise<Connection | AuthorizationResult> {
    const { connectionId: id, projectId, settings } = taken;
    const { webhookSecret, displayName = '', siteUrl: _, ...kept } = settings;
    const now = new Date(this.clock());
    const inserting = this.connections.insert({
      ...kept,
      id,
      projectId,
      kind: 'oauth',
      state: 'active',
      displayName,
      ...place,
      sealed: this.secrets.seal({ id, baseUrl: place.baseUrl }, { ...tokens, webhookSecret }),
      acceptsWebhooks: webhookSecret !== '',
      createdAt: now,
      updatedAt: now,
    });
    try {
      return (await inserting) ?? 'name_taken';
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'quota_exceeded') return 'conflict';
      throw error;
    }
  }

  async #refresh(
    { connectionId, projectId, settings: { displayName } }: TakenAuthorization,
    version: bigint,
    tokens: IssuedTokens,
    place: Place,
  ): Promise<Connection | AuthorizationResult> {
    const connection = await this.connections.find(projectId, connectionId);
    if (connection?.version !== version) return 'conflict';
    const { webhookSecret = '' } = this.secrets.open(connection);
    const changed = await this.connections.update(connection, {
      state: 'active',
      pausedUntil: null,
      updatedAt: new Date(this.clock()),
      ...place,
      ...(displayName !== undefined && { displayName }),
      sealed: this.secrets.seal({ id: connection.id, baseUrl: place.baseUrl }, { ...tokens, webhookSecret }),
    });
    if (changed === undefined) return 'name_taken';
    return changed ?? 'conflict';
  }
}
