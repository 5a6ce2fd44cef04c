import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { eventually } from '@svc/test-servers';
import { rawRequest } from '../../testing/raw-request.js';
import { spooledFiles } from '../../testing/spooled-files.js';
import { temporaryStore, type TemporaryStore } from '../../testing/temporary-store.js';

const ROWS = 400_000;
const MARKER = /\r\n__exception__\r\n([0-9a-f]{16})\r\nCode: 395\. [\s\S]*\d+ \1\r\n__exception__\r\n$/;

/** Formats of results that are streamed in chunks and of results that pass through a file. */
const FORMATS = [
  'TabSeparated',
  'JSONEachRow',
  'JSONCompactEachRow',
  'CSV',
  'JSON',
  'CSVWithNames',
  'JSONCompact',
  'Parquet',
];

describe('the result of a statement', () => {
  let scene: TemporaryStore;
  beforeAll(async () => {
    scene = await temporaryStore({ times: { holdMs: 200 } });
  });
  afterAll(() => scene[Symbol.asyncDispose]());
  const ask = (query: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    rawRequest(scene.embedded, { body: query, fields, headers });

  it('returns one document of any size in a document format', async () => {
    const json = await ask(`SELECT number FROM numbers(${ROWS}) FORMAT JSON`);
    assert.equal((JSON.parse(json.body.toString()) as { rows: number }).rows, ROWS);
    const csv = await ask(`SELECT number FROM numbers(${ROWS}) FORMAT CSVWithNames`);
    assert.equal(csv.body.toString().split('"number"').length, 2);
    const parquet = await ask(`SELECT number FROM numbers(${ROWS}) FORMAT Parquet`);
    assert.equal(parquet.body.toString('latin1').split('PAR1').length, 3);
  });

  it('compresses the result on request, completely', async () => {
    const fields = { enable_http_compression: '1' };
    for (const format of ['TabSeparated', 'JSON']) {
      const plain = await ask(`SELECT number FROM numbers(1000) FORMAT ${format} `, {
        output_format_write_statistics: '0',
      });
      const packed = await ask(
        `SELECT number FROM numbers(1000) FORMAT ${format}`,
        { ...fields, output_format_write_statistics: '0' },
        { 'Accept-Encoding': 'gzip' },
      );
      assert.equal(packed.headers['content-encoding'], 'gzip');
      assert.deepEqual(gunzipSync(packed.body), plain.body);
    }
  });

  it('returns a status and a code when a statement fails before its first row', async () => {
    for (const [statement, status, code] of [
      ['SELECT * FROM no_such_table', 404, '60'],
      ['SELEC 1', 400, '62'],
      ['SELECT throwIf(1)', 500, '395'],
      ['SELECT throwIf(1) FORMAT JSON', 500, '395'],
    ] as const) {
      const answer = await ask(statement);
      assert.equal(answer.status, status, statement);
      assert.equal(answer.headers['x-clickhouse-exception-code'], code);
      assert.match(answer.body.toString(), new RegExp(`^Code: ${code}\\. DB::Exception: `));
      assert.doesNotMatch(answer.body.toString(), /statement \d+/);
    }
  });

  it('ends with the marker and a cut connection when it fails between its rows', async () => {
    const answer = await ask(`SELECT number, throwIf(number = ${ROWS}) FROM numbers(${2 * ROWS})`);
    assert.equal(answer.status, 200);
    assert.equal(answer.isWhole, false);
    const [, tag] = MARKER.exec(answer.body.toString()) ?? [];
    assert.equal(tag, answer.headers['x-clickhouse-exception-tag']);
  });

  it('returns a status when a statement fails between its rows and goes through a file, or the client waits for the end', async () => {
    const statement = 'SELECT number, throwIf(number = 300000) FROM numbers(500000)';
    assert.equal((await ask(`${statement} FORMAT JSON`)).status, 500);
    assert.equal((await ask(statement, { wait_end_of_query: '1' })).status, 500);
  });

  it('never holds rows of an earlier statement, in any format, after any failure', async () => {
    const worker = async (worker: number) => {
      for (let round = 0; round < 25; round += 1) {
        const format = FORMATS[(round + worker) % FORMATS.length] ?? 'JSON';
        const failing = randomUUID();
        const fields = { param_token: failing, max_execution_time: '0.1' };
        const failure =
          round % 2 === 0
            ? `SELECT {token:String}, throwIf(number = 90000) FROM numbers(100000) FORMAT ${format}`
            : `SELECT {token:String}, sleepEachRow(0.005) FROM numbers(50) FORMAT ${format}`;
        const failed = await ask(failure, fields);
        assert.ok(failed.status >= 400 || !failed.isWhole);
        const token = randomUUID();
        const answer = await ask(`SELECT {token:String} AS t FORMAT ${format}`, { param_token: token });
        assert.equal(answer.status, 200);
        const tokens = new Set(answer.body.toString('latin1').match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g));
        assert.deepEqual(tokens, new Set([token]));
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(worker));
  });

  it('leaves no file on disk', async () => {
    await ask('SELECT number FROM numbers(1000) FORMAT JSON');
    await ask('SELECT throwIf(number = 500) FROM numbers(1000) FORMAT JSON');
    await ask("INSERT INTO schema_migrations (name) FORMAT Values ('x'), (");
    await eventually('the spool is empty', async () => (await spooledFiles(scene)).length === 0);
  });
});
