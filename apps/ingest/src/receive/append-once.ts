import { createHash } from 'node:crypto';
import type { Cache } from '@svc/cache';
import type { EventLog, Topic } from '@svc/event-log';

/** A retry of an accepted request is recognised for this long. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

export interface OnceStores {
  readonly eventLog: EventLog;
  /** Remembers the hashes of accepted requests; losing it only means that a retry is recognised later, by the sink. */
  readonly cache: Cache;
}

interface AcceptedRequest {
  readonly topic: Topic;
  readonly projectNumber: number;
  /** Equal for a byte-identical retry. */
  readonly hash: string;
  /** False for a request whose equal is another one. */
  readonly isRepeatable?: boolean;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export function requestHash(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

/** Resolves once the request is durable: appended now, or by an earlier copy of it. */
export async function appendOnce({ eventLog, cache }: OnceStores, request: AcceptedRequest): Promise<void> {
  const { topic, projectNumber, hash, isRepeatable = true, value, headers } = request;
  const cacheKey = `${topic}:${projectNumber}:${hash}`;
  if (isRepeatable && (await cache.get(cacheKey)) !== undefined) return;
  // Identical requests meet in one partition, where the sink sees the second one.
  await eventLog.append(topic, { key: `${projectNumber}/${hash}`, value, headers });
  if (isRepeatable) await cache.set(cacheKey, '1', DUPLICATE_WINDOW_MS);
}
