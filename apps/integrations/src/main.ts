import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { createKeyRing } from '@svc/encryption';
import { requireSchema } from '@svc/migrations';
import { runService } from '@svc/observability';
import { createRelational, readRelationalSchema } from '@svc/relational';
import { startRpcServer } from '@svc/rpc';
import { IntegrationsModule } from './integrations.module.js';
import { INTEGRATIONS_SETTINGS, toOAuthClients } from './integrations.settings.js';

const config = configFromEnvironment(INTEGRATIONS_SETTINGS);

runService('integrations', config, async ({ logger, metrics, health }) => {
  if (config.SVC_MIGRATIONS === 'require')
    requireSchema('Postgres', await readRelationalSchema(config.SVC_DATABASE_URL));
  const smtpUrl = config.SVC_SMTP_URL;
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  health.add('relational', () => relational.check());
  const server = await startRpcServer({
    module: IntegrationsModule.root(
      {
        mail: smtpUrl === undefined ? undefined : { smtpUrl, from: config.SVC_MAIL_FROM },
        egressAllow: config.SVC_EGRESS_ALLOW,
        egressHttp: config.SVC_EGRESS_HTTP,
        deliveryRetentionDays: config.SVC_DELIVERY_RETENTION_DAYS,
        publicUrl: config.SVC_PUBLIC_URL,
        ticketUrlHosts: config.SVC_TICKET_URL_HOSTS,
        oauth: { clients: toOAuthClients(config), publicUrl: config.SVC_PUBLIC_URL },
      },
      {
        relational,
        logger,
        metrics,
        cursorSecret: config.SVC_CURSOR_SECRET,
        keyRing: createKeyRing(config.SVC_ENCRYPTION_KEYS),
      },
    ),
    address: config.SVC_RPC_LISTEN,
    ...toRpcCredentials(config),
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
