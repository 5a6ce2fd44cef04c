import { createHash } from 'node:crypto';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import type { Cache } from '@svc/cache';
import type { KeysResolveResponse } from '@svc/contract';
import type { EventLog, Topic } from '@svc/event-log';
import { unavailable } from '@svc/service-error';

/** The time for which a retry of an accepted request is recognized. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

export interface OnceStores {
  readonly eventLog: EventLog;
  /** Remembers the hashes of accepted requests. If it is lost, the sink still recognizes retries. */
  readonly cache: Cache;
}

interface AcceptedRequest {
  readonly topic: Topic;
  readonly projectNumber: number;
  /** The project's key of the event log. */
  readonly logKey: KeysResolveResponse['logKey'];
  /** Hash of the request, equal for a byte-identical retry. */
  readonly hash: string;
  /** False if an identical request is not a retry. */
  readonly isRepeatable?: boolean;
  readonly value: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export function requestHash(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}

/**
 * Resolves once the request is durable, appended now or as an earlier copy.
 *
 * @throws ServiceError unavailable if it may not be: it could not be appended, or its key may be destroyed before it is stored.
 */
export async function appendOnce({ eventLog, cache }: OnceStores, request: AcceptedRequest): Promise<void> {
  const { topic, projectNumber, logKey, hash, isRepeatable = true, value, headers } = request;
  const cacheKey = `${topic}:${projectNumber}:${hash}`;
  if (isRepeatable && (await cache.get(cacheKey)) !== undefined) return;
  // Identical requests go to the same partition, so the sink of that partition detects the second one.
  checkUsable(logKey);
  await eventLog.append(topic, { key: `${projectNumber}/${hash}`, value, headers, dataKey: logKey?.key });
  // Again, because the process may have been paused in between.
  checkUsable(logKey);
  if (isRepeatable) await cache.set(cacheKey, '1', DUPLICATE_WINDOW_MS);
}

/** Checks that the key may still encrypt: afterwards it may be destroyed without waiting for appended records. */
function checkUsable(logKey: KeysResolveResponse['logKey']): void {
  if (logKey?.usableUntil && timestampMs(logKey.usableUntil) <= Date.now())
    throw unavailable(new Error('the key of the project was looked up too long ago'));
}
