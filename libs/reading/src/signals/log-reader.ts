import type { LogEntry } from '@svc/otlp';
import { LOG_COLUMNS, LOGS, rowKey } from '@svc/tables';
import type { RecordReader } from '../search-language/index.js';

/** Reads the searchable columns of a log record. */
export const LOG_READER: RecordReader<LogEntry> = {
  columns: Object.fromEntries(
    LOG_COLUMNS.map((name) => {
      const key = rowKey(LOGS, name);
      return [name, (entry: LogEntry) => entry[key]];
    }),
  ),
  attributes: (entry) => entry.attributes,
  resource: (entry) => entry.resource,
};
