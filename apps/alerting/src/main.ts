import { configFromEnvironment } from '@svc/config';
import { runService } from '@svc/observability';
import { ALERTING_SETTINGS } from './settings.js';
import { startAlerting } from './start.js';

const config = configFromEnvironment(ALERTING_SETTINGS);

runService('alerting', config, ({ logger }) =>
  startAlerting({ rpc: { listen: config.SVC_RPC_LISTEN, token: config.SVC_RPC_TOKEN }, logger }),
);
