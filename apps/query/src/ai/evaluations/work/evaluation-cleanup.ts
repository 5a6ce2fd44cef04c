import { runInBatches, type PeriodicWork } from '@svc/work';

const BATCH = 1_000;
/** Days for which the calls of judges are kept; they are charged to one. */
const CALL_DAYS = 35;
const MS_PER_DAY = 86_400_000;

/** Deletes the evaluations of expired runs, and calls of judges of long ago, every hour. */
export function evaluationCleanup(): PeriodicWork {
  return {
    queue: 'evaluation-cleanup',
    everyMs: 3_600_000,
    async run({ relational: { client }, now, signal }) {
      const oldest = new Date(now.getTime() - CALL_DAYS * MS_PER_DAY);
      await runInBatches(
        BATCH,
        signal,
        () => client.$executeRaw`
          DELETE FROM run_evaluations WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM run_evaluations WHERE expires_at < ${now} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      );
      await runInBatches(
        BATCH,
        signal,
        () => client.$executeRaw`
          DELETE FROM judge_calls WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM judge_calls WHERE started_at < ${oldest} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      );
    },
  };
}
