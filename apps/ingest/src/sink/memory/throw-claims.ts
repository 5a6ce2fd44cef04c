import type { Cache } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { ErrorRow } from '@svc/otlp';
import { isOther, KEPT_MS, KnownThrows, MAX_CLAIMS, toMs, type Claim } from './known-throws.js';

const RECENT = `SELECT lower(hex(record_id)) AS record_id, toUnixTimestamp64Milli(timestamp) AS time_ms,
  arrayMap(claim -> lower(hex(claim)), claims) AS claims, if(source = 'event', 2, 1) AS own
FROM errors
WHERE stored_at >= now() - {seconds:UInt32} AND timestamp >= now() - INTERVAL 2 DAY AND notEmpty(claims)
ORDER BY stored_at DESC
LIMIT {limit:UInt32}`;
const LIMITS = {
  timeoutMs: 30_000,
  maxRowsToRead: 100_000_000,
  maxResultRows: MAX_CLAIMS,
  maxMemoryBytes: 512 * 1024 * 1024,
};

interface StoredClaims {
  readonly record_id: string;
  readonly time_ms: string;
  readonly claims: readonly string[];
  /** The first ones that are those of the report itself: the one of its span, and before it that of a captured event. */
  readonly own: number;
}

/**
 * Decides which report of a throw gets a row. The first one claims the identifiers by which others would be recognized,
 * under the ID of its record, so a replay claims the same again and writes the same rows. Claims are kept in memory;
 * after a restart the claims of stored rows are read back, and where ingestion runs in several processes they share
 * them through the cache.
 */
export class ThrowClaims {
  readonly #known: KnownThrows;
  #restored: Promise<void> | undefined;

  constructor(
    private readonly store: ColumnStore,
    private readonly shared?: Pick<Cache, 'claim'>,
    clock: () => number = Date.now,
  ) {
    this.#known = new KnownThrows(clock);
  }

  /** The errors that get a row, with everything that others of these reports have claimed in their name. */
  async admit(errors: readonly ErrorRow[], signal: AbortSignal): Promise<readonly ErrorRow[]> {
    if (errors.length === 0) return errors;
    await this.#restore(signal);
    const { first, inherited } = this.#known.decide(errors);
    const admitted = this.shared ? await this.#shareClaims(errors, new Set(first), this.shared) : first;
    return admitted.map((error) => withClaims(error, inherited.get(error.recordId)));
  }

  /** Finds the reports that are first in all processes among those that are first in this one. */
  async #shareClaims(
    errors: readonly ErrorRow[],
    first: ReadonlySet<ErrorRow>,
    shared: Pick<Cache, 'claim'>,
  ): Promise<ErrorRow[]> {
    const claim = async (key: string, { recordId, timestampNs }: ErrorRow): Promise<boolean> => {
      const timeMs = toMs(timestampNs);
      const held = parseClaim(await shared.claim(`throw:${key}`, `${recordId} ${timeMs}`, KEPT_MS));
      return !isOther(held, recordId, timeMs);
    };
    const results = await Promise.all(
      errors.map(async (error) => {
        const [areFree] = await Promise.all([
          Promise.all(error.claims.own.map((key) => claim(key, error))),
          ...error.claims.further.map((key) => claim(key, error)),
        ]);
        return areFree.every(Boolean);
      }),
    );
    return errors.filter((error, index) => first.has(error) && results[index] === true);
  }

  /** Reads the claims of the rows that were stored last, once; a failure fails the batch, which is retried. */
  #restore(signal: AbortSignal): Promise<void> {
    this.#restored ??= this.#readBack(signal).catch((error: unknown) => {
      this.#restored = undefined;
      throw error;
    });
    return this.#restored;
  }

  async #readBack(signal: AbortSignal): Promise<void> {
    const rows = await this.store.query<StoredClaims>({
      sql: RECENT,
      parameters: { seconds: KEPT_MS / 1000, limit: MAX_CLAIMS / 2 },
      limits: LIMITS,
      lane: 'background',
      signal,
    });
    for (const { record_id: owner, time_ms: timeMs, claims, own } of rows.reverse())
      for (const [index, key] of claims.entries())
        this.#known.claim(key, { owner, timeMs: Number(timeMs), isOwn: index < own }, owner);
  }
}

function parseClaim(text: string): Claim {
  const [owner = '', timeMs = ''] = text.split(' ');
  return { owner, timeMs: Number(timeMs) };
}

function withClaims(error: ErrorRow, inherited: readonly string[] = []): ErrorRow {
  if (inherited.length === 0) return error;
  const { further } = error.claims;
  return { ...error, claims: { ...error.claims, further: [...further, ...inherited] } };
}
