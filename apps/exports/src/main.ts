import { configFromEnvironment } from '@svc/config';
import { runService } from '@svc/observability';
import { EXPORTS_SETTINGS } from './settings.js';
import { startExports } from './start.js';

const config = configFromEnvironment(EXPORTS_SETTINGS);

runService('exports', config, ({ logger }) =>
  startExports({ rpc: { listen: config.SVC_RPC_LISTEN, token: config.SVC_RPC_TOKEN }, logger }),
);
