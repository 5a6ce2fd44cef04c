export { MIGRATION_SETTINGS, type MigrationMode } from './settings.js';
export { findBreakingStatements, mayBreak, type BreakingStatement } from './breaking-statements.js';
export { compareSchema, requireReadable, requireSchema, type SchemaState } from './schema-state.js';
export { requireServerVersion } from './server-version.js';
