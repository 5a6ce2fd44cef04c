import { deadline } from '@svc/config';
import { Redis, type RedisOptions } from 'ioredis';

export interface RedisStoreOptions {
  /** `redis://user:password@host:port/db`, or `rediss://` for TLS. */
  readonly url: string;
  /** Prefix of every key and channel, so that several installations can share a server; default `svc:`. */
  readonly prefix?: string;
  /** A command without a response for this long fails; default 1000. */
  readonly commandTimeoutMs?: number;
}

/**
 * A connection that fails fast and reconnects by itself: while disconnected, commands fail instead of being queued, because a
 * request that waits for its cache is slower than one without.
 */
export function newConnection(
  { url, commandTimeoutMs = deadline(1_000) }: RedisStoreOptions,
  more: RedisOptions = {},
): Redis {
  const connection = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: deadline(3_000),
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000),
    ...more,
  });
  // Without a listener, the first refused connection would crash the process. Each command reports its own failure.
  connection.on('error', () => undefined);
  return connection;
}

/** Waits for the first attempt only; if it fails, the connection continues to retry. */
export async function connectOnce(connection: Redis): Promise<void> {
  await connection.connect().catch(() => undefined);
}
