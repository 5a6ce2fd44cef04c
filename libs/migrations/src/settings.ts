import { setting, type ConfigOf } from '@svc/config';

/** The setting of every service that uses a store with a schema. */
export const MIGRATION_SETTINGS = {
  SVC_MIGRATIONS: setting.choice(['apply', 'require'], {
    default: 'apply',
    description:
      'Who migrates the stores. `apply`: services at their start, the gateway Postgres and ingestion the column store. `require`: `svc-admin migrate`, before services start; a service whose stores are older than it needs or newer than it can read logs this and exits with 1',
  }),
} as const;

export type MigrationMode = ConfigOf<typeof MIGRATION_SETTINGS>['SVC_MIGRATIONS'];
