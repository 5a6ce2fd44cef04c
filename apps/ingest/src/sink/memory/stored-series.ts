import type { ColumnStore } from '@svc/columnar';
import type { KnownRows } from './known-rows.js';
import type { SeriesLimits } from './series-limits.js';

const REFRESH_MS = 60_000;
const DAY_MS = 86_400_000;

const LIMITS = {
  timeoutMs: 30_000,
  maxRowsToRead: 100_000_000,
  maxResultRows: 1_000_000,
  maxMemoryBytes: 512 * 1024 * 1024,
};

/** Metrics with few series are far from the limit, so series added by other processes do not matter. */
const SERIES_OF_TODAY = `SELECT project_number, toString(metric_name) AS metric_name, groupUniqArray(series_hash) AS hashes
FROM metric_series
WHERE last_seen >= toDateTime({since:UInt32})
GROUP BY project_number, metric_name
HAVING length(hashes) > {above:UInt64}`;

const DELETIONS = 'SELECT count() AS deletions, max(deleted_at) AS latest FROM metric_deletions';

/** Keeps the series that the sink remembers consistent with the store. */
export class StoredSeriesWatch {
  #readAtMs = -Infinity;
  #deletions = '';

  constructor(
    private readonly store: ColumnStore,
    private readonly known: KnownRows,
    private readonly limits: SeriesLimits,
    private readonly limit: number,
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Call before the requests of a batch are checked. A request sent after the response to a deletion is in a batch that is
   * read after it, so its series are written again. Points in flight during the deletion may be stored without their series.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.#forgetDeleted(signal);
    const now = this.clock();
    if (now - this.#readAtMs < REFRESH_MS) return;
    const isFirst = this.#readAtMs === -Infinity;
    const day = Math.floor(now / DAY_MS);
    const rows = await this.store.query<{ project_number: number; metric_name: string; hashes: string[] }>({
      sql: SERIES_OF_TODAY,
      parameters: { since: (day * DAY_MS) / 1000, above: isFirst ? 0 : Math.floor(this.limit / 2) },
      limits: LIMITS,
      lane: 'background',
      signal,
    });
    this.limits.learn(
      rows.map(({ project_number: projectNumber, metric_name: metricName, hashes }) => ({
        projectNumber,
        metricName,
        day,
        hashes: hashes.map(BigInt),
      })),
    );
    this.#readAtMs = now;
  }

  async #forgetDeleted(signal: AbortSignal): Promise<void> {
    const [row] = await this.store.query<{ deletions: string; latest: string }>({
      sql: DELETIONS,
      limits: LIMITS,
      signal,
    });
    const deletions = `${row?.deletions} ${row?.latest}`;
    if (deletions === this.#deletions) return;
    if (this.#deletions !== '') {
      this.known.clear();
      this.limits.forget();
      this.#readAtMs = -Infinity;
    }
    this.#deletions = deletions;
  }
}
