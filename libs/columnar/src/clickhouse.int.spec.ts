import { createColumnStore } from './client.js';
import { columnStoreConformance } from './conformance/index.js';
import { migrate } from './migrations/migrate.js';

/** `http://user:password@host:8123`; the spec creates its own database and leaves it there. */
const url = process.env['SVC_TEST_CLICKHOUSE_URL'];

if (url === undefined) {
  // No package registry offers a server, so this one is never required.
  it.skip('column store on a ClickHouse server (SVC_TEST_CLICKHOUSE_URL is not set)', () => undefined);
} else {
  const address = new URL(url);
  const options = {
    url: address.origin,
    username: decodeURIComponent(address.username || 'default'),
    password: decodeURIComponent(address.password),
    database: `svc_conformance_${Date.now()}`,
  };
  columnStoreConformance('a ClickHouse server', async () => {
    await migrate(options);
    const store = createColumnStore(options);
    return { store, close: () => store.close() };
  });
}
