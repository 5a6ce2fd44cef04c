import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { EventsTrendsRequest } from '@svc/contract';
import { invalidField } from '@svc/errors';
import { CLOCK, COLUMN_STORE, type Clock } from '../../dependencies.js';
import { readFilters } from '../../properties/index.js';
import type { Budget, Scope } from '../../statement/index.js';
import { NANOSECONDS_PER_MILLISECOND } from '../../time/nanoseconds.js';
import { eventConditions, eventField } from '../event-fields.js';
import { bucketsOf, exactRange, timeZoneOf, type Bucket, type Interval } from '../event-window.js';
import {
  selectEventCount,
  selectTrends,
  selectTrendValues,
  type Measure,
  type TrendCounting,
  type TrendRow,
  type TrendValueRow,
} from './trends.query.js';

/** Series of values of a breakdown, over all events. */
const MAX_SERIES = 50;
const DEFAULT_TOP = 10;
/** Fifty values, the rest and none of ten events, in fifteen hundred buckets and as a whole. */
const MAX_ROWS = 120_000;
/**
 * Distinct messages are counted in memory, so many bytes each that ten million would break the limit of a statement. Beyond, rows are
 * counted: a message sent again on another day, with another time, is then two.
 */
const MAX_MESSAGES = 4_000_000;

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
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async trends(
    request: EventsTrendsRequest,
    scope: Scope,
    budget: Budget,
    maxMessages = MAX_MESSAGES,
  ): Promise<CountedTrends> {
    const now = BigInt(Math.trunc(this.clock())) * NANOSECONDS_PER_MILLISECOND;
    const range = exactRange(request.timeRange);
    const interval = (request.interval || 'day') as Interval;
    const timezone = timeZoneOf(request.timezone);
    const buckets = bucketsOf(range, interval, timezone);
    const measure = request.measure === 'unique_persons' ? 'unique_persons' : 'count';
    const asked: TrendCounting = {
      scope,
      range,
      events: request.events,
      counted: measure === 'count' ? 'messages' : 'persons',
      where: eventConditions(readFilters(request.filters, 'filters', now), 'filters', scope),
      breakdown: request.breakdown === '' ? undefined : eventField(request.breakdown, 'breakdown'),
      starts: buckets.map(({ start }) => start),
    };
    const top = topOf(request);
    const counting = measure === 'count' ? await this.affordable(asked, maxMessages, budget) : asked;
    const values = counting.breakdown ? await this.query<TrendValueRow>(selectTrendValues(counting, top), budget) : [];
    const hashes = values.map(({ hash }) => hash);
    const rows = await this.query<TrendRow>(selectTrends(counting, hashes), budget);
    return { counting, measure, interval, timezone, buckets, values, rows, now };
  }

  private async affordable(counting: TrendCounting, maxMessages: number, budget: Budget): Promise<TrendCounting> {
    const [row] = await this.query<{ rows: string }>(selectEventCount(counting), budget);
    return Number(row?.rows) > maxMessages ? { ...counting, counted: 'rows' } : counting;
  }

  private query<Row>(statement: Parameters<Budget['statement']>[0], budget: Budget): Promise<Row[]> {
    return this.store.query<Row>(budget.statement(statement, { maxResultRows: MAX_ROWS }));
  }
}

function topOf({ top, events }: EventsTrendsRequest): number {
  const most = Math.floor(MAX_SERIES / events.length);
  if (top === undefined) return Math.min(DEFAULT_TOP, most);
  if (top > most) throw invalidField('top', `must be at most ${MAX_SERIES} over all events together`);
  return top;
}
