import assert from 'node:assert/strict';
import { nativeBlock } from '../testing/native-block.js';
import type { Subject } from './subject.js';

const AMPLE_MS = 60_000;

export function purges(store: Subject): void {
  describe('purges of deleted rows', () => {
    const purge = (deadlineMs = Date.now() + AMPLE_MS) => store().purgeDeletedRows({ deadlineMs });
    const addDeleted = async (batch: number): Promise<void> => {
      const block = nativeBlock('conformance_rows', {
        batch: { type: 'UInt32', values: [batch, batch, batch] },
        day: { type: 'Date', values: [20_000, 20_001, 20_001] },
        payload: { type: 'String', values: ['deleted', 'deleted', 'kept'] },
      });
      await store().insertBlock(block, { deduplicationToken: `purge/${batch}` });
      await store().deleteRows('conformance_rows', "batch = {batch:UInt32} AND payload = 'deleted'", { batch });
    };
    const payloads = async (batch: number): Promise<string[]> => {
      const rows = await store().query<{ payload: string }>({
        sql: 'SELECT payload FROM conformance_rows WHERE batch = {batch:UInt32}',
        parameters: { batch },
        limits: { timeoutMs: 10_000, maxRowsToRead: 1e6, maxResultRows: 10, maxMemoryBytes: 1e8 },
      });
      return rows.map(({ payload }) => payload);
    };

    it('replaces the parts that have them, and keeps other rows', async () => {
      await addDeleted(7_001);
      const purgedAt = await purge();
      assert.ok(purgedAt);
      assert.deepEqual(await payloads(7_001), ['kept']);
      const oldest = await store().oldestReplacedPart();
      assert.ok(oldest && oldest <= purgedAt);
    });

    it('begins nothing after the deadline, and continues with the next call', async () => {
      await addDeleted(7_002);
      assert.equal(await purge(Date.now() - 1), undefined);
      assert.ok(await purge());
      assert.ok(await purge(Date.now() - 1), 'nothing is left to do');
      assert.deepEqual(await payloads(7_002), ['kept']);
    });
  });
}
