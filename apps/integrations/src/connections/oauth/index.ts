export { AccessTokens } from './access-tokens.js';
export { CompletedAuthorizations } from './completed-authorizations.js';
export { ConnectionAuthorizationsController } from './connection-authorizations.controller.js';
export { ConnectionOAuthService } from './connection-oauth.service.js';
export { JiraSites } from './jira-sites.js';
export type { OAuthClients, OAuthOptions } from './oauth-client.js';
export { OAuthError } from './oauth-error.js';
export { PendingAuthorizations } from './pending-authorizations.js';
export { TokenEndpoint } from './token-endpoint.js';
