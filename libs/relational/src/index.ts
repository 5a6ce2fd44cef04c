export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.js';
export * from './gen/client.js';
export { StateInUseError } from './embedded/claim.js';
export { isId } from './id.js';
export { migrateRelational } from './migrate.js';
export { isLockTimeout } from './outage.js';
export { canRewriteAuditLog } from './service-role.js';
export { createRelational, type Relational, type RelationalOptions } from './relational.js';
