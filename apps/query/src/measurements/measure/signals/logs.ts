import { LOG_FIELDS } from '@svc/reading/signals';
import { select, sql, type Scope } from '@svc/reading/statement';
import { LOG_MINUTES, LOGS } from '@svc/tables';
import { isOfRecords } from '../figures.js';
import type { Question } from '../question.js';
import { needsOnly, type SourceShape, type Sources } from './source.js';

const MINUTE_COLUMNS = new Set(['service_name', 'environment', 'severity_number']);

/** Log records. Those from severity ERROR on are errors. */
export function logSources(question: Question, scope: Scope): Sources {
  const records = {
    table: LOG_FIELDS,
    rows: sql`1`,
    weight: sql`1.`,
    errors: sql`toFloat64(is_error)`,
    time: sql`toUnixTimestamp64Nano(timestamp)`,
    select: (shape: SourceShape) => select({ from: LOGS, scope, ...shape }),
  };
  const isByMinute = isOfRecords(question.aggregate) && needsOnly(MINUTE_COLUMNS, question, LOG_FIELDS);
  if (!isByMinute) return { records };
  const minutes = {
    table: LOG_FIELDS,
    // Signed, because a deletion adds a negative number.
    rows: sql`records`,
    weight: sql`toFloat64(records)`,
    errors: sql`toFloat64(records * is_error)`,
    time: sql`toInt64(toUnixTimestamp(minute)) * 1000000000`,
    select: (shape: SourceShape) => select({ from: LOG_MINUTES, scope, ...shape }),
  };
  return { records, minutes };
}
