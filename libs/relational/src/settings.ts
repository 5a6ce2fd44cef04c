import { optional, setting } from '@svc/config';

/** The database of a service. */
export const DATABASE_SETTINGS = {
  SVC_DATABASE_URL: setting.url({
    protocols: ['postgres:', 'postgresql:'],
    description: 'URL of the Postgres database with the role of the services',
  }),
  SVC_DATABASE_POOL: setting.integer({
    default: 10,
    min: 1,
    description:
      'Maximum number of Postgres connections of each process; those of all processes together must fit `max_connections` of the server',
  }),
} as const;

/** The role with which a process migrates the database. */
export const DATABASE_OWNER_SETTINGS = {
  SVC_DATABASE_OWNER_URL: optional(
    setting.url({
      protocols: ['postgres:', 'postgresql:'],
      description:
        'URL of the same database with the role that owns the tables, used only to migrate: by `svc-admin migrate`, and by the gateway at its start with SVC_MIGRATIONS=apply. The role of SVC_DATABASE_URL then cannot change the audit log; it is created if it does not exist, with the rights that services need. The URL must not lead through a transaction pooler. By default the role of SVC_DATABASE_URL owns the tables',
    }),
  ),
} as const;

/** The state directory of a service on one machine, which contains its embedded database. */
export const STATE_SETTINGS = {
  SVC_STATE_DIR: setting.text({ default: '.svc', description: 'Directory of all data' }),
} as const;
