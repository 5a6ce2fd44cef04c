import type { ColumnStore, StatementLimits } from '@svc/columnar';
import type { FactParameters, FactRequest, Window } from '@svc/investigations';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, type Scope, type Sql } from '@svc/reading/statement';
import { fromMilliseconds, type TimeRange } from '@svc/reading/time';

/** Memory of one statement; several investigations run beside the reads of users. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;
/** Rows of the narrowest tables that take the bytes a statement may read. */
const LEAST_ROW_BYTES = 4;

/** Reads for one reading of an investigation: within its limits, and counts statements and bytes. */
export class FactReader extends ProjectReader {
  queries = 0;
  bytesRead = 0;

  constructor(
    store: ColumnStore,
    scope: Scope,
    private readonly request: FactRequest,
  ) {
    super(store, scope, new Budget(request.signal, request.limits.timeoutMs));
  }

  get parameters(): FactParameters {
    return this.request.parameters;
  }

  get environments(): readonly string[] {
    const { environment } = this.parameters;
    return environment === undefined ? [] : [environment];
  }

  override async rows<Row>(statement: Sql<Row>, limits: Partial<StatementLimits> = {}): Promise<Row[]> {
    this.queries++;
    const { bytes } = this.request.limits;
    const { rows, bytesRead } = await this.rowsWithBytes(statement, {
      maxMemoryBytes: MAX_MEMORY_BYTES,
      maxBytesToRead: bytes,
      maxRowsToRead: Math.ceil(bytes / LEAST_ROW_BYTES),
      ...limits,
    });
    this.bytesRead += bytesRead;
    return rows;
  }
}

export function toRange({ start, end }: Window): TimeRange {
  return { from: fromMilliseconds(start), to: fromMilliseconds(end) };
}

/** The time from the first to the last of the windows. */
export function hullOf({ normal, abnormal }: FactParameters): TimeRange {
  const starts = [abnormal, ...normal].map(({ start }) => start);
  const ends = [abnormal, ...normal].map(({ end }) => end);
  return toRange({ start: Math.min(...starts), end: Math.max(...ends) });
}
