import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { GENEROUS } from '../testing/temporary-store.js';
import type { Subject } from './subject.js';

export function reads(store: Subject): void {
  describe('reads', () => {
    it('returns 64-bit integers as decimal strings, text unchanged and NaN as null', async () => {
      const sql =
        "SELECT toUInt64(18446744073709551615) AS big, toInt64(-9007199254740993) AS negative, 'é\\n\"' AS text, nan AS none, [1.5] AS list, true AS yes";
      assert.deepEqual(await store().query({ sql, limits: GENEROUS }), [
        {
          big: '18446744073709551615',
          negative: '-9007199254740993',
          text: 'é\n"',
          none: null,
          list: [1.5],
          yes: true,
        },
      ]);
    });

    it('counts the bytes that were read from tables for a result, which are not those of the result', async () => {
      for (const rows of [0, 100_000]) {
        let bytesRead = 0;
        const counted = await store().query<{ total: string }>({
          sql: 'SELECT sum(number) AS total FROM numbers({rows:UInt64})',
          parameters: { rows },
          limits: GENEROUS,
          onBytesRead: (bytes) => void (bytesRead = bytes),
        });
        assert.deepEqual(counted, [{ total: String((rows * (rows - 1)) / 2) }]);
        assert.equal(bytesRead, rows * 8);
      }
    });

    it('reports a statement that fails while the bytes that it reads are counted', async () => {
      const sql = 'SELECT number, throwIf(number >= 100000) FROM numbers(200000)';
      const read = store().query({ sql, limits: GENEROUS, onBytesRead: () => undefined });
      await assert.rejects(read, ServiceError);
    });

    it('returns no rows for an empty result', async () => {
      assert.deepEqual(await store().query({ sql: 'SELECT number FROM numbers(0)', limits: GENEROUS }), []);
    });

    it('streams every row of a large result once, in chunks', async () => {
      let next = 0;
      let chunks = 0;
      const sql = 'SELECT toUInt32(number) AS n FROM numbers(200000)';
      for await (const rows of store().stream<{ n: number }>({ sql, limits: GENEROUS })) {
        chunks += 1;
        for (const { n } of rows) assert.equal(n, next++);
      }
      assert.equal(next, 200_000);
      assert.ok(chunks > 4, String(chunks));
    });

    for (const [when, rows] of [
      ['before the first row', 0],
      ['after some rows', 100_000],
      ['after many rows', 400_000],
    ] as const) {
      it(`rejects when the statement fails ${when}, instead of ending as if the result were complete`, async () => {
        const sql = 'SELECT number, throwIf(number >= {rows:UInt64}) FROM numbers({rows:UInt64} + 1000000)';
        const statement = { sql, parameters: { rows }, limits: GENEROUS };
        let received = 0;
        const consume = async () => {
          for await (const chunk of store().stream(statement)) received += chunk.length;
        };
        await assert.rejects(consume(), ServiceError);
        assert.ok(received <= rows, `${received} rows came`);
        await assert.rejects(store().query(statement), ServiceError);
      });
    }

    it('does not read ahead of a consumer that has stopped', async () => {
      const sql = `SELECT number, repeat('x', 1000) AS filler FROM numbers(100000000)`;
      const iterator = store().stream({ sql, limits: GENEROUS })[Symbol.asyncIterator]();
      const before = process.memoryUsage().rss;
      await iterator.next();
      await store().query({ sql: 'SELECT sleep(1)', limits: GENEROUS });
      assert.ok(process.memoryUsage().rss - before < 200_000_000);
      await iterator.return?.();
    });

    for (const sql of [
      'CREATE TABLE conformance_written (a UInt8) ENGINE = Memory',
      'DROP TABLE schema_migrations',
      'INSERT INTO schema_migrations (name) SELECT 1',
      'SELECT 1; CREATE TABLE conformance_written (a UInt8) ENGINE = Memory',
    ]) {
      it(`rejects a write through a read: ${sql.slice(0, 24)}`, async () => {
        await assert.rejects(store().query({ sql, limits: GENEROUS }), ServiceError);
        const [row] = await store().query<{ n: string }>({
          sql: "SELECT count() AS n FROM system.tables WHERE database = currentDatabase() AND name IN ('conformance_written', 'schema_migrations')",
          limits: GENEROUS,
        });
        assert.equal(row?.n, '1');
      });
    }

    it('reports ready', async () => {
      await store().check();
    });
  });
}
