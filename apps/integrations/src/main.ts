import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { runService } from '@svc/observability';
import { startRpcServer } from '@svc/rpc';
import { IntegrationsModule } from './integrations.module.js';
import { INTEGRATIONS_SETTINGS } from './integrations.settings.js';

const config = configFromEnvironment(INTEGRATIONS_SETTINGS);

runService('integrations', config, ({ logger }) =>
  startRpcServer({
    module: IntegrationsModule,
    address: config.SVC_RPC_LISTEN,
    ...toRpcCredentials(config),
    log: logger,
  }),
);
