import { Module } from '@nestjs/common';
import { JobsModule, Resealer } from '@svc/work';
import { ConnectionSecrets } from './connection-secrets.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionsRepository } from './connections.repository.js';
import { ConnectionsService } from './connections.service.js';
import {
  AccessTokens,
  AuthorizationConfirmations,
  CompletedAuthorizations,
  ConnectionAuthorizationsController,
  ConnectionOAuthService,
  JiraSites,
  PendingAuthorizations,
  TokenEndpoint,
} from './oauth/index.js';
import { sealedConnections } from './sealed-connections.js';

/** Connections to providers. Needs RELATIONAL, KEY_RING, CLOCK, LOGGER, EGRESS and OAUTH of the process. */
@Module({
  imports: [JobsModule],
  controllers: [ConnectionAuthorizationsController, ConnectionsController],
  providers: [
    AccessTokens,
    AuthorizationConfirmations,
    CompletedAuthorizations,
    ConnectionOAuthService,
    ConnectionSecrets,
    ConnectionsRepository,
    ConnectionsService,
    JiraSites,
    PendingAuthorizations,
    Resealer.of(sealedConnections),
    TokenEndpoint,
  ],
  exports: [AccessTokens, ConnectionSecrets, ConnectionsRepository],
})
export class ConnectionsModule {}
