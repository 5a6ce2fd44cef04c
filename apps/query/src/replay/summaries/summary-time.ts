/** A recording ends after 30 minutes without activity, and ingestion takes a while; after this long without a chunk it has ended. */
const END_MS = 33 * 60_000;
/** A session lasts a day at most. */
const MAX_SESSION_MS = 24 * 3_600_000;
/** Milliseconds between two summaries of a recording that goes on, at least. */
const LEAST_PAUSE_MS = 5 * 60_000;

/** When chunks of a recording arrived, in milliseconds since 1970. */
export interface Arrivals {
  readonly startedAtMs: number;
  /** Of the last chunk that is stored; the start if none is. */
  readonly lastMs: number;
  /** How many are stored. */
  readonly chunks: number;
}

/** Whether no chunk of a recording can arrive any more. */
export function hasEnded({ startedAtMs, lastMs }: Omit<Arrivals, 'chunks'>, nowMs: number): boolean {
  return nowMs >= Math.min(lastMs, startedAtMs + MAX_SESSION_MS) + END_MS;
}

/** A summary that was stored. */
export interface StoredSummary {
  /** When the chunks were read, in milliseconds since 1970. */
  readonly readAtMs: number;
  readonly isFinal: boolean;
  /** How many were read. */
  readonly chunks: number;
}

/** Half the age of a recording, so that reading all of it again and again takes only a few times as long as reading it once. */
const pauseMs = (startedAtMs: number, atMs: number): number => Math.max(LEAST_PAUSE_MS, (atMs - startedAtMs) / 2);

/** Whether a recording has to be summarized now. */
export function isDue(arrivals: Arrivals, stored: StoredSummary | undefined, nowMs: number): boolean {
  if (!stored) return true;
  const { readAtMs, isFinal } = stored;
  const isChanged = stored.chunks !== arrivals.chunks;
  if (hasEnded(arrivals, nowMs)) return !isFinal || isChanged;
  return isChanged && nowMs >= readAtMs + pauseMs(arrivals.startedAtMs, readAtMs);
}

/**
 * When to look at a recording next, in milliseconds since 1970.
 *
 * @returns undefined after the last time. A day after its start a recording is looked at once more, in case that what ingestion knew of it
 *   was lost and it went on after its end.
 */
export function nextLookAt(arrivals: Arrivals, nowMs: number): number | undefined {
  const { startedAtMs, lastMs } = arrivals;
  const last = startedAtMs + MAX_SESSION_MS + END_MS;
  if (nowMs >= last) return undefined;
  if (hasEnded(arrivals, nowMs)) return last;
  const ended = Math.max(lastMs + END_MS, nowMs + LEAST_PAUSE_MS);
  return Math.min(nowMs + pauseMs(startedAtMs, nowMs), ended, last);
}
