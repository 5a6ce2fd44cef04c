import { Inject, Injectable } from '@nestjs/common';
import type { EventsFunnelRequest } from '@svc/contract';
import { PatternBudget, readFilters } from '@svc/property-filters';
import type { ProjectReader } from '@svc/reading/project-reader';
import { requireDuration, fromMilliseconds, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { eventConditions, eventField } from '../event-fields.js';
import { selectedEvents } from '../event-selector.js';
import { exactRange } from '../event-window.js';
import {
  selectFunnel,
  selectFunnelValues,
  type FunnelCounting,
  type FunnelRow,
  type FunnelValueRow,
} from './funnel.query.js';

const DEFAULT_TOP = 10;
const DEFAULT_WINDOW = '14d';
const MAX_WINDOW = 366n * NANOSECONDS_PER_DAY;

export interface CountedFunnel {
  readonly counting: FunnelCounting;
  /** The values in the order of their slots. */
  readonly values: readonly FunnelValueRow[];
  readonly rows: readonly FunnelRow[];
}

@Injectable()
export class FunnelService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async funnel(request: EventsFunnelRequest, reader: ProjectReader): Promise<CountedFunnel> {
    const now = fromMilliseconds(this.clock());
    const patterns = new PatternBudget();
    const counting: FunnelCounting = {
      scope: reader.scope,
      range: exactRange(request.timeRange),
      steps: request.steps.map((step, index) => selectedEvents(step, `steps[${index}]`, reader.scope, now, patterns)),
      window: requireDuration(request.window || DEFAULT_WINDOW, 'window', MAX_WINDOW),
      where: eventConditions(readFilters(request.filters, 'filters', now, patterns), 'filters', reader.scope),
      breakdown: request.breakdown === '' ? undefined : eventField(request.breakdown, 'breakdown'),
    };
    const top = request.top ?? DEFAULT_TOP;
    const values = counting.breakdown ? await reader.rows(selectFunnelValues(counting, top)) : [];
    const hashes = values.map(({ hash }) => hash);
    const rows = await reader.rows(selectFunnel(counting, hashes));
    return { counting, values, rows };
  }
}
