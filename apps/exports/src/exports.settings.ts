import { COLUMN_STORE_SETTINGS } from '@svc/columnar';
import { optional, rpcListenSetting, RPC_SETTINGS, setting, type ConfigOf } from '@svc/config';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBJECT_STORE_SETTINGS } from '@svc/objects/settings';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { CURSOR_SETTINGS } from '@svc/pagination/settings';
import { DATABASE_SETTINGS } from '@svc/relational/settings';
import { DEFAULT_LIMITS, type ExportLimits } from './exports.options.js';

/** Limits of exports and downloads; the same in every process that runs them. */
export const EXPORT_LIMIT_SETTINGS = {
  SVC_EXPORT_CREATES_PER_HOUR: setting.integer({
    default: DEFAULT_LIMITS.createsPerHour,
    min: 0,
    max: 10_000,
    description: 'Exports that a project can create within an hour; 0 for no limit',
  }),
  SVC_EXPORT_RUNNING_PER_PROJECT: setting.integer({
    default: DEFAULT_LIMITS.runningPerProject,
    min: 0,
    description: 'Exports of a project that run at the same time, others wait; 0 for no limit',
  }),
  SVC_EXPORT_CONCURRENCY: setting.integer({
    default: DEFAULT_LIMITS.concurrency,
    min: 1,
    description: 'Exports that one process runs at the same time',
  }),
  SVC_EXPORT_LEASE_SECONDS: setting.integer({
    default: DEFAULT_LIMITS.leaseMs / 1_000,
    min: 2,
    max: 300,
    description: 'Seconds after which another process takes over the exports of a process that has stopped responding',
  }),
  SVC_EXPORT_DOWNLOADS_PER_PROJECT: setting.integer({
    default: DEFAULT_LIMITS.downloadsPerProject,
    min: 0,
    description: 'Downloads of a project that one process serves at the same time; 0 for no limit',
  }),
  SVC_EXPORT_MAX_ROWS: setting.integer({
    default: DEFAULT_LIMITS.maxRows,
    min: 0,
    description: 'Rows that one export can have; 0 for no limit',
  }),
  SVC_EXPORT_MAX_BYTES: setting.integer({
    default: DEFAULT_LIMITS.maxBytes,
    min: 0,
    description: 'Bytes that one export can have; 0 for no limit',
  }),
  SVC_EXPORT_MAX_SECONDS: setting.integer({
    default: DEFAULT_LIMITS.maxSeconds,
    min: 0,
    description: 'Seconds that one export can take, from the start of its first attempt; 0 for no limit',
  }),
} as const;

/** The exports service as a process of its own. */
export const EXPORTS_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...RPC_SETTINGS,
  ...COLUMN_STORE_SETTINGS,
  ...MIGRATION_SETTINGS,
  ...OBJECT_STORE_SETTINGS,
  ...EXPORT_LIMIT_SETTINGS,
  ...DATABASE_SETTINGS,
  ...CURSOR_SETTINGS,
  SVC_RPC_LISTEN: rpcListenSetting(7004),
  SVC_PUBLIC_URL: optional(
    setting.origin({
      description: 'Base of the addresses from which files are downloaded; relative to the HTTP interface by default',
    }),
  ),
} as const;

export function toExportLimits(config: ConfigOf<typeof EXPORT_LIMIT_SETTINGS>): ExportLimits {
  return {
    createsPerHour: config.SVC_EXPORT_CREATES_PER_HOUR,
    runningPerProject: config.SVC_EXPORT_RUNNING_PER_PROJECT,
    concurrency: config.SVC_EXPORT_CONCURRENCY,
    leaseMs: config.SVC_EXPORT_LEASE_SECONDS * 1_000,
    downloadsPerProject: config.SVC_EXPORT_DOWNLOADS_PER_PROJECT,
    maxRows: config.SVC_EXPORT_MAX_ROWS,
    maxBytes: config.SVC_EXPORT_MAX_BYTES,
    maxSeconds: config.SVC_EXPORT_MAX_SECONDS,
  };
}
