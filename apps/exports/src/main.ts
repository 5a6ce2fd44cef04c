import { columnStoreOptions, createColumnStore, readColumnStoreSchema, refuseOldClickHouse } from '@svc/columnar';
import { configFromEnvironment, toRpcCredentials } from '@svc/config';
import { requireSchema } from '@svc/migrations';
import { openObjectStore } from '@svc/objects/open';
import { runService } from '@svc/observability';
import { createRelational, readRelationalSchema } from '@svc/relational';
import { startRpcServer } from '@svc/rpc';
import { ExportsModule } from './exports.module.js';
import { EXPORTS_SETTINGS, toExportLimits } from './exports.settings.js';

const config = configFromEnvironment(EXPORTS_SETTINGS);

runService('exports', config, async ({ logger, metrics, health }) => {
  if (config.SVC_MIGRATIONS === 'require') {
    requireSchema('Postgres', await readRelationalSchema(config.SVC_DATABASE_URL));
    requireSchema('the column store', await readColumnStoreSchema(columnStoreOptions(config)));
  } else {
    await refuseOldClickHouse(columnStoreOptions(config));
  }
  const columnStore = createColumnStore(columnStoreOptions(config));
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  const objects = await openObjectStore(config);
  health.add('column_store', () => columnStore.check());
  health.add('relational', () => relational.check());
  health.add('objects', () => objects.check());
  const secret = config.SVC_CURSOR_SECRET;
  const server = await startRpcServer({
    module: ExportsModule.root(
      { publicUrl: config.SVC_PUBLIC_URL, secret, limits: toExportLimits(config) },
      { columnStore, relational, objects, cursorSecret: secret, logger, metrics },
    ),
    address: config.SVC_RPC_LISTEN,
    ...toRpcCredentials(config),
    log: logger,
    isReady: async () => (await health.report()).ok,
  });
  return {
    async stop() {
      await server.stop();
      await objects.close();
      await columnStore.close();
      await relational.close();
    },
  };
});
