import { Inject, Injectable } from '@nestjs/common';
import type { EventsRetentionRequest } from '@svc/contract';
import { PatternBudget, readFilters } from '@svc/property-filters';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { eventConditions } from '../event-fields.js';
import { selectedEvents } from '../event-selector.js';
import { toBuckets, exactRange, readTimeZone, type Bucket } from '../event-window.js';
import { selectRetention, type RetentionCounting, type RetentionRow } from './retention.query.js';

/** Every cohort has a row for each later period, so the response grows with the square. */
const MAX_PERIODS = 100;

export interface CountedRetention {
  readonly counting: RetentionCounting;
  readonly period: 'day' | 'week' | 'month';
  readonly timezone: string;
  readonly periods: readonly Bucket[];
  readonly rows: readonly RetentionRow[];
  readonly now: bigint;
}

@Injectable()
export class RetentionService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async retention(request: EventsRetentionRequest, reader: ProjectReader): Promise<CountedRetention> {
    const { startEvent, returnEvent } = request;
    if (!startEvent) throw invalidField('start_event', 'is required');
    const now = fromMilliseconds(this.clock());
    const range = exactRange(request.timeRange);
    const period = (request.period || 'day') as CountedRetention['period'];
    const timezone = readTimeZone(request.timezone);
    const periods = toBuckets(range, period, timezone, { most: MAX_PERIODS, path: 'period' });
    const patterns = new PatternBudget();
    const start = selectedEvents(startEvent, 'start_event', reader.scope, now, patterns);
    const counting: RetentionCounting = {
      scope: reader.scope,
      range,
      start,
      returning: returnEvent ? selectedEvents(returnEvent, 'return_event', reader.scope, now, patterns) : start,
      where: eventConditions(readFilters(request.filters, 'filters', now, patterns), 'filters', reader.scope),
      starts: periods.map((one) => one.start),
    };
    const rows = await reader.rows(selectRetention(counting));
    return { counting, period, timezone, periods, rows, now };
  }
}
