export {
  API_KEY_KINDS,
  PUBLISHABLE_SCOPES,
  equalSecrets,
  generateApiKey,
  hashSecret,
  isOriginAllowed,
  parseApiKey,
  storedForm,
  type ApiKeyKind,
  type GeneratedApiKey,
  type ParsedApiKey,
  type TokenKind,
} from './api-key.js';
export {
  extractAnyCredential,
  extractBareKey,
  extractBasicKey,
  extractBasicUser,
  extractCredential,
} from './credential.js';
export { takeProjectPath } from './project-path.js';
export {
  PROJECT_HEADER,
  parseQuery,
  resolveProjectSelector,
  type ProjectSelection,
  type QueryPair,
} from './project-selector.js';
export type { Principal, PrincipalType } from './principal.js';
export { KEY_CACHE_TTL_MS, KEY_REVOKED_CHANNEL, PROJECT_CHANGED_CHANNEL } from './revocation.js';
export {
  ENROLLMENT_SCOPES,
  OWNER_KEY_SCOPES,
  ROLES,
  ROLE_NAMES,
  isRole,
  lowerRole,
  scopesWithin,
  type Role,
} from './roles.js';
export { SCOPES, isScope, type Scope, type ScopeDefinition } from './scopes.js';
