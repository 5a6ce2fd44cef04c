import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '@svc/service';
import type { Budget } from '@svc/reading/statement';
import {
  selectLogGroups,
  selectLogSeries,
  type LogCounting,
  type LogGroupRow,
  type LogSeriesRow,
} from './aggregate.query.js';

@Injectable()
export class AggregateRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  groups(counting: LogCounting, limit: number, budget: Budget): Promise<LogGroupRow[]> {
    return this.store.query<LogGroupRow>(budget.statement(selectLogGroups(counting, limit)));
  }

  series(
    counting: LogCounting,
    groups: readonly LogGroupRow[],
    interval: bigint,
    budget: Budget,
  ): Promise<LogSeriesRow[]> {
    const hashes = groups.map(({ hash }) => hash);
    return this.store.query<LogSeriesRow>(budget.statement(selectLogSeries(counting, hashes, interval)));
  }
}
