import { Inject, Injectable } from '@nestjs/common';
import type { LogsAggregateRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { INTERVALS, isEmpty, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { groupByKeys, groupByNames } from '../../grouping/group-by.js';
import { GROUPS, refuseManyPoints } from '../../grouping/series-limit.js';
import type { GroupRow } from '../../grouping/top-groups.query.js';
import { logFilters, needsOnlyMinutes, toLogFilters } from '../log-filters.js';
import type { LogSeriesRow } from './aggregate.query.js';
import { AggregateRepository } from './aggregate.repository.js';
import { GROUPED_LOGS, isCountedByMinute } from './counted-fields.js';

export interface CountedLogs {
  readonly names: readonly string[];
  readonly range: TimeRange;
  readonly groups: readonly GroupRow[];
  readonly series: readonly LogSeriesRow[];
  /** Width of a bucket in nanoseconds; undefined if no series were requested. */
  readonly interval: bigint | undefined;
}

@Injectable()
export class AggregateService {
  constructor(
    private readonly repository: AggregateRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async aggregate(request: LogsAggregateRequest, reader: ProjectReader): Promise<CountedLogs> {
    const names = groupByNames(request.groupBy);
    const range = resolveWindow(request, reader.scope, this.clock());
    const limit = pageLimit(request.limit, GROUPS);
    const interval = INTERVALS.get(request.interval);
    if (interval !== undefined) refuseManyPoints(range, interval, limit);
    const filters = toLogFilters(request);
    const filter = logFilters(filters, reader.scope);
    const isByMinute = names.every(isCountedByMinute) && needsOnlyMinutes(filters);
    const counting = {
      scope: reader.scope,
      range,
      filter,
      isByMinute,
      keys: groupByKeys(names, GROUPED_LOGS, reader.scope),
    };
    if (isEmpty(range)) return { names, range, groups: [], series: [], interval };
    const groups = await this.repository.groups(counting, limit, reader);
    const wantsSeries = interval !== undefined && groups.length > 0;
    const series = wantsSeries ? await this.repository.series(counting, groups, interval, reader) : [];
    return { names, range, groups, series, interval };
  }
}
