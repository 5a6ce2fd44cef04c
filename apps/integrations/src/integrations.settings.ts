import { RPC_SETTINGS, setting } from '@svc/config';
import { OBSERVABILITY_SETTINGS } from '@svc/observability';

/** The integrations service as a process of its own. */
export const INTEGRATIONS_SETTINGS = {
  ...OBSERVABILITY_SETTINGS,
  ...RPC_SETTINGS,
  SVC_RPC_LISTEN: setting.text({ default: '127.0.0.1:7005', description: 'gRPC listen address' }),
} as const;
