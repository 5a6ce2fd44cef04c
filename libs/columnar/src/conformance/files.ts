import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import type { FileStatement } from '../port.js';
import { GENEROUS } from '../testing/temporary-store.js';
import type { Subject } from './subject.js';

const COMMON = { limits: GENEROUS, lane: 'background', maxThreads: 2 } as const;

export function files(store: Subject): void {
  const read = async (statement: Pick<FileStatement, 'sql' | 'format'> & Partial<FileStatement>): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of store().streamFile({ ...COMMON, ...statement })) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  describe('files', () => {
    it('writes CSV as RFC 4180 says, with exact integers and all digits of a time', async () => {
      const sql = `SELECT toUInt64(18446744073709551615), 'a"b\r\nc', fromUnixTimestamp64Nano(toInt64(1795200000123456789)),
        CAST(NULL AS Nullable(String)), true, 0.1, -9007199254740993`;
      assert.equal(
        (await read({ sql, format: 'csv' })).toString(),
        '18446744073709551615,"a""b\r\nc","2026-11-20T18:40:00.123456789Z",,true,0.1,-9007199254740993\r\n',
      );
    });

    it('writes the lines of one column as they are, also of a nested statement', async () => {
      const sql = `SELECT concat('{"n":', toString(number), '}') AS line FROM (SELECT number FROM numbers(3)) ORDER BY number`;
      assert.equal((await read({ sql, format: 'lines' })).toString(), '{"n":0}\n{"n":1}\n{"n":2}\n');
    });

    it('writes one Parquet file, also without rows', async () => {
      for (const rows of [0, 1, 250_000]) {
        const sql = 'SELECT number AS c1, toString(number) AS c2 FROM numbers({rows:UInt64})';
        const bytes = await read({ sql, parameters: { rows }, format: 'parquet' });
        assert.equal(bytes.toString('latin1', 0, 4), 'PAR1');
        assert.equal(bytes.toString('latin1', bytes.length - 4), 'PAR1');
      }
    });

    for (const format of ['csv', 'lines', 'parquet'] as const) {
      it(`writes equal bytes for equal rows: ${format}`, async () => {
        const sql = 'SELECT toString(number) AS c1 FROM numbers(200000) ORDER BY number';
        assert.deepEqual(await read({ sql, format }), await read({ sql, format }));
      });

      for (const rows of [0, 300_000, 800_000]) {
        it(`fails when the statement fails after ${rows} rows: ${format}`, async () => {
          const sql =
            'SELECT toString(ignore(throwIf(number >= {rows:UInt64})) + number) AS c1 FROM numbers({rows:UInt64} + 1000000)';
          await assert.rejects(read({ sql, parameters: { rows }, format }), ServiceError);
        });
      }

      it(`returns the same bytes in a file of this machine, which is removed afterwards: ${format}`, async () => {
        const { withFile } = store();
        if (!withFile) return;
        const sql = `SELECT concat('a"', toString(number)) AS c1 FROM numbers(100000) ORDER BY number`;
        let path = '';
        const inFile = await withFile({ ...COMMON, sql, format }, (given) => {
          path = given;
          return readFile(given);
        });
        assert.ok(inFile.equals(await read({ sql, format })));
        await eventually('the file is removed', () => !existsSync(path));
        const failure = new Error('the reader has failed');
        await assert.rejects(
          withFile({ ...COMMON, sql, format }, () => Promise.reject(failure)),
          (error) => error === failure,
        );
        const controller = new AbortController();
        const { signal } = controller;
        const endless = 'SELECT toString(sum(number)) AS c1 FROM numbers(2000000000000)';
        const waiting = withFile({ ...COMMON, sql: endless, format, signal }, () => Promise.resolve());
        controller.abort();
        await assert.rejects(waiting, { code: 'cancelled' });
        const failing = 'SELECT toString(throwIf(number >= 300000)) AS c1 FROM numbers(1000000)';
        await assert.rejects(
          withFile({ ...COMMON, sql: failing, format }, () => Promise.resolve()),
          ServiceError,
        );
      });

      it(`cancels a file by its signal and by a consumer that stops: ${format}`, async () => {
        const controller = new AbortController();
        const sql = 'SELECT toString(number) AS c1 FROM numbers(200000000)';
        const reading = read({ sql, format, signal: controller.signal });
        controller.abort();
        await assert.rejects(reading, { code: 'cancelled' });
        for await (const chunk of store().streamFile({
          ...COMMON,
          sql: 'SELECT toString(number) AS c1 FROM numbers(500000)',
          format,
        })) {
          assert.ok(chunk.length > 0);
          break;
        }
      });
    }
  });
}
