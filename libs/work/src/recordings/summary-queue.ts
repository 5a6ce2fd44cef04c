import { createHash } from 'node:crypto';
import type { Transaction } from '@svc/relational';
import { enqueue } from '../jobs/enqueue.js';
import { Queue } from '../jobs/queue.js';

/** The job that summarizes a recording while it lasts and after its end; it exists as long as chunks can arrive. */
export interface RecordingToSummarize {
  readonly projectNumber: number;
  readonly sessionId: string;
}

export const RECORDING_SUMMARIES = new Queue<RecordingToSummarize>({
  name: 'recording-summaries',
  concurrency: 2,
  pollMs: 5_000,
  // A day of attempts while the stores of recordings fail, after which there is nothing to add.
  maxAttempts: 200,
  backoff: { baseMs: 5_000, maxMs: 600_000 },
});

/** A recording is summarized first this long after its first chunk, in milliseconds. */
const FIRST_SUMMARY_MS = 5 * 60_000;

/** @param projectId null if the project does not exist any more. */
export async function enqueueSummary(
  tx: Transaction,
  recording: RecordingToSummarize,
  startedAt: Date,
  projectId: string | null,
): Promise<void> {
  const { projectNumber, sessionId } = recording;
  // IDs of clients are long, and may have any characters.
  const key = createHash('sha256')
    .update(JSON.stringify([projectNumber, sessionId]))
    .digest('hex');
  const runAt = new Date(startedAt.getTime() + FIRST_SUMMARY_MS);
  await enqueue(tx, RECORDING_SUMMARIES, { key, payload: recording, projectId, now: startedAt, runAt });
}
