import type { LogEntry } from '@svc/otlp';
import { LOG_COLUMNS, LOGS, rowKey, type LogColumns } from '@svc/tables';

/** A decoded log record; omitted fields have the values of a record without them. */
export function logEntry(fields: Partial<LogEntry> = {}): LogEntry {
  return {
    ...(ABSENT as unknown as LogColumns),
    place: 0,
    attributes: [],
    resource: [],
    resource_types: '',
    ...fields,
  };
}

const ABSENT = Object.fromEntries(
  LOG_COLUMNS.map((name) => [rowKey(LOGS, name), absentValue(LOGS.columns[name].type)]),
);

function absentValue(type: string): string | number {
  const [, bytes] = /^FixedString\((\d+)\)$/.exec(type) ?? [];
  if (bytes !== undefined) return '00'.repeat(Number(bytes));
  if (type === 'UInt8') return 0;
  return type === 'DateTime64(9)' ? '0' : '';
}
