import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createColumnStore } from '../client.js';
import { startEmbeddedColumnStore, type EmbeddedColumnStore } from '../embedded/start.js';
import type { ColumnStore } from '../port.js';
import { GENEROUS } from '../testing/temporary-store.js';
import { REQUESTS } from './0006_request_minutes.js';
import { MIGRATIONS } from './index.js';
import { migrate } from './migrate.js';
import { renderMigration } from './render.js';

const DATABASE = 'upgraded';

describe('the migration to request_minutes', () => {
  let directory: string;
  let embedded: EmbeddedColumnStore;
  let store: ColumnStore;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'svc-columnar-'));
    embedded = await startEmbeddedColumnStore({ directory, reserveBytes: 0 });
    const options = { ...embedded.store, database: DATABASE };
    store = createColumnStore(options);
    await migrate(
      options,
      MIGRATIONS.filter(({ name }) => name < REQUESTS.name),
    );
    await writeSpans();
    await migrate(options);
  });
  afterAll(async () => {
    await store.close();
    await embedded.stop();
    await rm(directory, { recursive: true });
  });

  /** Ten days, three services, two operations; every tenth request failed, every fourth has a weight of two. */
  const writeSpans = () =>
    store.command(
      `INSERT INTO spans (project_number, retention_days, timestamp, duration_ns, name, kind, status_code, parent_span_id, service_name, environment, trace_state)
       SELECT 1, 10000, toDateTime64('2026-01-02 03:04:05', 9) + toIntervalHour(number % 240), 1000 * (number + 1), ['a', 'b'][number % 2 + 1],
         number % 4 + 1, if(number % 10 = 0, 2, 0), if(number % 7 = 0, '', 'parent..'), concat('s', toString(number % 3)), 'prod', if(number % 4 = 0, 'ot=th:8', '')
       FROM numbers(1000)`,
    );
  const figures = () =>
    store.query({
      sql: `SELECT service_name, count() > 0 AS is_there, sum(spans) AS span_total, sum(requests) AS request_total, sum(errors) AS error_total,
              sum(duration_ns) AS duration_total, sum(added_spans) AS left_out, sum(added_requests) AS left_out_requests,
              sum(added_errors) AS left_out_errors, sum(added_duration_ns) AS left_out_ns, round(quantilesTDigestMerge(0.5, 0.95, 0.99)(durations)[1]) AS median
            FROM request_minutes GROUP BY service_name ORDER BY service_name`,
      limits: GENEROUS,
    });
  const REQUEST = "(kind IN (2, 5) OR parent_span_id = toFixedString('', 8))";
  const expected = () =>
    store.query({
      sql: `SELECT service_name, count() > 0 AS is_there, count() AS span_total, countIf(${REQUEST}) AS request_total, countIf(status_code = 2 AND ${REQUEST}) AS error_total,
              sumIf(duration_ns, ${REQUEST}) AS duration_total, sum(adjusted_count - 1) AS left_out, sumIf(adjusted_count - 1, ${REQUEST}) AS left_out_requests,
              sumIf(adjusted_count - 1, status_code = 2 AND ${REQUEST}) AS left_out_errors, sumIf((adjusted_count - 1) * duration_ns, ${REQUEST}) AS left_out_ns,
              round(quantilesTDigestIf(0.5, 0.95, 0.99)(duration_ns, ${REQUEST})[1]) AS median
            FROM spans GROUP BY service_name ORDER BY service_name`,
      limits: GENEROUS,
    });

  it('copies the earlier counts', async () => {
    assert.deepEqual(await figures(), await expected());
    assert.equal((await expected()).length, 3);
  });

  it('copies the counts once, even if it runs again after a crash', async () => {
    const before = await figures();
    for (const statement of renderMigration(REQUESTS, 'embedded', DATABASE)) await store.command(statement);
    assert.deepEqual(await figures(), before);
  });

  it('does not repeat inserts that reached the tables of views before a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'svc-columnar-'));
    for (const start of ['the one that migrated', 'the next']) {
      const embedded = await startEmbeddedColumnStore({ directory, reserveBytes: 0 });
      await migrate(embedded.store);
      const store = createColumnStore(embedded.store);
      await store.command(
        `INSERT INTO spans (project_number, retention_days, timestamp, service_name, name, trace_id)
         SETTINGS async_insert = 0, insert_deduplicate = 1, insert_deduplication_token = 'range', deduplicate_blocks_in_dependent_materialized_views = 1
         SELECT 1, 10000, toDateTime64('2026-01-02 03:04:05', 9), 's', 'a', '0123456789abcdef' FROM numbers(10)`,
      );
      const [counted] = await store.query({
        sql: `SELECT (SELECT count() FROM spans) AS spans, (SELECT sum(span_count) FROM trace_summaries) AS summaries,
                (SELECT sum(calls) FROM service_minutes) AS operations, (SELECT sum(spans) FROM request_minutes) AS services`,
        limits: GENEROUS,
      });
      assert.deepEqual(counted, { spans: '10', summaries: '10', operations: '10', services: '10' }, start);
      await store.close();
      await embedded.stop();
    }
    await rm(directory, { recursive: true });
  });

  it('counts spans that arrive afterwards, and operations as before', async () => {
    await writeSpans();
    const [now, then] = [await figures(), await expected()];
    // The merged digest of two halves differs from that of the whole.
    const withoutMedian = (rows: unknown[]) => rows.map((row) => ({ ...(row as object), median: 0 }));
    assert.deepEqual(withoutMedian(now), withoutMedian(then));
    assert.deepEqual(
      await store.query({
        sql: 'SELECT operation, sum(calls) AS total FROM service_minutes GROUP BY operation ORDER BY operation',
        limits: GENEROUS,
      }),
      [
        { operation: 'a', total: '1000' },
        { operation: 'b', total: '1000' },
      ],
    );
  });
});
