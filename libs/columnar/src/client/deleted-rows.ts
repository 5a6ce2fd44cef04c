import { deadline } from '@svc/config';
import type { Dialect } from '../migrations/migration.js';
import { renderPurge, systemTable } from '../migrations/render.js';
import type { PurgeOptions, ReadStatement, StatementLimits } from '../port.js';

export interface DeletedRowsOptions {
  readonly database: string;
  readonly dialect: Dialect;
  readonly read: <Row>(statement: ReadStatement) => Promise<Row[]>;
  /** Resolves when every replica has applied the statement. */
  readonly rewrite: (sql: string, signal: AbortSignal | undefined) => Promise<void>;
}

/** What one statement rewrites. */
interface Rewrite {
  readonly table: string;
  /** Absent for the whole table. */
  readonly partition_id?: string;
}

const LIMITS: StatementLimits = {
  timeoutMs: deadline(30_000),
  maxRowsToRead: 10_000_000,
  maxResultRows: 100_000,
  maxMemoryBytes: 200_000_000,
};
/** Clocks of the nodes of a cluster differ by less. */
const CLUSTER_SKEW_SECONDS = 60;

/** Removes rows from the disk that deletions have hidden. */
export class DeletedRows {
  constructor(private readonly options: DeletedRowsOptions) {}

  async purge({ deadlineMs, signal }: PurgeOptions): Promise<Date | undefined> {
    // Otherwise a rewrite that cannot end, as on a full disk, would be requested again and again, and the engine keeps every request.
    if (await this.#isRewriting()) return undefined;
    for (const { table, partition_id: id } of await this.#rewrites()) {
      signal?.throwIfAborted();
      if (Date.now() >= deadlineMs) return undefined;
      await this.options.rewrite(renderPurge(table, id, this.options.dialect), signal);
    }
    return this.#now();
  }

  async oldestReplacedPart(): Promise<Date | undefined> {
    const [found] = await this.#read<{ parts: string; replaced: number }>(
      `SELECT count() AS parts, toUnixTimestamp(min(remove_time)) AS replaced FROM ${this.#system('parts')}
       WHERE database = {database:String} AND NOT active`,
    );
    return found && found.parts !== '0' ? new Date(found.replaced * 1_000) : undefined;
  }

  /**
   * The tables or partitions with hidden rows; first those whose rows have waited longest. A replicated table is rewritten by partition.
   * The engine of one machine gives all parts of a table a new version for each statement, which links the files of those without such
   * rows, so it gets one statement for a table; it rewrites part after part as well.
   */
  #rewrites(): Promise<Rewrite[]> {
    const columns = this.options.dialect === 'cluster' ? 'table, partition_id' : 'table';
    return this.#read<Rewrite>(
      `SELECT ${columns} FROM ${this.#system('parts')}
       WHERE database = {database:String} AND active AND has_lightweight_delete
       GROUP BY ${columns} ORDER BY min(modification_time), ${columns}`,
    );
  }

  async #isRewriting(): Promise<boolean> {
    const found = await this.#read(
      `SELECT 1 FROM ${this.#system('mutations')}
       WHERE database = {database:String} AND NOT is_done AND command LIKE '%APPLY DELETED MASK%' LIMIT 1`,
    );
    return found.length > 0;
  }

  async #now(): Promise<Date> {
    const [row] = await this.#read<{ now: number }>('SELECT toUnixTimestamp(now()) AS now');
    const skew = this.options.dialect === 'cluster' ? CLUSTER_SKEW_SECONDS : 0;
    return new Date(((row?.now ?? 0) + skew) * 1_000);
  }

  #system(name: string): string {
    return systemTable(name, this.options.dialect);
  }

  #read<Row>(sql: string): Promise<Row[]> {
    const { database, read } = this.options;
    return read<Row>({ sql, parameters: { database }, limits: LIMITS, lane: 'background' });
  }
}
