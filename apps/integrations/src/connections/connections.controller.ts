import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject } from '@nestjs/common';
import {
  Connections,
  type ConnectionsCreateRequest,
  type ConnectionsDeleteRequest,
  type ConnectionsGetRequest,
  type ConnectionsListRequest,
  type ConnectionsOauthStartRequest,
  type ConnectionsUpdateRequest,
} from '@svc/contract';
import type { Connection } from '@svc/relational';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { toConnectionMessage } from './connection.message.js';
import { ConnectionsService } from './connections.service.js';
import { ConnectionOAuthService } from './oauth/index.js';

@RpcController(Connections)
export class ConnectionsController implements Handlers<typeof Connections> {
  constructor(
    private readonly connections: ConnectionsService,
    private readonly oauth: ConnectionOAuthService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: ConnectionsListRequest, { project }: Call) {
    const connections = await this.connections.list(project.id, request);
    return { connections: connections.map((connection) => this.#toMessage(connection)) };
  }

  async create(request: ConnectionsCreateRequest, { project, context }: Call) {
    return this.#toMessage(await this.connections.create(project.id, context.principalId, request));
  }

  async get({ connectionId }: ConnectionsGetRequest, { project }: Call) {
    return this.#toMessage(await this.connections.get(project.id, connectionId));
  }

  async update(request: ConnectionsUpdateRequest, { project }: Call) {
    return this.#toMessage(await this.connections.update(project.id, request));
  }

  async delete(request: ConnectionsDeleteRequest, { project }: Call) {
    await this.connections.delete(project.id, request);
    return {};
  }

  async oauthStart(request: ConnectionsOauthStartRequest, { project, context }: Call) {
    const { authorizeUrl, expiresAt } = await this.oauth.start(project.id, context, request);
    return { authorizeUrl, stateExpiresAt: timestampFromDate(expiresAt) };
  }

  #toMessage(connection: Connection) {
    return toConnectionMessage(connection, new Date(this.clock()));
  }
}
