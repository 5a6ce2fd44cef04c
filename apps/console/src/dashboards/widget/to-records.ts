import type { WidgetData } from '../../gen/api.js';

/** A record of any signal in a list. */
export interface RecordRow {
  readonly id: string;
  readonly type: 'log' | 'trace' | 'issue';
  /** ID of what has a page: the record itself, or the issue of an error. */
  readonly target: string;
  readonly at: string | undefined;
  readonly level: string;
  readonly hasFailed: boolean;
  readonly service: string;
  readonly title: string;
  readonly ms?: number;
}

const FAILED: ReadonlySet<string> = new Set(['error', 'fatal']);

/** The records of a list; it has those of one signal only. */
export function toRecords({ logs, traces, errors }: WidgetData): readonly RecordRow[] {
  return [
    ...logs.map((log) => ({
      id: log.log_id,
      type: 'log' as const,
      target: log.log_id,
      at: log.timestamp,
      level: log.level ?? 'none',
      hasFailed: FAILED.has(log.level ?? ''),
      service: log.service_name,
      title: log.body === '' ? log.event_name : log.body,
    })),
    ...traces.map((trace) => ({
      id: trace.trace_id,
      type: 'trace' as const,
      target: trace.trace_id,
      at: trace.start_time,
      level: trace.error_count > 0 ? 'failed' : 'ok',
      hasFailed: trace.error_count > 0,
      service: trace.root_service,
      title: trace.root_operation,
      ms: trace.duration_ms,
    })),
    ...errors.map((error) => ({
      id: error.id,
      type: 'issue' as const,
      target: error.issue_id ?? '',
      at: error.timestamp,
      level: error.level,
      hasFailed: FAILED.has(error.level),
      service: error.service_name,
      title: `${error.type}: ${error.message}`,
    })),
  ];
}
