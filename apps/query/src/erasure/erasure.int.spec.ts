import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { INGEST_TABLES, type ColumnStore } from '@svc/columnar';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { SINK_GROUP, TOPIC_BY_SIGNAL, type Consumer } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { LogKeys } from '@svc/event-log/keys';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { Jobs } from '@svc/work';
import { ErasureService } from './erasure.service.js';
import { LogClearing } from './log-clearing.js';
import { PROJECT_TABLES } from './project-tables.js';
import { RowPurges } from './purges/row-purges.js';

const LIMITS = { timeoutMs: 10_000, maxRowsToRead: 100_000, maxResultRows: 1_000, maxMemoryBytes: 100_000_000 };

describe('ErasureService', () => {
  const signal = new AbortController().signal;
  let columnStore: SharedStore;
  let store: ColumnStore;
  let directory: string;
  let eventLog: LmdbEventLog;
  let database: TemporaryDatabase;
  let objects: DirectoryStore;
  const project = (projectNumber: number) => ({ projectNumber, projectId: `p${projectNumber}` });
  const service = () => {
    const { relational } = database;
    const logKeys = new LogKeys({ relational, maxAgeMs: 1_000, clock: Date.now });
    const logger = createLogger({ service: 'query', level: 'silent' });
    const purges = new RowPurges(relational, Date.now, new Jobs(relational, undefined, Date.now, logger));
    const clearing = new LogClearing(logKeys, eventLog, Date.now);
    return new ErasureService(store, eventLog, clearing, purges, objects, Date.now);
  };
  /** Records that the rows of the project have left the disk, as a job does. */
  const leaveDisk = (projectNumber: number) =>
    database.relational.client.rowPurge.updateMany({ where: { projectNumber }, data: { goneAt: new Date() } });
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    columnStore = await sharedStore();
    store = columnStore.store;
    directory = await mkdtemp(path.join(tmpdir(), 'svc-erasure-'));
    eventLog = await LmdbEventLog.open({ directory, partitions: 1 });
    objects = await DirectoryStore.open({ directory: `${directory}-objects` });
  });
  afterAll(async () => {
    await eventLog.close();
    for (const each of [directory, `${directory}-objects`]) await rm(each, { recursive: true, force: true });
    await columnStore[Symbol.asyncDispose]();
    await database.stop();
  });

  /** Inserts one current row that has not expired, with defaults in all other columns. */
  const addRow = async (table: string, project: number): Promise<void> => {
    const dated = await store.query<{ name: string; value: string }>({
      sql: `SELECT name, if(name = 'retention_days', '30', 'now()') AS value FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
            AND (match(type, '^Date') OR name = 'retention_days') AND default_kind = ''`,
      parameters: { table },
      limits: LIMITS,
    });
    const names = ['project_number', ...dated.map(({ name }) => name)];
    const values = ['{project:UInt32}', ...dated.map(({ value }) => value)];
    await store.command(`INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}`, { project });
  };
  const projectsIn = async (table: string): Promise<number[]> => {
    const rows = await store.query<{ project_number: number }>({
      sql: `SELECT DISTINCT project_number FROM ${table} ORDER BY project_number`,
      limits: LIMITS,
    });
    return rows.map((row) => row.project_number);
  };

  it('includes every table of the store that has rows of projects', async () => {
    const rows = await store.query<{ table: string }>({
      sql: `SELECT table FROM system.columns JOIN system.tables ON tables.name = columns.table AND tables.database = columns.database
            WHERE columns.database = currentDatabase() AND columns.name = 'project_number' AND tables.engine LIKE '%MergeTree'
            ORDER BY table`,
      limits: LIMITS,
    });
    assert.deepEqual(
      PROJECT_TABLES.toSorted(),
      rows.map(({ table }) => table),
    );
    for (const { name } of INGEST_TABLES) assert.ok(PROJECT_TABLES.includes(name), name);
  });

  it('deletes all rows of the project and none of other projects', async () => {
    const tables = PROJECT_TABLES.filter((name) => !['trace_summaries', 'service_minutes'].includes(name));
    for (const table of tables) for (const project of [41, 42]) await addRow(table, project);
    const erasure = service();
    for (let call = 1; call <= 2; call++) {
      const { complete, checkAgainAt } = await erasure.eraseProject(project(41), signal);
      assert.deepEqual([complete, checkAgainAt === undefined], [false, false], 'they are still on the disk');
      for (const table of PROJECT_TABLES) assert.deepEqual(await projectsIn(table), [42], table);
    }
    await leaveDisk(41);
    for (let call = 1; call <= 2; call++)
      assert.equal((await erasure.eraseProject(project(41), signal)).complete, true, 'it must be repeatable');
  });

  it('deletes the objects of the project and none of other projects', async () => {
    const keys = ['p45', 'p46'].flatMap((id) => [
      `symbols/${id}/a`,
      `symbol-uploads/${id}/b/0`,
      `exports/${id}/c/result.csv`,
      `agent-content/${id.slice(1)}/2030-01-01/d/e`,
      `replay/${id.slice(1)}/2030-01-01/f/g`,
    ]);
    for (const key of keys) await objects.put(key, Buffer.from('x'));
    await service().eraseProject(project(45), signal);
    const left: string[] = [];
    for await (const { key } of objects.list('')) left.push(key);
    assert.deepEqual(left, [
      'agent-content/46/2030-01-01/d/e',
      'exports/p46/c/result.csv',
      'replay/46/2030-01-01/f/g',
      'symbol-uploads/p46/b/0',
      'symbols/p46/a',
    ]);
  });

  it('waits until records acknowledged before are stored', async () => {
    await eventLog.append(TOPIC_BY_SIGNAL.logs, { key: 'a', value: Buffer.from('x'), headers: {} });
    const erasing = service().eraseProject(project(43), signal);
    const options = { topic: TOPIC_BY_SIGNAL.logs, group: SINK_GROUP, maxBytes: 1e6, maxRecords: 10, maxWaitMs: 10 };
    const consumer: Consumer = await eventLog.consume({ ...options, from: 'earliest' }, () => addRow('logs', 43));
    assert.notEqual((await erasing).checkAgainAt, undefined);
    await consumer.stop();
    assert.ok(!(await projectsIn('logs')).includes(43));
  });

  it('reports when retention has deleted the data of a project without keys', async () => {
    const erasure = service();
    const record = { key: 'a', value: Buffer.from('x'), headers: {} };
    await eventLog.append(TOPIC_BY_SIGNAL.traces, record);
    const options = { topic: TOPIC_BY_SIGNAL.traces, group: SINK_GROUP, maxBytes: 1e6, maxRecords: 10, maxWaitMs: 10 };
    const consumer = await eventLog.consume({ ...options, from: 'earliest' }, () => Promise.resolve());
    await erasure.eraseProject(project(44), signal);
    await leaveDisk(44);
    const { complete, logEnds } = await erasure.eraseProject(project(44), signal);
    await consumer.stop();
    assert.equal(complete, true);
    assert.notEqual(await erasure.clearLog(44, logEnds, signal), undefined);
    await eventLog.close();
    eventLog = await LmdbEventLog.open({ directory, partitions: 1, now: () => Date.now() + 25 * 3_600_000 });
    await eventLog.append(TOPIC_BY_SIGNAL.traces, record);
    await eventLog.sweep();
    assert.equal(await service().clearLog(44, logEnds, signal), undefined);
  });
});
