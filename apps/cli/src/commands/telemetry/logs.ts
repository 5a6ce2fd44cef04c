import { restCommand, type Family } from '../../command/command.js';
import { CURSOR, DISTINCT_ID, ENVIRONMENT, SERVICE, windowFlags } from '../../command/common-flags.js';
import { levelPaint } from '../../print/layout/colors.js';
import { toMillisecond } from '../../print/layout/units.js';
import { plainText } from '../../runtime/values/json.js';
import { aggregate } from './logs-aggregate.js';
import { context } from './logs-context.js';
import { fields } from './logs-fields.js';
import { patterns } from './logs-patterns.js';
import { tail } from './logs-tail.js';

const query = restCommand({
  words: ['logs', 'query'],
  summary: 'Find log records',
  description:
    'The search language has words and "phrases" of the body, field:value, ranges, wildcards, AND, OR, NOT and parentheses. ' +
    'A cursor is valid only for the bounds of its first page: use it with --since and --until as timestamps, or with neither.',
  examples: [
    'svc logs query --level error --since 6h',
    `svc logs query -q '"connection refused" AND service:checkout'`,
    'svc logs query --since 2026-01-31T09:00:00Z --until 2026-01-31T10:00:00Z -o json',
  ],
  operation: 'logs.query',
  flags: [
    CURSOR,
    DISTINCT_ID,
    ENVIRONMENT,
    { name: 'level', kind: 'string', sends: 'level', description: 'trace, debug, info, warn, error or fatal' },
    { name: 'limit', kind: 'int', default: 50, min: 1, sends: 'limit', description: 'page size' },
    {
      name: 'query',
      short: 'q',
      kind: 'string',
      sends: 'q',
      description: 'search query, e.g. `level:error AND "timeout"`',
    },
    SERVICE,
    {
      name: 'sort',
      kind: 'string',
      default: 'timestamp_desc',
      choices: ['timestamp_desc', 'timestamp_asc'],
      sends: 'sort',
      description: 'timestamp_desc or timestamp_asc',
    },
    ...windowFlags('1h'),
  ],
  view: {
    kind: 'table',
    rows: 'logs',
    columns: [
      { title: 'TIME', field: 'timestamp', format: toMillisecond, paint: (_, colors) => colors.dim },
      { title: 'LEVEL', field: 'level', paint: (level, colors) => levelPaint(plainText(level), colors) },
      { title: 'SERVICE', field: 'service_name', paint: (_, colors) => colors.cyan },
      { title: 'LOG ID', field: 'log_id', whole: true, fromWidth: 140, paint: (_, colors) => colors.dim },
      { title: 'TRACE ID', field: 'trace_id', whole: true, fromWidth: 180, paint: (_, colors) => colors.dim },
      { title: 'BODY', field: 'body', flexible: true, lines: 3 },
    ],
    empty: 'No log records in this window.',
  },
});

const remove = restCommand({
  words: ['logs', 'delete'],
  summary: 'Delete a log record',
  description: 'The deletion is permanent and takes effect immediately.',
  operation: 'logs.delete',
  arguments: [
    {
      name: 'canonical-log-id',
      sends: 'log_id',
      description: 'the 32 uppercase hexadecimal digits of the record',
    },
  ],
  destructive: true,
  done: { deleted: true },
});

export const LOGS: Family = {
  groups: { logs: 'Log records' },
  commands: [query, aggregate, fields, patterns, context, remove, tail],
};
