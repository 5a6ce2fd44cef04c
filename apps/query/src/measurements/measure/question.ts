import type { Measurement } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { isOfRecords, type Aggregate } from './figures.js';
import { toWindows, type Windows } from './windows.js';

/** A measurement that makes sense. */
export interface Question {
  readonly filter: string;
  readonly metric: string;
  readonly event: string;
  readonly field: string;
  readonly groupBy: readonly string[];
  readonly aggregate: Aggregate;
  readonly windows: Windows;
  /** Most series that are returned. */
  readonly maxGroups: number;
}

/** Maximum number of values in all series of a result, so that it fits into a message. */
const MAX_VALUES = 300_000;

/** @throws ServiceError invalid_request or query_too_expensive */
export function toQuestion(measurement: Measurement): Question {
  const { query, aggregate, groupBy, count, maxGroups } = measurement;
  if (!query) throw invalidField('query', 'is required');
  const { signal, filter, metric, event, field } = query;
  if ((signal === 'metrics') !== (metric !== ''))
    throw invalidField('query.metric', 'is required for the signal metrics, and not allowed for other signals');
  if (event !== '' && signal !== 'events') throw invalidField('query.event', 'is only allowed for the signal events');
  const isCounted = isOfRecords(aggregate as Aggregate);
  if (signal !== 'metrics' && isCounted !== (field === ''))
    throw invalidField(
      'query.field',
      'is required for aggregations of a field, and not allowed where records are counted',
    );
  return {
    filter,
    metric,
    event,
    field,
    groupBy: [...new Set(groupBy)],
    aggregate: aggregate as Aggregate,
    windows: toWindows(measurement),
    maxGroups: Math.max(1, Math.min(maxGroups, Math.floor(MAX_VALUES / count))),
  };
}
