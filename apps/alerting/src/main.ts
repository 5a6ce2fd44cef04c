import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { requireSchema } from '@svc/migrations';
import { runService } from '@svc/observability';
import { createRelational, readRelationalSchema } from '@svc/relational';
import { startRpcServer } from '@svc/rpc';
import { AlertingModule } from './alerting.module.js';
import { ALERTING_SETTINGS } from './alerting.settings.js';

const config = configFromEnvironment(ALERTING_SETTINGS);

runService('alerting', config, async ({ logger, metrics, health }) => {
  if (config.SVC_MIGRATIONS === 'require')
    requireSchema('Postgres', await readRelationalSchema(config.SVC_DATABASE_URL));
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  health.add('relational', () => relational.check());
  const credentials = toRpcCredentials(config);
  const server = await startRpcServer({
    module: AlertingModule.root(
      { query: { address: config.SVC_QUERY_ADDRESS, ...credentials } },
      { relational, logger, metrics, cursorSecret: config.SVC_CURSOR_SECRET },
    ),
    address: config.SVC_RPC_LISTEN,
    ...credentials,
    log: logger,
    isReady: async () => (await health.report()).ok,
  });
  return {
    async stop() {
      await server.stop();
      await relational.close();
    },
  };
});
