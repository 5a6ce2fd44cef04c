import { randomUUID } from 'node:crypto';
import { Injectable, Inject } from '@nestjs/common';
import type {
  ConnectionsCreateRequest,
  ConnectionsDeleteRequest,
  ConnectionsListRequest,
  ConnectionsUpdateRequest,
} from '@svc/contract';
import { HTTPS_REQUIRED, type Egress } from '@svc/outbound';
import type { Connection } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { changeVersioned, invalidField, requireFound, requireVersion, versionConflict } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { EGRESS } from '../tokens.js';
import { nameTaken } from './connection-limits.js';
import { checkedPlace, checkedSecret, type ConnectionPlace } from './connection-rules.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { ConnectionsRepository } from './connections.repository.js';
import { PROVIDER_SYNC } from './provider-sync.queue.js';

@Injectable()
export class ConnectionsService {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly jobs: Jobs,
    @Inject(EGRESS) private readonly egress: Egress,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(projectId: string, { provider, name }: ConnectionsListRequest): Promise<Connection[]> {
    return this.connections.list(projectId, provider, name);
  }

  async get(projectId: string, id: string): Promise<Connection> {
    return requireFound(await this.connections.find(projectId, id));
  }

  async create(projectId: string, createdBy: string, request: ConnectionsCreateRequest): Promise<Connection> {
    const { provider, kind, displayName, secret, webhookSecret, resolveIssues, closeTickets } = request;
    const place = this.#checkedPlace(provider, request);
    const id = randomUUID();
    const now = new Date(this.clock());
    const { account, baseUrl, target, issueType } = place;
    const connection = await this.connections.insert({
      id,
      projectId,
      provider,
      kind,
      displayName,
      createdBy,
      resolveIssues,
      closeTickets,
      account,
      baseUrl,
      target,
      issueType,
      state: 'active',
      acceptsWebhooks: webhookSecret !== '',
      sealed: this.secrets.seal({ id, baseUrl }, { token: checkedSecret(secret), webhookSecret }),
      createdAt: now,
      updatedAt: now,
    });
    if (!connection) throw nameTaken();
    this.jobs.wake(PROVIDER_SYNC);
    return connection;
  }

  async update(projectId: string, request: ConnectionsUpdateRequest): Promise<Connection> {
    const connection = requireVersion(await this.get(projectId, request.connectionId), request.expectedVersion);
    const { displayName, secret, resolveIssues, closeTickets } = request;
    if (connection.kind === 'oauth') checkAuthorized(request);
    const { account, baseUrl, target, issueType } = this.#checkedPlace(connection.provider, {
      account: request.account ?? connection.account,
      baseUrl: request.baseUrl ?? connection.baseUrl,
      target: request.target ?? connection.target,
      issueType: request.issueType ?? connection.issueType,
    });
    if (baseUrl !== connection.baseUrl && secret === undefined)
      throw invalidField('secret', 'is required with a new base_url');
    const changed = await this.connections.update(connection, {
      account,
      baseUrl,
      target,
      issueType,
      state: nextState(connection, request),
      ...(displayName !== undefined && { displayName }),
      ...(resolveIssues !== undefined && { resolveIssues }),
      ...(closeTickets !== undefined && { closeTickets }),
      ...(secret !== undefined && { pausedUntil: null }),
      ...this.#sealed(connection, baseUrl, request),
      updatedAt: new Date(this.clock()),
    });
    if (changed === undefined) throw nameTaken();
    if (changed === null) {
      const { version } = await this.get(projectId, connection.id);
      // A token was refreshed in between, which is no change for callers.
      if (version === connection.version) return this.update(projectId, request);
      throw versionConflict(version);
    }
    this.jobs.wake(PROVIDER_SYNC);
    return changed;
  }

  /** The stored secrets, with replacements applied, for the server that they are sent to from now on. */
  /** @throws ServiceError invalid_request naming the field that is wrong. */
  #checkedPlace(provider: string, given: ConnectionPlace): ConnectionPlace {
    const place = checkedPlace(provider, given);
    if (this.egress.refusesHttp(place.baseUrl)) throw invalidField('base_url', HTTPS_REQUIRED);
    return place;
  }

  #sealed(connection: Connection, baseUrl: string, { secret, webhookSecret }: ConnectionsUpdateRequest) {
    if (secret === undefined && webhookSecret === undefined) return {};
    const stored = this.secrets.open(connection);
    const replaced = {
      ...stored,
      token: secret === undefined ? stored.token : checkedSecret(secret),
      webhookSecret: webhookSecret ?? stored.webhookSecret ?? '',
    };
    const acceptsWebhooks = replaced.webhookSecret !== '';
    return { sealed: this.secrets.seal({ id: connection.id, baseUrl }, replaced), acceptsWebhooks };
  }

  async delete(projectId: string, { connectionId, expectedVersion }: ConnectionsDeleteRequest): Promise<void> {
    await this.get(projectId, connectionId);
    const find = () => this.get(projectId, connectionId);
    await changeVersioned(this.connections.delete(connectionId, expectedVersion), find);
  }
}

/** Rejects changes of settings that the provider's authorization determines. */
function checkAuthorized({ secret, account, baseUrl }: ConnectionsUpdateRequest): void {
  for (const [field, value] of Object.entries({ secret, account, base_url: baseUrl }))
    if (value !== undefined) throw invalidField(field, 'is only allowed for connections of the kind token');
}

/** Only a new secret or authorization ends needs_reauth. */
function nextState({ state }: Connection, { enabled, secret }: ConnectionsUpdateRequest): string {
  if (enabled === false) return 'disabled';
  if (state === 'disabled') return enabled === true ? 'active' : 'disabled';
  return secret === undefined ? state : 'active';
}
