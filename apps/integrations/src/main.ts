import { configFromEnvironment } from '@svc/config';
import { runService } from '@svc/observability';
import { INTEGRATIONS_SETTINGS } from './settings.js';
import { startIntegrations } from './start.js';

const config = configFromEnvironment(INTEGRATIONS_SETTINGS);

runService('integrations', config, ({ logger }) =>
  startIntegrations({ rpc: { listen: config.SVC_RPC_LISTEN, token: config.SVC_RPC_TOKEN }, logger }),
);
