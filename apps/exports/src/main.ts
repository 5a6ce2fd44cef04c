import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { runService } from '@svc/observability';
import { startRpcServer } from '@svc/rpc';
import { ExportsModule } from './exports.module.js';
import { EXPORTS_SETTINGS } from './exports.settings.js';

const config = configFromEnvironment(EXPORTS_SETTINGS);

runService('exports', config, ({ logger, health }) =>
  startRpcServer({
    module: ExportsModule,
    address: config.SVC_RPC_LISTEN,
    ...toRpcCredentials(config),
    log: logger,
    isReady: async () => (await health.report()).ok,
  }),
);
