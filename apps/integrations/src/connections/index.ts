export type { ProviderName } from './connection-rules.js';
export { ConnectionSecrets } from './connection-secrets.js';
export { ConnectionsModule } from './connections.module.js';
export { ConnectionsRepository } from './connections.repository.js';
export { PROVIDER_SYNC } from './provider-sync.queue.js';
export { getDefaultRepository, isRepository, permitsRepository } from './repositories.js';
export { AccessTokens, OAuthError, type OAuthClients, type OAuthOptions } from './oauth/index.js';
