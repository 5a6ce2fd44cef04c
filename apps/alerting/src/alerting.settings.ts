import { rpcAddressSetting, rpcListenSetting, RPC_SETTINGS } from '@svc/config';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';
import { CURSOR_SETTINGS } from '@svc/pagination/settings';
import { DATABASE_SETTINGS } from '@svc/relational/settings';

/** The alerting service as a process of its own. */
export const ALERTING_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...RPC_SETTINGS,
  ...MIGRATION_SETTINGS,
  ...DATABASE_SETTINGS,
  ...CURSOR_SETTINGS,
  SVC_RPC_LISTEN: rpcListenSetting(7003),
  SVC_QUERY_ADDRESS: rpcAddressSetting('query', 7002),
} as const;
