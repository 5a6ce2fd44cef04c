import { FORMATS, type ExportFormat } from '../definition/index.js';

const TYPE_PREFIX = 'EXPORT_TYPE_';
const STATUS_PREFIX = 'EXPORT_STATUS_';

/** `csv` for `EXPORT_TYPE_CSV` and `csv`. Validation has refused anything else. */
export function toFormat(type: string): ExportFormat {
  const name = withoutPrefix(type, TYPE_PREFIX);
  return FORMATS.find((format) => format === name) ?? 'csv';
}

/** `running` for `EXPORT_STATUS_RUNNING` and `running`. */
export function toStatus(status: string): string {
  return withoutPrefix(status, STATUS_PREFIX);
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length).toLowerCase() : text;
}
