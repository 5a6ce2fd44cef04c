import { TELEMETRY } from './0001_telemetry.js';
import { USAGE } from './0002_usage.js';
import { CUSTOMERS } from './0003_customers.js';
import { READS } from './0004_reads.js';
import { REQUESTS } from './0006_request_minutes.js';
import { LAST_POINTS } from './0007_metric_seen.js';
import { withAddedColumns } from './added-columns.js';
import type { Migration } from './migration.js';

/**
 * All migrations in order. A released migration is never changed; a later one corrects it. Added columns are
 * not listed here, because they derive from the tables.
 */
export const MIGRATIONS: readonly Migration[] = withAddedColumns([
  TELEMETRY,
  USAGE,
  CUSTOMERS,
  READS,
  REQUESTS,
  LAST_POINTS,
]);
