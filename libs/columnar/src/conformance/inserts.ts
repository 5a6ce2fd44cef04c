import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { ServiceError } from '@svc/service-error';
import type { Migration } from '../migrations/migration.js';
import { nativeBlock } from '../testing/native-block.js';
import { GENEROUS } from '../testing/temporary-store.js';
import type { Subject } from './subject.js';
import { CONFORMANCE_COLUMN, CONFORMANCE_TABLES } from './tables.js';

/** Data that continues as SQL for a reader that stops at the first blank line. */
const SQL_IN_DATA = '\n\nCREATE TABLE conformance_injected (a UInt8) ENGINE = Memory;\n\n';

export function inserts(store: Subject, render: (migration: Migration) => readonly string[]): void {
  let batches = 0;
  const migrate = async (migration: Migration): Promise<void> => {
    for (const statement of render(migration)) await store().command(statement);
  };
  const block = (values: readonly string[], batch = ++batches) =>
    nativeBlock('conformance_rows', {
      batch: { type: 'UInt32', values: values.map(() => batch) },
      day: { type: 'Date', values: values.map((_, at) => 20_000 + (at % 3)) },
      payload: { type: 'String', values },
    });
  const stored = async (batch: number) => {
    const sql = `SELECT (SELECT count() FROM conformance_rows WHERE batch = {batch:UInt32}) AS rows,
      (SELECT sum(rows) FROM conformance_sums WHERE batch = {batch:UInt32}) AS viewed`;
    const [row] = await store().query<{ rows: string; viewed: string }>({
      sql,
      parameters: { batch },
      limits: GENEROUS,
    });
    return { rows: Number(row?.rows), viewed: Number(row?.viewed) };
  };

  describe('inserts', () => {
    beforeAll(async () => {
      await migrate(CONFORMANCE_TABLES);
    });

    it('stores every byte, blank lines and SQL included', async () => {
      const everyByte = Uint8Array.from({ length: 512 }, (_, at) => at % 256);
      const values = [SQL_IN_DATA, Buffer.from(everyByte).toString('latin1'), '', '\n\n', "');"];
      await store().insertBlock(block(values), { deduplicationToken: 'bytes' });
      const rows = await store().query<{ payload: string }>({
        sql: 'SELECT payload FROM conformance_rows WHERE batch = {batch:UInt32}',
        parameters: { batch: batches },
        limits: GENEROUS,
      });
      assert.deepEqual(new Set(rows.map(({ payload }) => payload)), new Set(values));
      const injected = await store().query({
        sql: "SELECT 1 FROM system.tables WHERE name = 'conformance_injected'",
        limits: GENEROUS,
      });
      assert.deepEqual(injected, []);
    });

    it('stores a block once under its token, in the table and in its view', async () => {
      const rows = block(Array.from({ length: 3_000 }, (_, at) => `row ${at}`));
      const batch = batches;
      for (let attempt = 0; attempt < 3; attempt += 1) await store().insertBlock(rows, { deduplicationToken: 'once' });
      assert.deepEqual(await stored(batch), { rows: 3_000, viewed: 3_000 });
    });

    it('stores equal rows under different tokens each time', async () => {
      const rows = block(['equal']);
      const batch = batches;
      await store().insertBlock(rows, { deduplicationToken: 'first' });
      await store().insertBlock(rows, { deduplicationToken: 'second' });
      assert.deepEqual(await stored(batch), { rows: 2, viewed: 2 });
    });

    it('stores equal rows each time without a token', async () => {
      const rows = block(['equal']);
      const batch = batches;
      await store().insertNative(rows.table, rows.columns, rows.bytes);
      await store().insertNative(
        rows.table,
        rows.columns,
        Readable.from([rows.bytes.subarray(0, 9), rows.bytes.subarray(9)]),
      );
      assert.deepEqual(await stored(batch), { rows: 2, viewed: 2 });
    });

    it('accepts one token for several tables', async () => {
      const rows = block(['several']);
      const batch = batches;
      await store().insertBlock(rows, { deduplicationToken: 'shared' });
      const sums = nativeBlock('conformance_sums', { batch: { type: 'UInt32', values: [batch] } });
      await store().insertBlock(sums, { deduplicationToken: 'shared' });
      assert.equal((await stored(batch)).rows, 1);
    });

    it('keeps a table with more columns than the block readable', async () => {
      await migrate(CONFORMANCE_COLUMN);
      await store().insertBlock(block(['later']), { deduplicationToken: 'later' });
      assert.equal((await stored(batches)).rows, 1);
    });

    it('keeps rows readable until a deletion resolves, and removes them with it', async () => {
      await store().insertBlock(block(['kept', 'deleted']), { deduplicationToken: 'deleted' });
      const condition = 'batch = {batch:UInt32} AND payload = {payload:String}';
      await store().deleteRows('conformance_rows', condition, { batch: batches, payload: 'deleted' });
      assert.equal((await stored(batches)).rows, 1);
    });

    it('rejects a truncated block and stores nothing of it', async () => {
      const rows = block(['cut', 'cut', 'cut']);
      const batch = batches;
      const cut = { ...rows, bytes: rows.bytes.subarray(0, rows.bytes.length - 5) };
      await assert.rejects(store().insertBlock(cut, { deduplicationToken: 'cut' }), ServiceError);
      assert.equal((await stored(batch)).rows, 0);
    });

    it('stores nothing if aborted before the start', async () => {
      const signal = AbortSignal.abort();
      const rows = block(['aborted']);
      await assert.rejects(store().insertBlock(rows, { deduplicationToken: 'aborted', signal }), { code: 'cancelled' });
      assert.equal((await stored(batches)).rows, 0);
    });
  });
}
