import type { ColumnStore, FileFormat, FileStatement, StatementLimits } from '@svc/columnar';
import type { ByteObserver, ObjectStore } from '@svc/objects';
import { count, render, selectFrom, sql, typed, type Scope, type Sql } from '@svc/reading/statement';
import { ServiceError } from '@svc/service-error';
import { selectEnd, type FoundEnd } from '../chunks/plan.js';
import { keyColumns, type ChunkBounds } from '../chunks/stage.js';
import type { SourceStage } from '../signals/index.js';

const MIB = 1024 * 1024;

/** Two statements of exports may run at the same time for a project; with these limits they leave room for reads. */
const LIMITS: StatementLimits = {
  timeoutMs: 120_000,
  maxRowsToRead: 2_000_000_000,
  maxResultRows: 10_000_000,
  maxMemoryBytes: 256 * MIB,
};
/** Counting only makes the progress exact, so it ends early. */
const COUNT_LIMITS: StatementLimits = { ...LIMITS, timeoutMs: 20_000, maxRowsToRead: 500_000_000 };
const MAX_COUNTED = 1_000_000_000;
/** Half of a small machine. */
const THREADS = 2;
/** Columns that `flatten_attributes` adds at most; attributes beyond remain in the column of all attributes. */
const MAX_FLATTENED = 200;

export interface FileOptions {
  /** The SELECT list. */
  readonly columns: Sql;
  readonly format: FileFormat;
  readonly signal: AbortSignal;
}

/**
 * Runs a statement and stores its file as an object, unless the observer of its bytes throws.
 *
 * @returns the size in bytes.
 */
export type WritableFile = (objects: ObjectStore, key: string, observe: ByteObserver) => Promise<number>;

/** Runs the statements of one export: in the background, where projects take turns and reads come first. */
export class ExportReader {
  constructor(
    private readonly store: ColumnStore,
    private readonly scope: Scope,
    private readonly signal: AbortSignal,
  ) {}

  async findEnd(stage: SourceStage, bounds: ChunkBounds, limit: number): Promise<FoundEnd> {
    const [row] = await this.#rows(selectEnd(stage, bounds, limit));
    return { rows: Number(row?.rows ?? 0), last: row?.last ?? [] };
  }

  /** A file with the rows of a chunk in the order of the key. Aborting the signal stops its statement. */
  file(stage: SourceStage, bounds: ChunkBounds, { columns, format, signal }: FileOptions): WritableFile {
    const statement = stage.rows(bounds, columns, { orderBy: stage.order });
    const either = AbortSignal.any([this.signal, signal]);
    return this.#file({ ...this.#statement(statement), format, maxThreads: THREADS, signal: either });
  }

  /** A file without rows. */
  emptyFile(stage: SourceStage, { columns, format }: FileOptions): WritableFile {
    const rows = stage.rows(whole(stage), columns, { orderBy: stage.order });
    const statement = selectFrom(rows, { columns: sql`*`, where: [sql`0`] });
    return this.#file({ ...this.#statement(statement), format, maxThreads: 1 });
  }

  #file(statement: FileStatement): WritableFile {
    const { store } = this;
    return async (objects, key, observe) => {
      if (store.withFile) return store.withFile(statement, (path) => objects.join(key, [{ path }], observe));
      return objects.put(key, observed(store.streamFile(statement), observe));
    };
  }

  /** @returns null if counting takes too long. */
  async count(stages: readonly SourceStage[]): Promise<number | null> {
    let total = 0;
    try {
      for (const stage of stages) {
        const rows = stage.rows(whole(stage), keyColumns(stage.key), { limit: MAX_COUNTED });
        const [row] = await this.#rows(selectFrom(rows, { columns: { rows: count() } }), COUNT_LIMITS);
        total += Number(row?.rows ?? 0);
      }
    } catch (error) {
      if (error instanceof ServiceError && TOO_LONG.has(error.code)) return null;
      throw error;
    }
    return total;
  }

  /** The attributes that occur most often, by name. */
  async attributeNames(stages: readonly SourceStage[]): Promise<string[]> {
    const found = new Map<string, number>();
    for (const stage of stages) {
      const names = stage.rows(whole(stage), sql`arrayJoin(${stage.attributes.names}) AS attribute`);
      const statement = selectFrom(names, {
        columns: { name: typed('String', sql`toString(attribute)`), rows: count() },
        groupBy: sql`attribute`,
        orderBy: sql`rows DESC, name`,
        limit: MAX_FLATTENED,
      });
      for (const { name, rows } of await this.#rows(statement)) found.set(name, (found.get(name) ?? 0) + Number(rows));
    }
    const often = [...found].sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1)).slice(0, MAX_FLATTENED);
    return often.map(([name]) => name).sort();
  }

  #rows<Row>(statement: Sql<Row>, limits = LIMITS): Promise<Row[]> {
    return this.store.query<Row>({ ...this.#statement(statement), limits });
  }

  #statement(statement: Sql) {
    if (statement.projectNumber !== this.scope.projectNumber)
      throw new ServiceError('internal', {
        cause: new Error('The statement was not built for the project of its export.'),
      });
    const { projectNumber } = this.scope;
    return { ...render(statement), limits: LIMITS, lane: 'background', projectNumber, signal: this.signal } as const;
  }
}

async function* observed(bytes: AsyncIterable<Uint8Array>, observe: ByteObserver) {
  for await (const chunk of bytes) {
    observe(chunk);
    yield chunk;
  }
}

const TOO_LONG = new Set(['query_too_expensive', 'timeout']);

const whole = ({ sliced }: SourceStage): ChunkBounds => ({ slice: sliced, after: undefined, upTo: undefined });
