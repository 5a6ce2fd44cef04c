import { RPC_SETTINGS, setting } from '@svc/config';
import { MIGRATION_SETTINGS } from '@svc/migrations';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';

/** The alerting service as a process of its own. */
export const ALERTING_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...RPC_SETTINGS,
  ...MIGRATION_SETTINGS,
  SVC_RPC_LISTEN: setting.text({ default: '127.0.0.1:7003', description: 'gRPC listen address' }),
  SVC_QUERY_ADDRESS: setting.text({
    default: '127.0.0.1:7002',
    description: 'gRPC address of the query service, or the IPv4 addresses of its processes, comma-separated',
  }),
  SVC_DATABASE_URL: setting.url({
    protocols: ['postgres:', 'postgresql:'],
    description: 'URL of the Postgres database',
  }),
  SVC_DATABASE_POOL: setting.integer({ default: 10, min: 1, description: 'Maximum number of Postgres connections' }),
  SVC_CURSOR_SECRET: setting.secret({
    minLength: 16,
    description: 'Secret that signs pagination cursors; the same in all processes',
  }),
} as const;
