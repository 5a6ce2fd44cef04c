import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { runService } from '@svc/observability';
import { startRpcServer } from '@svc/rpc';
import { AlertingModule } from './alerting.module.js';
import { ALERTING_SETTINGS } from './alerting.settings.js';

const config = configFromEnvironment(ALERTING_SETTINGS);

runService('alerting', config, ({ logger }) =>
  startRpcServer({
    module: AlertingModule,
    address: config.SVC_RPC_LISTEN,
    ...toRpcCredentials(config),
    log: logger,
  }),
);
