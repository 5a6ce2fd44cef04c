import { Inject, Injectable } from '@nestjs/common';
import { OAUTH } from '../../tokens.js';
import { ConnectionsRepository } from '../connections.repository.js';
import type { AuthorizationCaller } from './authorization-access.js';
import { toAuthorizeUrl, toRedirectUri, type OAuthOptions } from './oauth-client.js';
import { PendingAuthorizations, type PendingAuthorization, type StateRefusal } from './pending-authorizations.js';

/** Reason why an authorization cannot be confirmed. */
type ConfirmationRefusal = StateRefusal | 'provider_rejected';

/** An authorization as its user sees it before the browser goes to the provider. */
export interface ConfirmableAuthorization {
  readonly authorization: PendingAuthorization;
  readonly displayName: string;
  readonly providerOrigin: string;
}

/** Shows users what they are about to authorize, and takes their decisions. */
@Injectable()
export class AuthorizationConfirmations {
  constructor(
    private readonly pending: PendingAuthorizations,
    private readonly connections: ConnectionsRepository,
    @Inject(OAUTH) private readonly options: OAuthOptions,
  ) {}

  async get(state: string, caller: AuthorizationCaller): Promise<ConfirmableAuthorization | ConfirmationRefusal> {
    const authorization = await this.pending.find(state, caller);
    if (typeof authorization === 'string') return authorization;
    const providerUrl = this.#toProviderUrl(state, authorization);
    if (providerUrl === undefined) return 'provider_rejected';
    const displayName = await this.#findName(authorization);
    return { authorization, displayName, providerOrigin: new URL(providerUrl).origin };
  }

  /** Returns the page of the provider, or the reason why the authorization is not confirmed. */
  async confirm(
    state: string,
    caller: AuthorizationCaller,
  ): Promise<{ readonly providerUrl: string } | ConfirmationRefusal> {
    const authorization = await this.pending.confirm(state, caller);
    if (typeof authorization === 'string') return authorization;
    const providerUrl = this.#toProviderUrl(state, authorization);
    return providerUrl === undefined ? 'provider_rejected' : { providerUrl };
  }

  /** Returns the reason why the authorization was not ended; undefined if it was. */
  async cancel(state: string, caller: AuthorizationCaller): Promise<StateRefusal | undefined> {
    const cancelled = await this.pending.cancel(state, caller);
    return typeof cancelled === 'string' ? cancelled : undefined;
  }

  /** A connection that is authorized again keeps its name unless the caller renamed it. */
  async #findName({ projectId, connectionId, settings }: PendingAuthorization): Promise<string> {
    return settings.displayName ?? (await this.connections.find(projectId, connectionId))?.displayName ?? '';
  }

  /** Built from the settings of the operator and the stored authorization. Undefined if the operator has removed the client. */
  #toProviderUrl(state: string, { settings: { provider }, verifier }: PendingAuthorization): string | undefined {
    const { clients, publicUrl } = this.options;
    const client = clients[provider];
    if (!client || publicUrl === undefined) return undefined;
    return toAuthorizeUrl(provider, client, { state, verifier, redirectUri: toRedirectUri(publicUrl) });
  }
}
