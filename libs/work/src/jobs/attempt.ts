import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import type { Clock } from '@svc/runtime';
import { toServiceError } from '@svc/service-error';
import { backoffMs } from './backoff.js';
import type { ClaimedJob, JobStore } from './job-store.js';
import { LeaseLostError, type JobContext, type JobHandler } from './job.js';
import type { Queue } from './queue.js';

export interface AttemptTools {
  readonly relational: Relational;
  readonly store: JobStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called for every attempt, */
  readonly onAttempt: (queue: string) => void;
  /** and for every attempt that failed. */
  readonly onFailure: (queue: string) => void;
}

const HEARTBEATS_PER_LEASE = 3;

/** Runs one attempt at a claimed job and records its outcome. Rejects only if the outcome cannot be recorded. */
export async function attempt(
  claimed: ClaimedJob,
  queue: Queue<object>,
  handler: JobHandler<object>,
  stopping: AbortSignal,
  tools: AttemptTools,
): Promise<void> {
  const { store, clock } = tools;
  if (stopping.aborted) {
    await store.giveBack(claimed);
    return;
  }
  if (claimed.attempts > queue.maxAttempts) {
    await giveUp(claimed, claimed.lastError ?? 'interrupted', handler, tools);
    return;
  }
  tools.onAttempt(queue.name);
  const lost = new AbortController();
  const stopHeartbeat = startHeartbeat(claimed, queue, lost, tools);
  const signal = AbortSignal.any([lost.signal, stopping]);
  const context: JobContext<object> = { job: claimed, signal, fence: (tx) => store.fence(claimed, tx) };
  try {
    const next = await handler.handle(context);
    await store.finish(claimed, next ?? undefined, new Date(clock()));
  } catch (error) {
    if (stopping.aborted) await store.giveBack(claimed);
    else if (!lost.signal.aborted && !(error instanceof LeaseLostError))
      await fail(claimed, error, queue, handler, tools);
  } finally {
    stopHeartbeat();
  }
}

/** Renews the lease until it is stopped. Aborts `lost` when the job is no longer held, or the lease ran out unrenewed. */
function startHeartbeat(
  claimed: ClaimedJob,
  { leaseMs }: Queue<object>,
  lost: AbortController,
  { store, clock }: AttemptTools,
): () => void {
  let leaseUntil = clock() + leaseMs;
  const beat = async (): Promise<void> => {
    const next = clock() + leaseMs;
    try {
      if (await store.renew(claimed, new Date(next))) leaseUntil = next;
      else lost.abort();
    } catch {
      // The database does not answer: the job is held as long as the lease lasts.
      if (clock() >= leaseUntil) lost.abort();
    }
  };
  const timer = setInterval(() => void beat(), leaseMs / HEARTBEATS_PER_LEASE).unref();
  return () => clearInterval(timer);
}

async function fail(
  claimed: ClaimedJob,
  error: unknown,
  queue: Queue<object>,
  handler: JobHandler<object>,
  tools: AttemptTools,
): Promise<void> {
  const { store, clock, logger, onFailure } = tools;
  const { id, attempts } = claimed;
  const { code } = toServiceError(error);
  const isLast = attempts >= queue.maxAttempts;
  onFailure(queue.name);
  logger.warn(
    { err: error, queue: queue.name, job_id: id, attempts },
    isLast ? 'job failed; no attempts left' : 'job failed; retrying',
  );
  if (isLast) {
    await giveUp(claimed, code, handler, tools);
    return;
  }
  const now = clock();
  const next = now + backoffMs(queue.backoff, attempts, Math.random());
  await store.retry(claimed, code, new Date(next), new Date(now));
}

async function giveUp(
  claimed: ClaimedJob,
  error: string,
  handler: JobHandler<object>,
  { relational, store, clock }: AttemptTools,
): Promise<void> {
  await relational.client.$transaction(async (tx) => {
    await store.fence(claimed, tx);
    await handler.onExhausted?.(claimed, error, tx);
  });
  await store.finish(claimed, undefined, new Date(clock()));
}
