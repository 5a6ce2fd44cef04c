import { COLUMN_STORE_SETTINGS } from '@svc/columnar';
import { optional, setting, type ConfigOf } from '@svc/config';

/** The settings of `svc-admin`, with the names that the services use. */
export const ADMIN_SETTINGS = {
  ...COLUMN_STORE_SETTINGS,
  SVC_DATABASE_URL: setting.url({
    protocols: ['postgres:', 'postgresql:'],
    description: 'URL of the Postgres database with the role of the services',
  }),
  SVC_DATABASE_OWNER_URL: optional(
    setting.url({
      protocols: ['postgres:', 'postgresql:'],
      description:
        'URL of the same database with the role that owns the tables. `svc-admin migrate` creates the role of SVC_DATABASE_URL if it does not exist and grants it the rights that services need. It must not lead through a transaction pooler. By default the role of SVC_DATABASE_URL owns the tables',
    }),
  ),
} as const;

export type AdminConfig = ConfigOf<typeof ADMIN_SETTINGS>;
