import { zeroIdToUndefined } from '@svc/reading/statement';
import type { ExceptionLogRow } from './related-logs.query.js';
import type { ErrorSpanRow } from './trace-errors.query.js';

export interface TraceError {
  readonly source: 'span_status' | 'span_exception' | 'log_exception';
  /** Nanoseconds. */
  readonly time: bigint;
  readonly service: string;
  readonly operation: string;
  readonly type: string;
  readonly message: string;
  readonly spanId?: string | undefined;
  readonly logId?: string | undefined;
}

/** The errors of a trace by time. An exception in both a span and one of its records is one error, with both. */
export function traceErrors(spans: readonly ErrorSpanRow[], logs: readonly ExceptionLogRow[]): TraceError[] {
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
  }));
  return [...ofSpans, ...ofLogs].sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1));
}
