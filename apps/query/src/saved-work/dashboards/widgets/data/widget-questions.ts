import { create } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import { MeasurementSchema, type Measurement, type WidgetQuery } from '@svc/contract';
import { explainSearch, type SearchableTable } from '@svc/reading/search-language';
import { ERROR_FIELDS, LOG_FIELDS, SPAN_FIELDS } from '@svc/reading/signals';
import type { Scope } from '@svc/reading/statement';
import { NANOSECONDS_PER_SECOND, toTimestamp } from '@svc/reading/time';
import { withPaths } from '@svc/service-error';
import { MeasurementsService } from '../../../../measurements/index.js';
import { substitute, toFilledSearch, type Variable } from '../../variables.js';
import { alignWindow, type AlignedWindow } from './widget-window.js';

const DEFAULT_LIMIT = 20;

/** A query whose `q` has the values of its variables, and the lists of the query too. */
export interface AskedQuery {
  readonly type: string;
  readonly query: WidgetQuery;
}

const LISTS: Readonly<Record<string, SearchableTable>> = {
  logs: LOG_FIELDS,
  traces: SPAN_FIELDS,
  errors: ERROR_FIELDS,
};

/** An arbitrary time at which a query is checked. */
const SOME_TIME = alignWindow({ from: 0n, to: 60n * NANOSECONDS_PER_SECOND });

/** Checks the queries of widgets as the reads do that answer them. */
@Injectable()
export class WidgetQuestions {
  constructor(private readonly measurements: MeasurementsService) {}

  /** @throws ServiceError invalid_request with the field of the widget, and in a filter with the position */
  check({ type, query, variables }: AskedQuery & { readonly variables: readonly Variable[] }, scope: Scope): void {
    const values = new Map(variables.map((variable) => [variable.name, variable.default]));
    const asked = { ...query, q: toFilledSearch(query, values) };
    try {
      // Alone first, so that a position in an error is one of the text that was sent.
      explainSearch(substitute(query.q, values), LISTS[query.signal] ?? LOG_FIELDS);
      if (type === 'list') explainSearch(asked.q, LISTS[query.signal] ?? LOG_FIELDS);
      else this.measurements.check(toMeasurement({ type, query: asked }, SOME_TIME), scope);
    } catch (error) {
      throw withPaths(error, (path) => PATHS.get(path) ?? path);
    }
  }
}

/** The measurement that fills a series, a table or a value. */
export function toMeasurement({ type, query }: AskedQuery, { from, to, step }: AlignedWindow): Measurement {
  const { signal, q, metric, event, field, aggregate, groupBy } = query;
  const isSeries = type === 'timeseries';
  const width = isSeries ? step : to - from;
  const seconds = Number(width / NANOSECONDS_PER_SECOND);
  return create(MeasurementSchema, {
    query: { signal, filter: q, metric, event, field },
    groupBy,
    aggregate: aggregate || 'count',
    firstEnd: toTimestamp(from + width),
    count: isSeries ? Number((to - from) / step) : 1,
    stepSeconds: seconds,
    windowSeconds: seconds,
    maxGroups: type === 'value' ? 1 : toLimit(query),
  });
}

export const toLimit = ({ limit }: WidgetQuery): number => limit || DEFAULT_LIMIT;

/** Fields of a measurement where the widget has them. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['q', 'query.q'],
  ['aggregate', 'query.aggregate'],
  ['group_by', 'query.group_by'],
]);
