import { COLUMN_STORE_SETTINGS } from '@svc/columnar';
import type { ConfigOf } from '@svc/config';
import { DATABASE_OWNER_SETTINGS, DATABASE_SETTINGS } from '@svc/relational/settings';

/** The settings of `svc-admin`, with the names that the services use. */
export const ADMIN_SETTINGS = {
  ...COLUMN_STORE_SETTINGS,
  ...DATABASE_OWNER_SETTINGS,
  SVC_DATABASE_URL: DATABASE_SETTINGS.SVC_DATABASE_URL,
} as const;

export type AdminConfig = ConfigOf<typeof ADMIN_SETTINGS>;
