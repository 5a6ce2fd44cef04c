import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { eventually, pace } from '@svc/test-servers';
import { rawRequest } from '../../testing/raw-request.js';
import { spooledFiles } from '../../testing/spooled-files.js';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../../testing/temporary-store.js';
import { spoolName } from '../disk/spool.js';
import { ADMITTED_TABLE_FUNCTIONS, REFUSED_FUNCTIONS } from '../protocol/refused-functions.js';
import { REVIEWED_CHDB_VERSION } from './addon.js';

/** Runs for minutes on one thread. */
const ENDLESS =
  'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number)) SETTINGS max_threads = 1';

describe('the reviewed engine', () => {
  let scene: TemporaryStore;
  beforeAll(async () => {
    scene = await temporaryStore({
      lanes: { background: { running: 2, waiting: 2 } },
      times: { stallMs: 1_000, holdMs: 100 },
      limits: { maxMemoryBytes: 1_500_000_000 },
    });
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const select = <Row>(sql: string) => scene.store.query<Row>({ sql, limits: GENEROUS });
  const running = async () => {
    const [row] = await select<{ n: string }>('SELECT count() AS n FROM system.processes');
    return Number(row?.n) - 1;
  };
  const idle = () => eventually('nothing runs', async () => (await running()) === 0);
  const kill = (id: string) => rawRequest(scene.embedded, { body: `KILL QUERY WHERE query_id = '${id}'` });
  /** Statements of different projects, because one project never gets all places. */
  const endless = (lane: string, project = 1) => {
    const id = randomUUID();
    const answer = rawRequest(scene.embedded, {
      body: ENDLESS,
      fields: { query_id: id },
      headers: { 'x-svc-lane': lane, 'x-svc-project-number': String(project) },
    });
    return { id, answer };
  };

  it('reports the version that these tests were written for', async () => {
    const { version } = createRequire(import.meta.url)('chdb/package.json') as { version: string };
    assert.equal(version, REVIEWED_CHDB_VERSION, 'read embedded/ again with the new version, then change the constant');
    assert.deepEqual(await select('SELECT version() AS engine'), [{ engine: '26.7.2.1' }]);
  });

  it('allows or refuses every table function explicitly', async () => {
    const rows = await select<{ name: string }>('SELECT lower(name) AS name FROM system.table_functions');
    const undecided = rows.filter(({ name }) => !REFUSED_FUNCTIONS.has(name) && !ADMITTED_TABLE_FUNCTIONS.has(name));
    assert.deepEqual(undecided, []);
  });

  it('stays within the configured memory and caches', async () => {
    const rows = await select<{ name: string; value: string }>(
      `SELECT name, value FROM system.server_settings WHERE name IN
       ('max_server_memory_usage', 'mark_cache_size', 'index_mark_cache_size', 'primary_index_cache_size', 'uncompressed_cache_size')`,
    );
    assert.deepEqual(Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)])), {
      max_server_memory_usage: 1_500_000_000,
      mark_cache_size: 128 * 1024 * 1024,
      index_mark_cache_size: 64 * 1024 * 1024,
      primary_index_cache_size: 128 * 1024 * 1024,
      uncompressed_cache_size: 0,
    });
    assert.deepEqual(await select('SELECT timezone() AS zone'), [{ zone: 'UTC' }]);
  });

  it('does not let a read-only statement change its settings', async () => {
    for (const sql of ['SELECT 1 SETTINGS readonly = 0', 'SELECT 1 SETTINGS max_execution_time = 0']) {
      await assert.rejects(select(sql));
    }
  });

  it('bounds a lane, and a full lane does not delay the others', async () => {
    const statements = [endless('background'), endless('background'), endless('background'), endless('background')];
    await eventually('two run', async () => (await running()) === 2);
    const refused = await eventually('the queue is full', async () => {
      const answer = await rawRequest(scene.embedded, { body: 'SELECT 1', headers: { 'x-svc-lane': 'background' } });
      return answer.status === 503 ? answer : undefined;
    });
    assert.equal(refused.headers['x-clickhouse-exception-code'], '202');
    assert.deepEqual(await select('SELECT 1 AS one'), [{ one: 1 }]);
    // Waiting statements are cancelled in the queue.
    for (const { id } of statements.toReversed()) await kill(id);
    for (const { answer } of statements) assert.equal((await answer).headers['x-clickhouse-exception-code'], '394');
    await idle();
  });

  it('counts the time that a statement waits against its limit', async () => {
    const statements = [endless('background'), endless('background')];
    await eventually('two run', async () => (await running()) === 2);
    const late = await rawRequest(scene.embedded, {
      body: 'SELECT 1',
      fields: { max_execution_time: '0.3' },
      headers: { 'x-svc-lane': 'background' },
    });
    assert.equal(late.headers['x-clickhouse-exception-code'], '159');
    for (const { id } of statements) await kill(id);
    await Promise.all(statements.map(({ answer }) => answer));
  });

  it('responds immediately while heavy statements occupy the other places', async () => {
    const lanes = [
      'interactive',
      'interactive',
      'interactive',
      'interactive',
      'interactive',
      'background',
      'background',
    ];
    const statements = lanes.map(endless);
    await eventually('all run', async () => (await running()) === lanes.length);
    await select('SELECT 1');
    assert.equal(await running(), lanes.length, 'it waited for none of them');
    for (const { id } of statements) await kill(id);
    await Promise.all(statements.map(({ answer }) => answer));
  });

  it('survives clients that disconnect at any time, with streamed and with spooled results', async () => {
    const pid = scene.embedded.supervisor.pid;
    const leave = async (format: string, afterMs: number) => {
      const body = `SELECT number, repeat('x', 100) FROM numbers(300000) FORMAT ${format}`;
      const { socketPath, password = '' } = scene.embedded.store;
      const call = request({
        socketPath,
        method: 'POST',
        path: '/?database=svc',
        auth: `default:${password}`,
        agent: false,
      });
      call.on('error', () => undefined);
      call.on('response', (response) => response.on('error', () => undefined).resume());
      call.end(body);
      await pace(afterMs);
      call.destroy();
    };
    for (let round = 0; round < 40; round += 1) {
      await Promise.all([leave('JSON', round * 4), leave('TabSeparated', round * 4)]);
    }
    await idle();
    assert.equal(scene.embedded.supervisor.pid, pid);
    await eventually('no file is left', async () => (await spooledFiles(scene)).length === 0);
  });

  it('stores nothing of an upload that its client aborted', async () => {
    await scene.store.command('CREATE TABLE uploads (a String) ENGINE = MergeTree ORDER BY a');
    const { socketPath, password = '' } = scene.embedded.store;
    const query = encodeURIComponent('INSERT INTO uploads FORMAT TabSeparated');
    const call = request({
      socketPath,
      method: 'POST',
      path: `/?database=svc&query=${query}`,
      auth: `default:${password}`,
      agent: false,
    });
    call.on('error', () => undefined);
    call.write('row\n'.repeat(100_000));
    await eventually('the upload has started', async () => (await spooledFiles(scene)).length > 0);
    call.destroy();
    await eventually('its file is removed', async () => (await spooledFiles(scene)).length === 0);
    assert.deepEqual(await select('SELECT count() AS n FROM uploads'), [{ n: '0' }]);
  });

  it('cancels the statement of a client that has stopped reading', async () => {
    const { socketPath, password = '' } = scene.embedded.store;
    const call = request({ socketPath, method: 'POST', path: '/', auth: `default:${password}`, agent: false });
    call.on('error', () => undefined);
    call.end("SELECT number, repeat('x', 1000) FROM numbers(100000000)");
    call.on('response', (response) => response.on('error', () => undefined).pause());
    await eventually('it runs', async () => (await running()) === 1);
    await idle();
    call.destroy();
  });

  it('accepts long parameters in the URL', async () => {
    const long = "it's ".repeat(8_000);
    const answer = await rawRequest(scene.embedded, { fields: { query: 'SELECT length({v:String})', param_v: long } });
    assert.equal(answer.body.toString(), `${long.length}\n`);
  });

  it('writes neither statements nor values to its standard error', async () => {
    const lines: string[] = [];
    await using other = await temporaryStore({ onLogLine: (line) => lines.push(line) });
    const secret = 'secret-value';
    for (const sql of [
      'SELECT throwIf(1, {secret:String})',
      'SELEC {secret:String}',
      'SELECT toUInt8({secret:String})',
    ]) {
      await assert.rejects(other.store.query({ sql, parameters: { secret }, limits: GENEROUS }));
    }
    assert.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    );
  });

  it('restricts its files and its socket to its own user', async () => {
    for (const path of [
      scene.directory,
      join(scene.directory, 'engine'),
      join('/dev/shm', spoolName(scene.directory)),
    ]) {
      assert.equal((await stat(path)).mode & 0o077, 0, path);
    }
    const commandLine = await readFile(`/proc/${scene.embedded.supervisor.pid}/cmdline`, 'utf8');
    assert.equal(commandLine.includes(scene.embedded.supervisor.token), false);
  });
});
