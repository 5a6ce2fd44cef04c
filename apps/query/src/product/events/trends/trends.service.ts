import { Inject, Injectable } from '@nestjs/common';
import type { EventsTrendsRequest } from '@svc/contract';
import { readFilters } from '@svc/property-filters';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Sql } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { eventConditions, eventField } from '../event-fields.js';
import { toBuckets, exactRange, readTimeZone, type Bucket, type Interval } from '../event-window.js';
import { countEvents, planTrend, type TrendPart, type TrendSize } from './plan.js';
import {
  selectEventCounts,
  selectIdCount,
  selectTrends,
  selectTrendValues,
  type Measure,
  type TrendCounting,
  type TrendRow,
  type TrendValueRow,
} from './trends.query.js';

/** Maximum number of series of breakdown values, over all events. */
const MAX_SERIES = 50;
const DEFAULT_TOP = 10;
/** Fifty values, the rest and none of ten events, in fifteen hundred buckets and as a total. */
const MAX_ROWS = 120_000;
/**
 * Exact counting holds up to a hundred bytes in memory for each message or person of a bucket and again of the whole window,
 * so more than this many are counted by several statements, one after the other.
 */
const MAX_OF_STATEMENT = 3_000_000;
/** The number of events above which message IDs are deduplicated within each day only, which takes half the time. */
const MAX_OF_WINDOW = 4_000_000;

/** The limits of one statement, and of the events for which message IDs are deduplicated over the whole window. */
export interface TrendLimits {
  readonly ofStatement: number;
  readonly ofWindow: number;
}

export interface CountedTrends {
  readonly counting: TrendCounting;
  readonly measure: Measure;
  readonly interval: Interval;
  readonly timezone: string;
  readonly buckets: readonly Bucket[];
  /** The values in the order of their slots. */
  readonly values: readonly TrendValueRow[];
  readonly rows: readonly TrendRow[];
  readonly now: bigint;
}

@Injectable()
export class TrendsService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async trends(
    request: EventsTrendsRequest,
    reader: ProjectReader,
    limits: TrendLimits = { ofStatement: MAX_OF_STATEMENT, ofWindow: MAX_OF_WINDOW },
  ): Promise<CountedTrends> {
    const now = fromMilliseconds(this.clock());
    const range = exactRange(request.timeRange);
    const interval = (request.interval || 'day') as Interval;
    const timezone = readTimeZone(request.timezone);
    const buckets = toBuckets(range, interval, timezone);
    const measure = request.measure === 'unique_persons' ? 'unique_persons' : 'count';
    const asked: TrendCounting = {
      scope: reader.scope,
      range,
      events: request.events,
      counted: measure === 'count' ? 'messages' : 'persons',
      where: eventConditions(readFilters(request.filters, 'filters', now), 'filters', reader.scope),
      breakdown: request.breakdown === '' ? undefined : eventField(request.breakdown, 'breakdown'),
      starts: buckets.map(({ start }) => start),
    };
    const top = readTop(request);
    const size = await this.#size(asked, limits, reader);
    const isByDay = measure === 'count' && countEvents(size) > limits.ofWindow;
    const counting: TrendCounting = isByDay ? { ...asked, counted: 'messages_by_day' } : asked;
    const parts = planTrend({ range, starts: asked.starts, isByDay }, size, limits.ofStatement);
    const values = counting.breakdown ? await this.#query(selectLargest(counting, top, parts), reader) : [];
    const hashes = values.map(({ hash }) => hash);
    const rows: TrendRow[] = [];
    for (const part of parts) rows.push(...(await this.#query(selectTrends(counting, hashes, part), reader)));
    return { counting, measure, interval, timezone, buckets, values, rows, now };
  }

  async #size(counting: TrendCounting, limits: TrendLimits, reader: ProjectReader): Promise<TrendSize> {
    const days = await this.#query(selectEventCounts(counting), reader);
    const eventsByDay = new Map(days.map(({ number, events }) => [number, Number(events)]));
    const size = { eventsByDay, personsOfBucket: undefined };
    const isOfPersons = counting.counted === 'persons' && !counting.breakdown;
    if (!isOfPersons || countEvents(size) <= limits.ofStatement) return size;
    // The number of distinct IDs limits the count, however active the persons are.
    const [row] = await this.#query(selectIdCount(counting.scope), reader);
    return { eventsByDay, personsOfBucket: Number(row?.ids) * counting.events.length };
  }

  #query<Row>(statement: Sql<Row>, reader: ProjectReader): Promise<Row[]> {
    return reader.rows(statement, { maxResultRows: MAX_ROWS });
  }
}

function readTop({ top, events }: EventsTrendsRequest): number {
  const most = Math.floor(MAX_SERIES / events.length);
  if (top === undefined) return Math.min(DEFAULT_TOP, most);
  if (top > most) throw invalidField('top', `must be at most ${MAX_SERIES} over all events together`);
  return top;
}

/**
 * The largest values are chosen by all rows, or by the persons of one slice; each value that is returned is counted
 * exactly.
 */
function selectLargest(counting: TrendCounting, top: number, parts: readonly TrendPart[]) {
  const slice = parts.at(-1)?.slice ?? WHOLE;
  if (parts.length === 1 || counting.counted === 'persons') return selectTrendValues(counting, top, slice);
  return selectTrendValues({ ...counting, counted: 'rows' }, top, WHOLE);
}

const WHOLE = { nth: 0, of: 1 };
