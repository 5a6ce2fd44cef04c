import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { MINIMUM_CLICKHOUSE, refuseOldClickHouse } from './client/server-version.js';
import type { ColumnStoreOptions } from './connection.js';
import { migrate, readColumnStoreSchema } from './migrate.js';
import { temporaryStore, type TemporaryStore } from './testing/temporary-store.js';

const [MAJOR, MINOR] = MINIMUM_CLICKHOUSE.split('.').map(Number) as [number, number];
const OLDER = `${MAJOR - 1}.${MINOR}`;

/** Forwards to the engine, whose version becomes an older one in all responses. */
async function startAsOlderServer({ socketPath }: ColumnStoreOptions): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ socketPath, method, path: url, headers }, (response) => {
      void text(response).then((body) => {
        outgoing.writeHead(response.statusCode ?? 500, { 'content-type': 'application/json' });
        outgoing.end(body.replaceAll(MINIMUM_CLICKHOUSE, OLDER));
      });
    });
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

describe('the minimum version of ClickHouse', () => {
  let engine: TemporaryStore;
  let server: Server;
  let older: ColumnStoreOptions;
  beforeAll(async () => {
    engine = await temporaryStore();
    server = await startAsOlderServer(engine.embedded.store);
    const { port } = server.address() as { port: number };
    const { socketPath: _, blockDirectory: __, ...address } = engine.embedded.store;
    older = { ...address, url: `http://127.0.0.1:${port}` };
  });
  afterAll(async () => {
    server.close();
    await engine[Symbol.asyncDispose]();
  });

  it('is the version of the embedded engine', async () => {
    const [row] = await engine.store.query<{ version: string }>({
      sql: 'SELECT version() AS version',
      limits: { timeoutMs: 5_000, maxRowsToRead: 10, maxResultRows: 1, maxMemoryBytes: 10_000_000 },
    });
    assert.ok(row?.version.startsWith(`${MINIMUM_CLICKHOUSE}.`), row?.version);
  });

  for (const [name, connect] of Object.entries({ migrate, readColumnStoreSchema, refuseOldClickHouse }))
    it(`${name} accepts the engine and refuses a server that is older`, async () => {
      await connect(engine.embedded.store);
      await assert.rejects(connect(older), (error: Error) => {
        assert.equal(error.name, 'CannotStart');
        assert.match(error.message, new RegExp(`^ClickHouse ${OLDER}\\S+ is older than ${MINIMUM_CLICKHOUSE}, `));
        return true;
      });
    });

  it('does not stop the start of a process whose server is unreachable', async () => {
    await refuseOldClickHouse({ url: 'http://127.0.0.1:1', reconnectMs: 0 });
  });
});
