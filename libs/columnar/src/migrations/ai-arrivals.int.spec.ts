import assert from 'node:assert/strict';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../testing/temporary-store.js';

describe('arrivals of AI spans', () => {
  let scene: TemporaryStore;
  beforeAll(async () => (scene = await temporaryStore()));
  afterAll(() => scene[Symbol.asyncDispose]());

  const insert = (columns: string, rows: readonly string[], deduplicationToken: string) =>
    scene.store.insertSelected(
      `INSERT INTO spans (project_number, retention_days, timestamp, trace_id${columns}) ${rows
        .map((row) => `SELECT ${row}`)
        .join(' UNION ALL ')}`,
      {},
      { deduplicationToken, projectNumber: 1 },
    );
  const arrivals = () =>
    scene.store.query({
      sql: `SELECT project_number, trace_id, sum(spans) AS spans, toString(min(first_seen)) AS first, toString(max(last_seen)) AS last,
              max(stored_at) BETWEEN now() - 60 AND now() AS is_recent
            FROM ai_arrivals GROUP BY project_number, trace_id ORDER BY project_number, trace_id`,
      limits: GENEROUS,
    });

  it('count the marked spans of each trace by the time of arrival, once for each block', async () => {
    const at = (seconds: number) => `toDateTime64('2026-01-02 03:04:0${seconds}', 9)`;
    const rows = [
      `1, 10000, ${at(5)}, 'trace-0000000001', 1`,
      `1, 10000, ${at(6)}, 'trace-0000000001', 1`,
      `1, 10000, ${at(7)}, 'trace-0000000001', 0`,
      `1, 10000, ${at(5)}, 'trace-0000000002', 0`,
      `2, 10000, ${at(5)}, 'trace-0000000001', 1`,
    ];
    for (let attempt = 0; attempt < 2; attempt += 1) await insert(', is_ai', rows, 'block');
    const [first, last] = ['2026-01-02 03:04:05.000000000', '2026-01-02 03:04:06.000000000'];
    const trace = { trace_id: 'trace-0000000001', is_recent: 1 };
    assert.deepEqual(await arrivals(), [
      { ...trace, project_number: 1, spans: '2', first, last },
      { ...trace, project_number: 2, spans: '1', first, last: first },
    ]);
  });

  it('leave out the spans of a process of an earlier version, which does not write the mark', async () => {
    const before = await arrivals();
    await insert('', [`3, 10000, toDateTime64('2026-01-02 03:04:05', 9), 'trace-0000000003'`], 'earlier');
    assert.deepEqual(await arrivals(), before);
  });
});
