import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/service';
import type { Budget, Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { periodOf, type Period } from './period.js';
import { POINT_TABLES, selectSeriesWithPoints, selectUsage, type UsageRow } from './usage.query.js';

export interface MonthlyUsage {
  readonly period: Period;
  readonly rows: readonly UsageRow[];
  readonly metricSeries: bigint;
}

/** A month of points holds more rows than a page of telemetry may read; their time is bounded all the same. */
const MAX_POINTS = 20_000_000_000;

@Injectable()
export class UsageService {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(period: string, scope: Scope, budget: Budget): Promise<MonthlyUsage> {
    const month = periodOf(period, this.clock());
    const [rows, metricSeries] = await Promise.all([
      this.store.query<UsageRow>(budget.statement(selectUsage(scope, month.range))),
      this.#countSeries(scope, month.range, budget),
    ]);
    return { period: month, rows, metricSeries };
  }

  async #countSeries(scope: Scope, range: TimeRange, budget: Budget): Promise<bigint> {
    const counts = await Promise.all(
      POINT_TABLES.map((table) =>
        this.store.query<{ series: string }>(
          budget.statement(selectSeriesWithPoints(table, scope, range), { maxRowsToRead: MAX_POINTS }),
        ),
      ),
    );
    return counts.reduce((sum, [row]) => sum + BigInt(row?.series ?? 0), 0n);
  }
}
