import { Inject, Injectable } from '@nestjs/common';
import type { Egress } from '@svc/outbound';
import type { Connection } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { AccessTokens, ConnectionsRepository, OAuthError, type ProviderName } from '../connections/index.js';
import { EGRESS, PROVIDER_TIMEOUT_MS } from '../tokens.js';
import { Circuits } from './circuits.js';
import {
  PROVIDER_BY_NAME,
  ProviderClient,
  ProviderError,
  type Provider,
  type ProviderCredential,
} from './providers/index.js';
import { MAX_RETRY_AFTER_MS } from './retry.js';

export interface Access {
  readonly provider: Provider;
  readonly client: ProviderClient;
}

/** Opens providers with the secrets of connections, and remembers what they say about the connection. */
@Injectable()
export class ProviderAccess {
  readonly #circuits: Circuits;

  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly tokens: AccessTokens,
    @Inject(EGRESS) private readonly egress: Egress,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PROVIDER_TIMEOUT_MS) private readonly timeoutMs: number,
  ) {
    this.#circuits = new Circuits(clock);
  }

  /**
   * Uses the provider, unless it has asked to wait, or did not answer to the last requests of the connection.
   * @throws ProviderError
   */
  async use<Result>(
    connection: Connection,
    signal: AbortSignal,
    work: (access: Access) => Promise<Result>,
  ): Promise<Result> {
    const pausedMs = (connection.pausedUntil?.getTime() ?? 0) - this.clock();
    if (pausedMs > 0) throw new ProviderError('provider_rate_limited', pausedMs);
    try {
      return await this.#circuits.run(`${connection.id}/${connection.version}`, () =>
        this.#use(connection, signal, work),
      );
    } catch (error) {
      if (error instanceof ProviderError) await this.#remember(connection, error);
      throw error;
    }
  }

  async #use<Result>(
    connection: Connection,
    signal: AbortSignal,
    work: (access: Access) => Promise<Result>,
  ): Promise<Result> {
    const provider = PROVIDER_BY_NAME[connection.provider as ProviderName];
    const credential = await this.#open(provider, connection, signal);
    const limits = { signal, timeoutMs: this.timeoutMs };
    const client = new ProviderClient(this.egress, connection.baseUrl, credential, limits, this.clock);
    return work({ provider, client });
  }

  /** A refused token of the kind oauth is refreshed, because it may have been revoked or replaced before its expiry. */
  async #open(provider: Provider, connection: Connection, signal: AbortSignal): Promise<ProviderCredential> {
    const token = await this.tokens.current(connection, signal).catch(rethrow);
    const headers = provider.headers(connection, token);
    if (connection.kind !== 'oauth') return { headers };
    const renew = async () =>
      provider.headers(connection, await this.tokens.renew(connection, token, signal).catch(rethrow));
    return { headers, renew };
  }

  async #remember(connection: Connection, { code, retryAfterMs }: ProviderError): Promise<void> {
    const now = this.clock();
    if (code === 'provider_unauthorized') await this.connections.requireReauthorization(connection, new Date(now));
    if (code === 'provider_rate_limited' && retryAfterMs !== undefined)
      await this.connections.pause(connection, new Date(now + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
  }
}

/** Only the user can replace an authorization that is not valid any more; everything else may pass. */
function rethrow(error: unknown): never {
  if (!(error instanceof OAuthError)) throw error;
  const { failure, retryAfterMs } = error;
  if (failure === 'invalid_grant') throw new ProviderError('provider_unauthorized', undefined, { cause: error });
  const code = failure === 'rate_limited' ? 'provider_rate_limited' : 'provider_unavailable';
  throw new ProviderError(code, retryAfterMs, { cause: error });
}
