import type { ColumnStore } from '../port.js';
import { nativeBlock } from './native-block.js';
import { GENEROUS } from './temporary-store.js';

const DAYS = 3;

/**
 * Numbered batches in a table of three partitions with an index, and a view that counts their rows: a test can then check
 * whether every acknowledged batch is stored exactly once.
 */
export class Batches {
  readonly acknowledged = new Set<number>();
  readonly unacknowledged = new Map<number, Uint8Array>();
  #next = 0;

  constructor(
    private readonly store: ColumnStore,
    readonly rowsPerBatch: number,
  ) {}

  async createTables(): Promise<void> {
    const window = 'SETTINGS non_replicated_deduplication_window = 10000';
    await this.store.command(
      `CREATE TABLE batches (batch UInt32, day Date, payload String, INDEX bloom payload TYPE bloom_filter GRANULARITY 1)
       ENGINE = MergeTree PARTITION BY day ORDER BY batch ${window}`,
    );
    await this.store.command(
      `CREATE TABLE batch_sums (batch UInt32, rows SimpleAggregateFunction(sum, UInt64)) ENGINE = AggregatingMergeTree ORDER BY batch ${window}`,
    );
    await this.store.command(
      'CREATE MATERIALIZED VIEW batch_view TO batch_sums AS SELECT batch, count() AS rows FROM batches GROUP BY batch',
    );
  }

  /** Inserts a new batch and records whether it was acknowledged. */
  async insertNext(): Promise<boolean> {
    const batch = this.#next++;
    this.unacknowledged.set(batch, this.#bytes(batch));
    return this.#attempt(batch);
  }

  /** Retries all unacknowledged batches with their tokens; true if all are acknowledged. */
  async replay(): Promise<boolean> {
    let all = true;
    for (const batch of [...this.unacknowledged.keys()]) all = (await this.#attempt(batch)) && all;
    return all;
  }

  /** Returns the batches whose rows or sums in the view differ from the acknowledged ones. */
  async wrong(): Promise<readonly { batch: number; rows: number; viewed: number }[]> {
    const counts = async (sql: string) => {
      const rows = await this.store.query<{ batch: number; rows: string }>({ sql, limits: GENEROUS });
      return new Map(rows.map((row) => [row.batch, Number(row.rows)]));
    };
    const stored = await counts('SELECT batch, count() AS rows FROM batches GROUP BY batch');
    const viewed = await counts('SELECT batch, sum(rows) AS rows FROM batch_sums GROUP BY batch');
    return [...this.acknowledged]
      .map((batch) => ({ batch, rows: stored.get(batch) ?? 0, viewed: viewed.get(batch) ?? 0 }))
      .filter(({ rows, viewed: sum }) => rows !== this.rowsPerBatch || sum !== this.rowsPerBatch);
  }

  async #attempt(batch: number): Promise<boolean> {
    const bytes = this.unacknowledged.get(batch);
    if (!bytes) return true;
    const block = { table: 'batches', columns: ['batch', 'day', 'payload'], rows: this.rowsPerBatch, bytes };
    try {
      await this.store.insertBlock(block, { deduplicationToken: `batches/${batch}` });
    } catch {
      return false;
    }
    this.acknowledged.add(batch);
    this.unacknowledged.delete(batch);
    return true;
  }

  #bytes(batch: number): Uint8Array {
    const rows = Array.from({ length: this.rowsPerBatch }, (_, at) => at);
    return nativeBlock('batches', {
      batch: { type: 'UInt32', values: rows.map(() => batch) },
      day: { type: 'Date', values: rows.map((at) => 20_000 + (at % DAYS)) },
      payload: { type: 'String', values: rows.map(() => crypto.getRandomValues(new Uint8Array(100))) },
    }).bytes;
  }
}
