import { restCommand, type Argument, type Family } from '../../command/command.js';
import { CURSOR, DISTINCT_ID, ENVIRONMENT, SERVICE, windowFlags } from '../../command/common-flags.js';
import { errorPaint } from '../../print/layout/colors.js';
import { milliseconds, toSecond, wholeNumber } from '../../print/layout/units.js';

const TRACE_ID: Argument<'trace_id'> = { name: 'trace-id', sends: 'trace_id', description: '32 hexadecimal digits' };

const search = restCommand({
  words: ['traces', 'search'],
  summary: 'Find traces',
  examples: ['svc traces search --service checkout --sort-by duration', 'svc traces search --since 6h -o json'],
  operation: 'traces.search',
  flags: [
    CURSOR,
    DISTINCT_ID,
    ENVIRONMENT,
    { name: 'limit', kind: 'int', default: 30, min: 1, sends: 'limit', description: 'page size' },
    { name: 'operation', kind: 'string', sends: 'operation', description: 'span name' },
    SERVICE,
    {
      name: 'sort-by',
      kind: 'string',
      default: 'start_time',
      choices: ['start_time', 'duration', 'span_count', 'service_count', 'error_count'],
      sends: 'sort_by',
      description: 'sort field',
    },
    {
      name: 'sort-order',
      kind: 'string',
      default: 'desc',
      choices: ['asc', 'desc'],
      sends: 'sort_order',
      description: 'sort order',
    },
    ...windowFlags('1h'),
  ],
  view: {
    kind: 'table',
    rows: 'traces',
    columns: [
      { title: 'START', field: 'start_time', dropOrder: 2, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'TRACE', field: 'trace_id', whole: true },
      { title: 'DURATION', field: 'duration_ms', format: milliseconds, align: 'right' },
      { title: 'SPANS', field: 'span_count', dropOrder: 1, format: wholeNumber, align: 'right' },
      {
        title: 'ERRORS',
        field: 'error_count',
        format: wholeNumber,
        align: 'right',
        paint: errorPaint,
      },
      { title: 'SERVICE', field: 'root_service', paint: (_, colors) => colors.cyan },
      { title: 'OPERATION', field: 'root_operation', flexible: true },
    ],
    empty: 'No traces in this window.',
  },
});

const get = restCommand({
  words: ['traces', 'get'],
  summary: 'Show one trace with its spans',
  description:
    'A terminal shows a waterfall of the spans. A failed span has a ! and, beneath, its exceptions or its status message and the attributes ' +
    'that explain most failures; the JSON contains all attributes, events and links.',
  operation: 'traces.get',
  arguments: [TRACE_ID],
  view: {
    kind: 'text',
    print: async (trace, page) => (await import('../../print/views/traces/waterfall.js')).printWaterfall(trace, page),
  },
});

const stats = restCommand({
  words: ['traces', 'stats'],
  summary: 'Show the time of a trace by service and operation',
  description:
    'SELF TIME is the time in which a span ran and none of its children did. ' +
    'TOTAL is the sum of span durations including their children.',
  operation: 'traces.stats',
  arguments: [TRACE_ID],
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/traces/trace-stats.js')).printTraceStats(answer, page),
  },
});

const criticalPath = restCommand({
  words: ['traces', 'critical-path'],
  summary: 'Show the critical path of a trace',
  description: 'The critical path consists of the spans that determined the duration. Its segments sum exactly to it.',
  operation: 'traces.critical_path',
  arguments: [TRACE_ID],
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/traces/critical-path.js')).printCriticalPath(answer, page),
  },
});

const serviceMap = restCommand({
  words: ['traces', 'service-map'],
  summary: 'Show calls between services, and the databases, queues and hosts they use',
  description: 'A call appears as soon as the spans of both sides have arrived, in any order.',
  examples: ['svc traces service-map --since 6h'],
  operation: 'services.map',
  flags: windowFlags('1h'),
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/service-map.js')).printServiceMap(answer, page),
  },
});

const remove = restCommand({
  words: ['traces', 'delete'],
  summary: 'Delete a trace with all its spans',
  description:
    'The deletion is permanent and takes effect immediately. Spans that arrive later are a new, incomplete trace.',
  operation: 'traces.delete',
  arguments: [TRACE_ID],
  destructive: true,
  done: { deleted: true },
});

export const TRACES: Family = {
  groups: { traces: 'Traces: the spans of one request across services' },
  commands: [search, get, stats, criticalPath, serviceMap, remove],
};
