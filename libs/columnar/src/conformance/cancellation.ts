import assert from 'node:assert/strict';
import { eventually } from '@svc/test-servers';
import { GENEROUS } from '../testing/temporary-store.js';
import type { Subject } from './subject.js';

/** Runs for minutes. */
const ENDLESS = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))';
const limits = { ...GENEROUS, maxRowsToRead: 10 ** 15 };

export function cancellation(store: Subject): void {
  const running = async (marker: string) => {
    // The engine lists statements with parameters inserted, so this one must exclude itself.
    const sql =
      "SELECT count() AS n FROM system.processes WHERE position(query, {marker:String}) > 0 AND position(query, 'system.processes') = 0";
    const [row] = await store().query<{ n: string }>({ sql, parameters: { marker }, limits: GENEROUS });
    return Number(row?.n);
  };

  describe('cancellation', () => {
    it('stops the statement inside the engine', async () => {
      const marker = `marker_${crypto.randomUUID()}`;
      const controller = new AbortController();
      const statement = store().query({ sql: `${ENDLESS} AND '${marker}' != ''`, limits, signal: controller.signal });
      const rejection = assert.rejects(statement, { code: 'cancelled' });
      await eventually('the statement runs', async () => (await running(marker)) === 1);
      controller.abort();
      await rejection;
      await eventually('the statement is gone', async () => (await running(marker)) === 0);
    });

    it('stops a statement at any time', async () => {
      const marker = `marker_${crypto.randomUUID()}`;
      const attempts = Array.from({ length: 20 }, async (_, at) => {
        const signal = AbortSignal.timeout(at * 6);
        const statement = store().query({ sql: `${ENDLESS} AND '${marker}' != ''`, limits, signal });
        await assert.rejects(statement, { code: 'cancelled' });
      });
      await Promise.all(attempts);
      await eventually('no statement is left', async () => (await running(marker)) === 0);
    });

    it('stops the statement of a stream that is no longer read', async () => {
      const marker = `marker_${crypto.randomUUID()}`;
      const sql = `SELECT number, '${marker}' AS marker FROM numbers(100000000)`;
      for await (const rows of store().stream({ sql, limits: GENEROUS })) {
        assert.ok(rows.length > 0);
        break;
      }
      await eventually('the statement is gone', async () => (await running(marker)) === 0);
    });

    it('rejects a stream when its signal aborts', async () => {
      const controller = new AbortController();
      const sql = 'SELECT number FROM numbers(1000000000)';
      const consume = async () => {
        for await (const rows of store().stream({ sql, limits: GENEROUS, signal: controller.signal })) {
          if (rows.length > 0) controller.abort();
        }
      };
      await assert.rejects(consume(), { code: 'cancelled' });
    });
  });
}
