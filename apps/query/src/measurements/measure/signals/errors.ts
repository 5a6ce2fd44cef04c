import { ERROR_FIELDS } from '@svc/reading/signals';
import { select, sql, type Scope } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';
import { ERROR_MINUTES, ERRORS } from '@svc/tables';
import { isOfRecords } from '../figures.js';
import type { Question } from '../question.js';
import { needsOnly, type SourceShape, type Sources } from './source.js';

const MINUTE_COLUMNS = new Set(['environment', 'service_name', 'release', 'platform', 'mechanism']);

/** Errors, which have no ratio: each is one. */
export function errorSources(question: Question, scope: Scope): Sources {
  if (question.aggregate === 'error_ratio') throw invalidField('aggregate', 'must not be error_ratio');
  const records = {
    table: ERROR_FIELDS,
    rows: sql`1`,
    weight: sql`1.`,
    errors: sql`1.`,
    time: sql`toUnixTimestamp64Nano(timestamp)`,
    select: (shape: SourceShape) => select({ from: ERRORS, scope, ...shape }),
  };
  if (!isOfRecords(question.aggregate) || !needsOnly(MINUTE_COLUMNS, question, ERROR_FIELDS)) return { records };
  const minutes = {
    table: ERROR_FIELDS,
    rows: sql`events`,
    weight: sql`toFloat64(events)`,
    errors: sql`toFloat64(events)`,
    time: sql`toInt64(toUnixTimestamp(minute)) * 1000000000`,
    select: (shape: SourceShape) => select({ from: ERROR_MINUTES, scope, ...shape }),
  };
  return { records, minutes };
}
