import { Redis, type RedisOptions } from 'ioredis';

export interface RedisStoreOptions {
  /** `redis://user:password@host:port/db`, or `rediss://` for TLS. */
  readonly url: string;
  /** Stands before every key and channel, so that several installations can share a server; default `svc:`. */
  readonly prefix?: string;
  /** A command without an answer for this long counts as failed; default 1000. */
  readonly commandTimeoutMs?: number;
}

/**
 * A connection that fails fast and comes back by itself: commands are refused while it is away, never queued, because a
 * request that waits for its cache is worse off than one without.
 */
export function newConnection({ url, commandTimeoutMs = 1_000 }: RedisStoreOptions, more: RedisOptions = {}): Redis {
  const connection = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000),
    ...more,
  });
  // Without a listener the first refused connection would end the process. Each command reports what it means.
  connection.on('error', () => undefined);
  return connection;
}

/** Waits for the first attempt only; when it fails the connection goes on trying. */
export async function connectOnce(connection: Redis): Promise<void> {
  await connection.connect().catch(() => undefined);
}
