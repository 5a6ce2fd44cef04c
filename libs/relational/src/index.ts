export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.js';
export { runningClusterUrl } from './embedded/cluster.js';
export { EmbeddedPostgresError } from './embedded/failure.js';
export * from './gen/client.js';
export { claim as claimDirectory, findHolder as stateHolder, StateInUseError } from './embedded/claim.js';
export { beforeKey, type TimeKey } from './before-key.js';
export { isId, toIdRange } from './id.js';
export { escapeLike, nameContains } from './name-contains.js';
export { readJson, writeJson } from './json-column.js';
export { migrateRelational, migrationNames, readRelationalSchema } from './migrate.js';
export { withMigrationLock } from './migration-client.js';
export { isLockTimeout } from './outage.js';
export { insertWithin, projectQuota, type Quota } from './quota.js';
export { canRewriteAuditLog } from './service-role.js';
export { createRelational, type Relational, type RelationalOptions, type Transaction } from './relational.js';
