import { Inject, Injectable } from '@nestjs/common';
import { LOGS, type ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '@svc/service';
import { estimateBytes, MAX_ANSWER_BYTES } from '@svc/reading/paging';
import {
  readTimeOrdered,
  runDeletion,
  sql,
  type Budget,
  type FoundPage,
  type Scope,
  type SliceWidths,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { hasLogId, momentOf } from './log-id.js';
import { positionOf, selectLogs, type LogPage, type LogRow } from './logs.query.js';

export interface LogSearch extends Omit<LogPage, 'slice'> {
  readonly range: TimeRange;
  readonly widths?: SliceWidths;
  /** Of all rows together; those of a whole answer when absent. */
  readonly maxBytes?: number;
}

@Injectable()
export class LogsRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  search(search: LogSearch, budget: Budget): Promise<FoundPage<LogRow>> {
    const { maxBytes = MAX_ANSWER_BYTES } = search;
    let bytes = 0;
    return readTimeOrdered(
      {
        ...search,
        positionOf,
        read: async (slice, limit) => {
          const rows: LogRow[] = [];
          for await (const chunk of this.store.stream<LogRow>(
            budget.statement(selectLogs({ ...search, slice, limit })),
          )) {
            rows.push(...chunk);
            bytes += estimateBytes(chunk);
            if (bytes > maxBytes && rows.length > 1) return { rows, isCut: true };
          }
          return { rows };
        },
      },
      budget,
    );
  }

  /** Records that indexes and times leave to be looked at; undefined where the store, as a cluster, does not say. */
  async recordsToRead(search: LogSearch, budget: Budget): Promise<bigint | undefined> {
    const page = sql`EXPLAIN ESTIMATE ${selectLogs({ ...search, slice: search.range, after: undefined })}`;
    const estimates = await this.store.query<{ rows: string }>(budget.statement(page));
    const [first] = estimates;
    return first && estimates.reduce((sum, { rows }) => sum + BigInt(rows), 0n);
  }

  async find(logId: string, scope: Scope, budget: Budget): Promise<LogRow | undefined> {
    const range = momentOf(logId);
    if (!range) return undefined;
    const search = { scope, range, filter: [hasLogId(logId)], after: undefined, limit: 1 };
    const { rows } = await this.search({ ...search, direction: 'desc' }, budget);
    return rows[0];
  }

  /** For good, and resolves when no read sees it any more. */
  async delete(logId: string, scope: Scope): Promise<void> {
    const during = momentOf(logId);
    if (during) await runDeletion(this.store, { from: LOGS, scope, during, where: [hasLogId(logId)] });
  }
}
