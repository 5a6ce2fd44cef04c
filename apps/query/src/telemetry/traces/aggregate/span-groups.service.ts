import { Inject, Injectable } from '@nestjs/common';
import type { TracesAggregateRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { SPAN_FIELDS } from '@svc/reading/signals';
import { resolveWindow } from '@svc/reading/statement';
import { INTERVALS, isEmpty, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { groupByKeys, groupByNames, type GroupedTable } from '../../grouping/group-by.js';
import { GROUPS, refuseManyPoints } from '../../grouping/series-limit.js';
import type { GroupRow } from '../../grouping/top-groups.query.js';
import { spanConditions, toTraceFilters } from '../filters/trace-filters.js';
import {
  selectSpanFigures,
  selectSpanGroups,
  selectSpanSeries,
  type SpanFigureRow,
  type SpanSeriesRow,
} from './span-groups.query.js';

export const GROUPED_SPANS: GroupedTable = {
  table: SPAN_FIELDS,
  textReason: 'must not name the status message, which is text; group by status instead',
};

export interface CountedSpans {
  readonly names: readonly string[];
  readonly range: TimeRange;
  /** The largest groups; all spans are one without a name. */
  readonly groups: readonly Pick<GroupRow, 'names' | 'hash'>[];
  /** Number of groups, including those not returned. */
  readonly groupTotal: bigint;
  readonly figures: readonly SpanFigureRow[];
  readonly series: readonly SpanSeriesRow[];
  /** Width of a bucket in nanoseconds; undefined if no series were requested. */
  readonly interval: bigint | undefined;
}

const ALL_SPANS = { names: [], hash: '0' };

@Injectable()
export class SpanGroupsService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** @throws ServiceError invalid_request */
  async aggregate(request: TracesAggregateRequest, reader: ProjectReader): Promise<CountedSpans> {
    const { scope } = reader;
    const names = groupByNames(request.groupBy, 0);
    const range = resolveWindow(request, scope, this.clock());
    const limit = names.length === 0 ? 1 : pageLimit(request.limit, GROUPS);
    const interval = INTERVALS.get(request.interval);
    if (interval !== undefined) refuseManyPoints(range, interval, limit);
    const filter = spanConditions(toTraceFilters(request), scope);
    const counting = { scope, range, filter, keys: groupByKeys(names, GROUPED_SPANS, scope) };
    const asked = { names, range, interval };
    const isAll = names.length === 0;
    if (isEmpty(range)) return { ...asked, groups: isAll ? [ALL_SPANS] : [], groupTotal: 0n, figures: [], series: [] };
    const found = isAll ? [] : await reader.rows(selectSpanGroups(counting, limit));
    const groups = isAll ? [ALL_SPANS] : found;
    if (groups.length === 0) return { ...asked, groups, groupTotal: 0n, figures: [], series: [] };
    const hashes = groups.map(({ hash }) => hash);
    const figures = await reader.rows(selectSpanFigures(counting, hashes));
    const series = interval === undefined ? [] : await reader.rows(selectSpanSeries(counting, hashes, interval));
    return { ...asked, groups, groupTotal: BigInt(found[0]?.group_total ?? 1), figures, series };
  }
}
