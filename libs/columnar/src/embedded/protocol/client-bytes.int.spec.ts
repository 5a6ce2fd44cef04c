import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { nativeBlock } from '../../testing/native-block.js';
import { rawRequest, type RawRequest } from '../../testing/raw-request.js';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../../testing/temporary-store.js';

/*
 * The engine reads rows after FORMAT only up to the first blank line and runs the rest as SQL. These are such bytes
 * in every format, on every route to the engine. None may be executed; if they are valid rows, none may be lost.
 */

const SQL = 'CREATE TABLE svc.injected (a UInt8) ENGINE = Memory;';
const TEXT = `before\n\n${SQL}\n\nafter`;
const INTO = 'INSERT INTO sink (payload)';

const length = Buffer.from([TEXT.length]);
const bodies: Readonly<Record<string, readonly [rows: Uint8Array | string, payload: string | undefined]>> = {
  Native: [nativeBlock('sink', { payload: { type: 'String', values: [TEXT] } }).bytes, TEXT],
  RowBinary: [Buffer.concat([length, Buffer.from(TEXT)]), TEXT],
  JSONEachRow: [`{"payload":${JSON.stringify(TEXT)}}\n\n`, TEXT],
  'JSONEachRow followed by SQL': [`{"payload":"one"}\n\n${SQL}\n\n`, undefined],
  TabSeparated: [`${TEXT.replaceAll('\n', '\\n')}\n`, TEXT],
  'TabSeparated followed by SQL': [`one\n\n${SQL}\n\n`, undefined],
  CSV: [`"${TEXT}"\n`, TEXT],
  'CSV followed by SQL': [`"one"\n\n${SQL}\n\n`, undefined],
  Values: [`('${TEXT}')`, TEXT],
  'Values followed by SQL': [`('one'); ${SQL}`, undefined],
  RawBLOB: [TEXT, TEXT],
};

/** Routes by which the same statement and rows can reach the server. */
const routes: Readonly<Record<string, (statement: string, rows: Buffer) => RawRequest>> = {
  'statement in the URL, rows in the body': (statement, rows) => ({ fields: { query: statement }, body: rows }),
  'the same, compressed': (statement, rows) => ({
    fields: { query: statement },
    body: gzipSync(rows),
    headers: { 'Content-Encoding': 'gzip' },
  }),
  'statement and rows in the body': (statement, rows) => ({
    body: Buffer.concat([Buffer.from(`${statement}\n`), rows]),
  }),
  'statement and rows in a form': (statement, rows) => ({
    body: Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="query"\r\n\r\n${statement}\n`),
      rows,
      Buffer.from('\r\n--b--\r\n'),
    ]),
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  }),
  'first rows in the URL, the rest in the body': (statement, rows) => ({
    fields: { query: `${statement}\n${rows.toString('utf8', 0, 12)}` },
    body: rows.subarray(12),
  }),
};

describe('the bytes of a client', () => {
  let scene: TemporaryStore;
  beforeAll(async () => {
    scene = await temporaryStore();
    await scene.store.command('CREATE TABLE sink (payload String) ENGINE = MergeTree ORDER BY tuple()');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const payloads = async () => {
    const rows = await scene.store.query<{ payload: string }>({ sql: 'SELECT payload FROM sink', limits: GENEROUS });
    return rows.map(({ payload }) => payload);
  };
  const assertNothingRan = async () => {
    const sql = "SELECT name FROM system.tables WHERE name = 'injected'";
    assert.deepEqual(await scene.store.query({ sql, limits: GENEROUS }), []);
  };

  for (const [route, toRequest] of Object.entries(routes)) {
    for (const [name, [rows, payload]] of Object.entries(bodies)) {
      const isText = typeof rows === 'string';
      if (route.startsWith('first rows') && !isText) continue; // Binary rows cannot be part of a URL.
      it(`never runs the bytes as SQL: ${name}, ${route}`, async () => {
        await scene.store.command('TRUNCATE TABLE sink');
        const statement = `${INTO} FORMAT ${name.split(' ')[0] ?? ''}`;
        const answer = await rawRequest(scene.embedded, toRequest(statement, Buffer.from(rows)));
        await assertNothingRan();
        if (payload !== undefined) {
          assert.equal(answer.status, 200, answer.body.toString());
          assert.deepEqual(await payloads(), [payload]);
        }
      });
    }
  }

  it('never runs the bytes as SQL in a VALUES list', async () => {
    await scene.store.command('TRUNCATE TABLE sink');
    const answer = await rawRequest(scene.embedded, { body: `${INTO} VALUES ('${TEXT}'), ('b')` });
    assert.equal(answer.status, 200, answer.body.toString());
    assert.deepEqual((await payloads()).toSorted(), ['b', TEXT]);
    await rawRequest(scene.embedded, { body: `${INTO} VALUES ('c'); ${SQL}` });
    await rawRequest(scene.embedded, { body: `${INTO} VALUES ('c')\n\n${SQL}` });
    await assertNothingRan();
  });

  it('never runs the bytes as SQL in a parameter or a setting', async () => {
    const value = `x' ; ${SQL} --`;
    const read = await rawRequest(scene.embedded, { fields: { query: 'SELECT {v:String}', param_v: value } });
    assert.equal(read.body.toString(), `${value.replaceAll("'", "\\'")}\n`);
    for (const [name, text] of [
      [`max_threads = 1; ${SQL} SET a`, '1'],
      ['max_threads', `1'; ${SQL} SET a = '`],
      [`param_a = 1; ${SQL}`, '1'],
    ] as const) {
      const answer = await rawRequest(scene.embedded, { fields: { query: 'SELECT 1', [name]: text } });
      assert.equal(answer.status >= 400, true);
    }
    const database = await rawRequest(scene.embedded, { fields: { query: 'SELECT 1', database: `svc; ${SQL}` } });
    assert.equal(database.status, 400);
    await assertNothingRan();
  });

  for (const statement of [
    `SELECT 1; ${SQL}`,
    `SELECT 1 FORMAT JSON; ${SQL}`,
    `SELECT 1 FORMAT TabSeparated; ${SQL}`,
    `TRUNCATE TABLE sink; ${SQL}`,
    `INSERT INTO sink SELECT 'a'; ${SQL}`,
    `SELECT 1 /* a /* b */ ; ${SQL} */`,
    `SELECT x'\\' ; ${SQL} --'`,
  ]) {
    it(`refuses to append a statement to another: ${statement.slice(0, 30)}`, async () => {
      assert.equal((await rawRequest(scene.embedded, { body: statement })).status, 400);
      assert.equal((await rawRequest(scene.embedded, { fields: { query: statement } })).status, 400);
      await assertNothingRan();
    });
  }

  it('accepts requests only with the token', async () => {
    for (const password of ['', 'wrong', scene.embedded.supervisor.token.slice(1)]) {
      const answer = await rawRequest(scene.embedded, { fields: { query: 'SELECT 1' }, password });
      assert.equal(answer.status, 401);
      assert.equal((await rawRequest(scene.embedded, { path: '/ping', password })).status, 401);
    }
  });
});
