import { clickHouseForTests } from '@svc/test-servers';
import { createColumnStore } from './client/client.js';
import { columnStoreConformance } from './conformance/index.js';
import { selectDialect } from './connection.js';
import { migrate } from './migrate.js';

const server = await clickHouseForTests();

if (typeof server === 'string') {
  // No package registry offers a ClickHouse server, so this suite is never required.
  it.skip(`column store on a ClickHouse server (${server})`, () => undefined);
} else {
  const address = new URL(server.url);
  const options = {
    url: address.origin,
    username: decodeURIComponent(address.username || 'default'),
    password: decodeURIComponent(address.password),
    // The spec creates its own database and does not drop it on a given server.
    database: `svc_conformance_${Date.now()}`,
    isCluster: server.isCluster,
  };
  const name = server.isCluster ? 'a ClickHouse cluster' : 'a ClickHouse server';
  columnStoreConformance(name, { dialect: selectDialect(options), database: options.database }, async () => {
    await migrate(options);
    const store = createColumnStore(options);
    const close = async () => {
      try {
        await store.close();
      } finally {
        await server.stop();
      }
    };
    return { store, close };
  });
}
