import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColumnStore, migrate, startEmbeddedColumnStore, type ColumnStore } from '@svc/columnar';
import { GENEROUS } from '@svc/columnar/testing';
import { type LogFixture, logId, MINUTE, NOW, testScope, testReader } from '@svc/reading/testing';
import { startLogs, type LogsSubject } from './logs.fixture.js';
import { LogsRepository } from './logs.repository.js';

describe('the deletion of a log record', () => {
  let logs: LogsSubject;
  beforeAll(async () => {
    logs = await startLogs();
  });
  afterAll(() => logs.stop());

  it("removes it from every read and leaves other records, including other projects'", async () => {
    const log = (project: number, idTail: string): LogFixture => ({ project, timestamp: NOW - MINUTE, idTail });
    const [gone, kept] = ['0'.repeat(16), '1'.repeat(16)];
    await logs.writer.logs([log(60, gone), log(60, kept), log(61, gone)]);
    const id = logId(log(60, gone));
    await logs.delete(id, testScope(60));
    assert.deepEqual(await logs.queryIds({}, testScope(60)), [logId(log(60, kept))]);
    assert.deepEqual(await logs.queryIds({ q: `log_id:${id}` }, testScope(60)), []);
    assert.deepEqual(await logs.queryIds({}, testScope(61)), [id]);
    const counted = await logs.store.query<{ project: number; records: string }>({
      sql: 'SELECT project_number AS project, sum(records) AS records FROM log_minutes GROUP BY project ORDER BY project',
      limits: GENEROUS,
    });
    assert.deepEqual(counted, [
      { project: 60, records: '1' },
      { project: 61, records: '1' },
    ]);
    for (const scope of [testScope(60), testScope(62)]) {
      await assert.rejects(logs.delete(id, scope), { code: 'not_found' });
    }
    for (const nobodys of ['0'.repeat(32), 'F'.repeat(32)]) {
      await assert.rejects(logs.delete(nobodys, testScope(60)), { code: 'not_found' });
    }
  });
});

describe('a deleted log record', () => {
  const scope = testScope(70);
  const id = logId({ timestamp: NOW - MINUTE, idTail: 'ab'.repeat(8) });
  const insertRange = (store: ColumnStore): Promise<void> =>
    store.command(
      `INSERT INTO logs (project_number, retention_days, timestamp, record_id)
       SETTINGS async_insert = 0, insert_deduplicate = 1, insert_deduplication_token = 'logs/0/1-2/logs'
       SELECT 70, 30, fromUnixTimestamp64Nano({start:Int64}), unhex({record:String})`,
      { start: NOW - MINUTE, record: 'ab'.repeat(8) },
    );

  it('stays deleted after a restart, and when the range it came from is replayed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'svc-query-'));
    const open = async () => {
      const engine = await startEmbeddedColumnStore({ directory, reserveBytes: 0 });
      await migrate(engine.store);
      const store = createColumnStore(engine.store);
      const repository = new LogsRepository();
      const close = async (): Promise<void> => {
        await store.close();
        await engine.stop();
      };
      const reader = testReader(store, scope);
      const find = () => repository.find(id, reader);
      return { store, find, remove: () => repository.delete(id, reader), close };
    };
    const first = await open();
    await insertRange(first.store);
    assert.equal((await first.find())?.log_id_hex, id.toLowerCase());
    await first.remove();
    await insertRange(first.store);
    assert.equal(await first.find(), undefined);
    await first.close();

    const second = await open();
    await insertRange(second.store);
    assert.equal(await second.find(), undefined);
    await second.close();
    await rm(directory, { recursive: true, force: true });
  });
});
