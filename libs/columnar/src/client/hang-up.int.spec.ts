import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ColumnStore } from '../port.js';
import { GENEROUS } from '../testing/temporary-store.js';
import { createColumnStore } from './client.js';

describe('a read whose connection is reset', () => {
  let directory: string;
  let server: Server;
  let store: ColumnStore;
  let resets = 0;
  let requests = 0;
  let [pings, deadPings] = [0, 0];
  /** The rows that are sent before a reset. */
  let rowsBefore = '';

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-hang-up-'));
    server = createServer((request, response) => {
      request.resume();
      if (request.url?.startsWith('/ping') && pings++ >= deadPings) return void response.end('Ok.\n');
      if (request.url?.startsWith('/ping')) return void request.socket.destroy();
      if (requests++ >= resets) return void response.end('{"found":1}\n');
      if (rowsBefore === '') return void request.socket.destroy();
      response.write(rowsBefore, () => setImmediate(() => request.socket.destroy()));
    });
    const socketPath = path.join(directory, 'server.sock');
    await new Promise<void>((resolve) => server.listen(socketPath, resolve));
    store = createColumnStore({ url: 'http://localhost', socketPath });
  });
  afterAll(async () => {
    await store.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  });

  const read = (times: number, rows = '') => {
    [requests, resets, rowsBefore] = [0, times, rows];
    return store.query({ sql: 'SELECT 1 AS found', limits: GENEROUS });
  };

  it('repeats the read once the server answers', async () => {
    [pings, deadPings] = [0, 5];
    assert.deepEqual([await read(1), pings], [[{ found: 1 }], 6]);
  });

  it('fails if the server ends again, because the statement may be why', async () => {
    await assert.rejects(read(2), { code: 'unavailable' });
    assert.equal(requests, 2);
  });

  it('starts again without the rows that it had', async () => {
    assert.deepEqual(await read(1, '{"found":7}\n{"found":8}\n'), [{ found: 1 }]);
  });

  it('fails if a stream has already handed on rows', async () => {
    [requests, resets, rowsBefore] = [0, 1, '{"found":7}\n'];
    const found: unknown[] = [];
    await assert.rejects(
      async () => {
        for await (const rows of store.stream({ sql: 'SELECT 1 AS found', limits: GENEROUS })) found.push(...rows);
      },
      { code: 'unavailable' },
    );
    assert.deepEqual([found, requests], [[{ found: 7 }], 1]);
  });
});
