import { runInBatches, type PeriodicWork } from '@svc/work';

const DAY_MS = 24 * 3_600_000;
/** Baselines reach back four weeks. */
const WINDOWS_MS = 35 * DAY_MS;
/** A series that was not measured for this time makes room for another. */
const SERIES_MS = 8 * DAY_MS;
const FINDINGS_MS = 90 * DAY_MS;
/** Rows of one statement, so that each ends quickly. */
const BATCH = 5_000;

/** Deletes old windows, series that are gone and findings that were resolved long ago, every hour. */
export function anomalyCleanup(): PeriodicWork {
  return {
    queue: 'anomaly-cleanup',
    everyMs: 3_600_000,
    async run({ relational: { client }, now, signal }) {
      const before = (ms: number): Date => new Date(now.getTime() - ms);
      await runInBatches(
        BATCH,
        signal,
        () => client.$executeRaw`
          DELETE FROM anomaly_windows WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM anomaly_windows WHERE end_at < ${before(WINDOWS_MS)} LIMIT ${BATCH}))`,
      );
      await runInBatches(
        BATCH,
        signal,
        () => client.$executeRaw`
          DELETE FROM anomaly_findings WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM anomaly_findings WHERE resolved_at < ${before(FINDINGS_MS)} LIMIT ${BATCH}))`,
      );
      await runInBatches(
        BATCH,
        signal,
        () => client.$executeRaw`
          DELETE FROM anomaly_series WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM anomaly_series WHERE last_end < ${before(SERIES_MS)} AND memory IS NULL LIMIT ${BATCH}))`,
      );
    },
  };
}
