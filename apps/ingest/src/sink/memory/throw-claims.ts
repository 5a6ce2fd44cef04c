import type { Cache } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { ErrorRow } from '@svc/otlp';

/** Reports of one throw have times that differ by less than this. */
const SAME_THROW_MS = 60_000;
/** The time after the first report of a throw within which others are expected. */
const KEPT_MS = 600_000;
/** The number beyond which the oldest are forgotten, which can only count a throw twice. About 30 MB. */
const MAX_CLAIMS = 200_000;

const RECENT = `SELECT lower(hex(record_id)) AS record_id, toUnixTimestamp64Milli(timestamp) AS time_ms,
  arrayMap(claim -> lower(hex(claim)), claims) AS claims
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

interface Claim {
  /** ID of the record whose row represents the throw. */
  readonly owner: string;
  /** Time of the throw, in milliseconds since the epoch. */
  readonly timeMs: number;
}

/**
 * Decides which report of a throw gets a row. The first one claims the identifiers by which others would be recognized,
 * under the ID of its record, so a replay claims the same again and writes the same rows. Claims are kept in memory;
 * after a restart the claims of stored rows are read back, and where ingestion runs in several processes they share
 * them through the cache.
 */
export class ThrowClaims {
  readonly #claims = new Map<string, Claim & { readonly atMs: number }>();
  #restored: Promise<void> | undefined;

  constructor(
    private readonly store: ColumnStore,
    private readonly shared?: Pick<Cache, 'claim'>,
    private readonly clock: () => number = Date.now,
  ) {}

  /** The errors that get a row, with everything that others of these reports have claimed in their name. */
  async admit(errors: readonly ErrorRow[], signal: AbortSignal): Promise<readonly ErrorRow[]> {
    if (errors.length === 0) return errors;
    await this.#restore(signal);
    this.#forget();
    const inherited = new Map<string, string[]>();
    const first = errors.filter((error) => this.#isFirst(error, inherited));
    const admitted = this.shared ? await this.#shareClaims(errors, new Set(first), this.shared) : first;
    return admitted.map((error) => withClaims(error, inherited.get(error.recordId)));
  }

  /** Claims for a report and returns whether it is the first of its throw. */
  #isFirst({ recordId, timestampNs, claims }: ErrorRow, inherited: Map<string, string[]>): boolean {
    const timeMs = toMs(timestampNs);
    const holder = claims.own.map((key) => this.#claims.get(key)).find((held) => isOther(held, recordId, timeMs));
    const owner = holder?.owner ?? recordId;
    if (holder && claims.further.length > 0) inherited.set(owner, [...(inherited.get(owner) ?? []), ...claims.further]);
    for (const key of [...claims.own, ...claims.further]) this.#claim(key, { owner, timeMs }, recordId);
    return holder === undefined;
  }

  #claim(key: string, claim: Claim, recordId: string): void {
    if (isOther(this.#claims.get(key), recordId, claim.timeMs)) return;
    this.#claims.delete(key);
    this.#claims.set(key, { ...claim, atMs: this.clock() });
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
        const own = first.has(error) ? error.claims.own : [];
        const [areFree] = await Promise.all([
          Promise.all(own.map((key) => claim(key, error))),
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
    const rows = await this.store.query<{ record_id: string; time_ms: string; claims: string[] }>({
      sql: RECENT,
      parameters: { seconds: KEPT_MS / 1000, limit: MAX_CLAIMS / 2 },
      limits: LIMITS,
      lane: 'background',
      signal,
    });
    for (const { record_id: owner, time_ms: timeMs, claims } of rows.reverse())
      for (const key of claims) this.#claim(key, { owner, timeMs: Number(timeMs) }, owner);
  }

  #forget(): void {
    const oldest = this.clock() - KEPT_MS;
    for (const [key, { atMs }] of this.#claims) {
      if (atMs >= oldest && this.#claims.size <= MAX_CLAIMS) break;
      this.#claims.delete(key);
    }
  }
}

/** Whether another report of the same throw holds a claim. */
function isOther(held: Claim | undefined, recordId: string, timeMs: number): held is Claim {
  return held !== undefined && held.owner !== recordId && Math.abs(held.timeMs - timeMs) <= SAME_THROW_MS;
}

function parseClaim(text: string): Claim {
  const [owner = '', timeMs = ''] = text.split(' ');
  return { owner, timeMs: Number(timeMs) };
}

function withClaims(error: ErrorRow, inherited: readonly string[] = []): ErrorRow {
  if (inherited.length === 0) return error;
  const { own, further } = error.claims;
  return { ...error, claims: { own, further: [...further, ...inherited] } };
}

function toMs(timestampNs: bigint): number {
  return Number(timestampNs / 1_000_000n);
}
