import { COLUMN_STORE_SETTINGS } from '@svc/columnar';
import { RPC_SETTINGS, setting } from '@svc/config';
import { EVENT_LOG_SETTINGS, LOG_KEY_SETTINGS } from '@svc/event-log';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBJECT_STORE_SETTINGS } from '@svc/objects/settings';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { SYMBOL_SETTINGS } from './symbols/symbols.settings.js';

export { SYMBOL_SETTINGS };

/** The settings of the query service as a separate process. */
export const QUERY_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...RPC_SETTINGS,
  ...COLUMN_STORE_SETTINGS,
  ...EVENT_LOG_SETTINGS,
  ...LOG_KEY_SETTINGS,
  ...MIGRATION_SETTINGS,
  ...OBJECT_STORE_SETTINGS,
  ...SYMBOL_SETTINGS,
  SVC_RPC_LISTEN: setting.text({ default: '127.0.0.1:7002', description: 'gRPC listen address' }),
  SVC_DATABASE_URL: setting.url({
    protocols: ['postgres:', 'postgresql:'],
    description: 'URL of the Postgres database',
  }),
  SVC_DATABASE_POOL: setting.integer({ default: 10, min: 1, description: 'Maximum number of Postgres connections' }),
  SVC_REDIS_URL: setting.url({
    protocols: ['redis:', 'rediss:'],
    default: 'redis://127.0.0.1:6379',
    description: 'URL of Redis, for publish/subscribe',
  }),
  SVC_CURSOR_SECRET: setting.secret({
    minLength: 16,
    description:
      'Secret that signs pagination cursors and encrypts the IDs of live streams; the same in all processes. A new value invalidates all of them',
  }),
} as const;
