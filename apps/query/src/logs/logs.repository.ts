import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '../dependencies.js';
import { bytesOf, MAX_ANSWER_BYTES } from '../paging/answer-size.js';
import { readTimeOrdered, type Budget, type FoundPage, type SliceWidths, type TimeRange } from '../statement/index.js';
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
            bytes += bytesOf(chunk);
            if (bytes > maxBytes && rows.length > 1) return { rows, isCut: true };
          }
          return { rows };
        },
      },
      budget,
    );
  }
}
