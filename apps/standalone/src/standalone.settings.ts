import { EMBEDDED_COLUMN_STORE_SETTINGS } from '@svc/columnar';
import { optional, setting, type ConfigOf } from '@svc/config';
import { EMBEDDED_EVENT_LOG_SETTINGS } from '@svc/event-log/settings';
import { EXPORT_LIMIT_SETTINGS } from '@svc/exports/settings';
import { AUDIT_SETTINGS, BOOTSTRAP_SETTINGS, HTTP_SETTINGS, USER_SETTINGS } from '@svc/gateway/settings';
import { INGEST_LIMITS } from '@svc/ingest/settings';
import { DELIVERY_SETTINGS, OAUTH_SETTINGS, TICKET_SETTINGS } from '@svc/integrations/settings';
import { logLevelSetting, OBSERVABILITY_SETTINGS } from '@svc/observability';
import { MODEL_PROVIDER_SETTINGS, SYMBOL_SETTINGS } from '@svc/query/settings';
import { STATE_SETTINGS } from '@svc/relational/settings';

/** Settings of the single-process service: the location of its data and its ports. Everything else has a default. */
export const STANDALONE_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...HTTP_SETTINGS,
  ...BOOTSTRAP_SETTINGS,
  ...USER_SETTINGS,
  ...AUDIT_SETTINGS,
  ...INGEST_LIMITS,
  ...EMBEDDED_EVENT_LOG_SETTINGS,
  ...EMBEDDED_COLUMN_STORE_SETTINGS,
  ...SYMBOL_SETTINGS,
  ...MODEL_PROVIDER_SETTINGS,
  ...EXPORT_LIMIT_SETTINGS,
  ...DELIVERY_SETTINGS,
  ...TICKET_SETTINGS,
  ...OAUTH_SETTINGS,
  ...STATE_SETTINGS,
  SVC_LOG_LEVEL: logLevelSetting('warn'),
  SVC_ENCRYPTION_KEYS: optional(
    setting.secret({
      minLength: 45,
      description:
        'Keys that encrypt stored secrets, as id=key, comma-separated; the first one encrypts. By default a random key in the state directory',
    }),
  ),
  SVC_CONFIG_DIR: optional(setting.text({ description: 'Configuration directory of the command-line client' })),
} as const;

export type StandaloneConfig = ConfigOf<typeof STANDALONE_SETTINGS>;
