import type { ProjectReader } from '@svc/reading/project-reader';
import { Inject, Injectable } from '@nestjs/common';
import type { EventsTrendsRequest } from '@svc/contract';
import { invalidField } from '@svc/errors';
import { CLOCK, type Clock } from '@svc/service';
import { readFilters } from '@svc/property-filters';
import type { Sql } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import { eventConditions, eventField } from '../event-fields.js';
import { toBuckets, exactRange, readTimeZone, type Bucket, type Interval } from '../event-window.js';
import {
  selectEventCount,
  selectIdCount,
  selectTrends,
  selectTrendValues,
  type Measure,
  type Slice,
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
 * Exact counting holds some forty bytes in memory for each message or person of a bucket, so more than this many are
 * counted in slices, one after the other.
 */
const MAX_OF_SLICE = 3_000_000;
/**
 * More slices take longer than a request may. Then rows are counted: a message sent again on another day, with another
 * time, counts twice.
 */
const MAX_SLICES = 6;

/** How much can be counted in one statement, and in all of them together. */
export interface TrendLimits {
  readonly ofSlice: number;
  readonly slices: number;
}

const WHOLE: Slice = { nth: 0, of: 1 };

export interface CountedTrends {
  readonly counting: TrendCounting;
  readonly measure: Measure;
  readonly interval: Interval;
  readonly timezone: string;
  readonly buckets: readonly Bucket[];
  /** In the order of their slots. */
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
    limits: TrendLimits = { ofSlice: MAX_OF_SLICE, slices: MAX_SLICES },
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
    const { counting, slices } = await this.#affordable(asked, limits, reader);
    const values = counting.breakdown ? await this.query(selectSliceValues(counting, top, slices[0]), reader) : [];
    const hashes = values.map(({ hash }) => hash);
    const rows: TrendRow[] = [];
    for (const slice of slices) rows.push(...(await this.query(selectTrends(counting, hashes, slice), reader)));
    return { counting, measure, interval, timezone, buckets, values, rows, now };
  }

  async #affordable(asked: TrendCounting, { ofSlice, slices }: TrendLimits, reader: ProjectReader) {
    const rows = await this.#count(selectEventCount(asked), reader);
    const isOfPersons = asked.counted === 'persons' && !asked.breakdown;
    const most = isOfPersons && rows > ofSlice ? Math.min(rows, await this.#mostPersons(asked, reader)) : rows;
    const of = Math.max(1, Math.ceil(most / ofSlice));
    if (asked.counted === 'messages' && of > slices)
      return { counting: { ...asked, counted: 'rows' as const }, slices: [WHOLE] as const };
    const others = Array.from({ length: of - 1 }, (_, nth): Slice => ({ nth: nth + 1, of }));
    return { counting: asked, slices: [{ nth: 0, of }, ...others] as const };
  }

  /** An upper bound that does not depend on their activity: all persons, once per bucket and event. */
  async #mostPersons({ scope, events, starts }: TrendCounting, reader: ProjectReader): Promise<number> {
    return (await this.#count(selectIdCount(scope), reader)) * events.length * starts.length;
  }

  async #count(statement: Sql<{ readonly rows: string }>, reader: ProjectReader): Promise<number> {
    const [row] = await this.query(statement, reader);
    return Number(row?.rows);
  }

  private query<Row>(statement: Sql<Row>, reader: ProjectReader): Promise<Row[]> {
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
function selectSliceValues(counting: TrendCounting, top: number, slice: Slice) {
  if (slice.of === 1 || counting.counted === 'persons') return selectTrendValues(counting, top, slice);
  return selectTrendValues({ ...counting, counted: 'rows' }, top, WHOLE);
}
