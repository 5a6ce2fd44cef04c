import assert from 'node:assert/strict';
import { LOGS, METRIC_POINTS, SERVICE_MINUTES, SPANS, TRACE_SUMMARIES } from '@svc/tables';
import { GENEROUS, temporaryStore, type TemporaryStore } from '../testing/temporary-store.js';

/** Rows of three retention classes, each three days old; the class of one day has expired. */
describe('retention', () => {
  let scene: TemporaryStore;
  beforeAll(async () => {
    scene = await temporaryStore();
    await scene.store.command('SYSTEM START TTL MERGES');
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const retentionClasses = async (table: string): Promise<number[]> => {
    const sql = `SELECT DISTINCT retention_days AS days FROM ${table} ORDER BY days`;
    return (await scene.store.query<{ days: number }>({ sql, limits: GENEROUS })).map(({ days }) => days);
  };
  const merged = async (table: string): Promise<number[]> => {
    await scene.store.command(`OPTIMIZE TABLE ${table} FINAL`);
    return retentionClasses(table);
  };

  it('applies to each row: retention classes of one day and one project expire separately, in every table', async () => {
    for (const days of [1, 7, 30]) {
      for (const { name } of [SPANS, LOGS, METRIC_POINTS]) {
        await scene.store.command(
          `INSERT INTO ${name} (project_number, retention_days, timestamp) SELECT 1, {days:UInt16}, now64(9) - toIntervalDay(3)`,
          { days },
        );
      }
    }
    for (const { name } of [SPANS, LOGS, METRIC_POINTS, TRACE_SUMMARIES, SERVICE_MINUTES]) {
      assert.deepEqual(await merged(name), [7, 30], name);
    }
  });
});
