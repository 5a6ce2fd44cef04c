import { zeroIdToUndefined } from '@svc/reading/statement';
import type { ExceptionLogRow } from './related-logs.query.js';
import type { ThrownRow } from './thrown-errors.query.js';
import type { ErrorSpanRow } from './trace-errors.query.js';

export interface TraceError {
  readonly source: 'span_status' | 'span_exception' | 'log_exception' | 'captured';
  /** Nanoseconds. */
  readonly time: bigint;
  readonly service: string;
  readonly operation: string;
  readonly type: string;
  readonly message: string;
  readonly spanId?: string | undefined;
  readonly logId?: string | undefined;
  /** Hexadecimal digits; undefined if the exception is not stored as an error. */
  readonly variant?: string | undefined;
}

/**
 * The errors of a trace by time. An exception in both a span and one of its records is one error with both of them and
 * with the variant under which it is stored. An error that no span and no record of the trace reports was captured by
 * the application.
 */
export function traceErrors(
  spans: readonly ErrorSpanRow[],
  logs: readonly ExceptionLogRow[],
  thrown: readonly ThrownRow[],
): TraceError[] {
  const variants = new Map(thrown.map((row) => [`${row.span} ${row.type}`, row.variant_hex]));
  const unmatched = [...logs];
  const ofSpans = spans.map((row): TraceError => {
    const at = unmatched.findIndex((log) => log.span === row.span && row.is_exception === 1 && log.type === row.type);
    const [log] = at === -1 ? [] : unmatched.splice(at, 1);
    return {
      source: row.is_exception === 1 ? 'span_exception' : 'span_status',
      time: BigInt(row.time),
      service: row.service_name,
      operation: row.operation,
      type: row.type,
      message: row.message,
      spanId: row.span,
      logId: log?.id,
      variant: row.is_exception === 1 ? variants.get(`${row.span} ${row.type}`) : undefined,
    };
  });
  const ofLogs = unmatched.map((row): TraceError => ({
    source: 'log_exception',
    time: BigInt(row.time),
    service: row.service_name,
    operation: '',
    type: row.type,
    message: row.message,
    spanId: zeroIdToUndefined(row.span),
    logId: row.id,
    variant: variants.get(`${row.span} ${row.type}`),
  }));
  const reported = new Set([...ofSpans, ...ofLogs].map(({ variant }) => variant));
  const captured = thrown
    .filter(({ source, variant_hex }) => source === 'event' && !reported.has(variant_hex))
    .map((row): TraceError => ({
      source: 'captured',
      time: BigInt(row.time),
      service: row.service_name,
      operation: '',
      type: row.type,
      message: row.message,
      spanId: zeroIdToUndefined(row.span),
      variant: row.variant_hex,
    }));
  return [...ofSpans, ...ofLogs, ...captured].sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
}
