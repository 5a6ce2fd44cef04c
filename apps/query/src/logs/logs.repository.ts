import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '../dependencies.js';
import { readTimeOrdered, type Budget, type FoundPage, type TimeRange } from '../statement/index.js';
import { selectLogs, type LogPage, type LogRow } from './logs.query.js';

export interface LogSearch extends Omit<LogPage, 'slice'> {
  readonly range: TimeRange;
}

@Injectable()
export class LogsRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  search(search: LogSearch, budget: Budget): Promise<FoundPage<LogRow>> {
    return readTimeOrdered(
      {
        ...search,
        positionOf: ({ time, id }) => ({ value: BigInt(time), id }),
        read: (slice, limit) => this.store.query(budget.statement(selectLogs({ ...search, slice, limit }))),
      },
      budget,
    );
  }
}
