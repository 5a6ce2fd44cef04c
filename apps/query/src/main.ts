import { columnStoreOptions, createColumnStore } from '@svc/columnar';
import { configFromEnvironment } from '@svc/config';
import { runService } from '@svc/observability';
import { createRelational } from '@svc/relational';
import { QUERY_SETTINGS } from './settings.js';
import { startQuery } from './start.js';

const config = configFromEnvironment(QUERY_SETTINGS);

runService('query', config, async ({ logger }) => {
  const columnStore = createColumnStore(columnStoreOptions(config));
  const relational = createRelational({ url: config.SVC_DATABASE_URL, poolSize: config.SVC_DATABASE_POOL });
  const server = await startQuery({
    columnStore,
    relational,
    cursorSecret: config.SVC_CURSOR_SECRET,
    rpc: { listen: config.SVC_RPC_LISTEN, token: config.SVC_RPC_TOKEN },
    logger,
  });
  return {
    async stop() {
      await server.stop();
      await columnStore.close();
      await relational.close();
    },
  };
});
