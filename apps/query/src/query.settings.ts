import { REDIS_SETTINGS } from '@svc/cache/settings';
import { COLUMN_STORE_SETTINGS } from '@svc/columnar';
import { rpcListenSetting, RPC_SETTINGS } from '@svc/config';
import { ENCRYPTION_SETTINGS } from '@svc/encryption/settings';
import { EVENT_LOG_SETTINGS, LOG_KEY_SETTINGS } from '@svc/event-log';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBJECT_STORE_SETTINGS } from '@svc/objects/settings';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { EGRESS_SETTINGS } from '@svc/outbound/settings';
import { CURSOR_SETTINGS } from '@svc/pagination/settings';
import { DATABASE_SETTINGS } from '@svc/relational/settings';
import { MODEL_PROVIDER_SETTINGS } from './ai/provider/provider.settings.js';
import { SYMBOL_SETTINGS } from './symbols/symbols.settings.js';

export { MODEL_PROVIDER_SETTINGS, SYMBOL_SETTINGS };

/** The settings of the query service as a separate process. */
export const QUERY_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...RPC_SETTINGS,
  ...COLUMN_STORE_SETTINGS,
  ...EVENT_LOG_SETTINGS,
  ...LOG_KEY_SETTINGS,
  ...ENCRYPTION_SETTINGS,
  ...MIGRATION_SETTINGS,
  ...OBJECT_STORE_SETTINGS,
  ...SYMBOL_SETTINGS,
  ...EGRESS_SETTINGS,
  ...MODEL_PROVIDER_SETTINGS,
  ...DATABASE_SETTINGS,
  ...REDIS_SETTINGS,
  ...CURSOR_SETTINGS,
  SVC_RPC_LISTEN: rpcListenSetting(7002),
} as const;
