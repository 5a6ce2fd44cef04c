import { Inject, Injectable } from '@nestjs/common';
import type { LogsAggregateRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { INTERVALS, isEmpty, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { logFilters, needsOnlyMinutes, toLogFilters } from '../log-filters.js';
import type { LogGroupRow, LogSeriesRow } from './aggregate.query.js';
import { AggregateRepository } from './aggregate.repository.js';
import { groupByKeys, groupByNames, isCountedByMinute } from './group-by.js';

const GROUPS = { default: 50, max: 1000 };
/** Maximum number of points over all series: no chart shows more, and the response has to fit into a message. */
const MAX_POINTS = 50_000n;

export interface CountedLogs {
  readonly names: readonly string[];
  readonly range: TimeRange;
  readonly groups: readonly LogGroupRow[];
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
    const counting = { scope: reader.scope, range, filter, isByMinute, keys: groupByKeys(names, reader.scope) };
    if (isEmpty(range)) return { names, range, groups: [], series: [], interval };
    const groups = await this.repository.groups(counting, limit, reader);
    const wantsSeries = interval !== undefined && groups.length > 0;
    const series = wantsSeries ? await this.repository.series(counting, groups, interval, reader) : [];
    return { names, range, groups, series, interval };
  }
}

function refuseManyPoints({ from, to }: TimeRange, interval: bigint, groups: number): void {
  const buckets = (to - from) / interval + 1n;
  if (buckets * BigInt(groups + 1) <= MAX_POINTS) return;
  throw invalidField(
    'interval',
    `must be wider, or limit smaller: the series would have more than ${MAX_POINTS} points`,
  );
}
