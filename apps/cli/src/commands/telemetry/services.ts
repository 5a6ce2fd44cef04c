import { restCommand, type Family } from '../../command/command.js';
import { ENVIRONMENT, windowFlags } from '../../command/common-flags.js';
import { errorPaint } from '../../print/layout/colors.js';
import { milliseconds, percentage, rate, toSecond, wholeNumber } from '../../print/layout/units.js';
import { collapseRuns } from '../../runtime/values/collapse-runs.js';
import { objectsAt, type Json, type JsonObject } from '../../runtime/values/json.js';

const list = restCommand({
  words: ['services', 'list'],
  summary: 'List services with their rate, errors and duration',
  description:
    'error_rate is a fraction from 0 to 1 in the JSON; the table shows percent. Sampled spans count with their weight; ' +
    '`estimated` in the JSON marks such figures.',
  operation: 'services.list',
  flags: [ENVIRONMENT, ...windowFlags('1h')],
  view: {
    kind: 'table',
    rows: 'services',
    columns: [
      { title: 'SERVICE', field: 'service_name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'REQUESTS', field: 'request_count', format: wholeNumber, align: 'right' },
      { title: 'RATE', field: 'request_rate', format: rate, align: 'right' },
      {
        title: 'ERRORS',
        field: 'error_rate',
        format: percentage,
        align: 'right',
        paint: errorPaint,
      },
      { title: 'P50', field: 'p50_duration_ms', dropOrder: 2, format: milliseconds, align: 'right' },
      { title: 'P95', field: 'p95_duration_ms', format: milliseconds, align: 'right' },
      { title: 'P99', field: 'p99_duration_ms', format: milliseconds, align: 'right' },
      {
        title: 'LAST SEEN',
        field: 'last_seen_minute',
        dropOrder: 1,
        format: toSecond,
        paint: (_, colors) => colors.dim,
      },
    ],
    empty: 'No services in this window.',
  },
});

const red = restCommand({
  words: ['services', 'red'],
  summary: 'Show the rate, errors and duration of one service over time',
  description:
    'Buckets without requests that follow each other are one line; the JSON has every bucket of the window. A bucket marked + has not ended ' +
    'and its figures still grow. ' +
    'The default interval is 1m up to three hours, 5m up to a day and 1h beyond.',
  examples: ['svc services red checkout --since 6h --interval 5m'],
  operation: 'services.red',
  arguments: [{ name: 'service-name', sends: 'service_name', description: 'name of the service' }],
  flags: [
    ENVIRONMENT,
    {
      name: 'interval',
      kind: 'string',
      choices: ['1m', '5m', '1h'],
      sends: 'interval',
      description: 'bucket width: 1m, 5m or 1h; depends on the window by default',
    },
    ...windowFlags('1h'),
  ],
  view: {
    kind: 'table',
    rows: bucketRows,
    columns: [
      { title: 'TIME', field: 'timestamp', format: toSecond, paint: (_, colors) => colors.dim },
      { title: '', field: 'open', paint: (_, colors) => colors.yellow },
      { title: 'REQUESTS', field: 'request_count', format: wholeNumber, align: 'right' },
      { title: 'RATE', field: 'request_rate', format: rate, align: 'right' },
      { title: 'ERRORS', field: 'error_rate', format: percentage, align: 'right', paint: errorPaint },
      { title: 'P50', field: 'p50_duration_ms', dropOrder: 2, format: milliseconds, align: 'right' },
      { title: 'P95', field: 'p95_duration_ms', format: milliseconds, align: 'right' },
      { title: 'P99', field: 'p99_duration_ms', format: milliseconds, align: 'right' },
      { title: '', field: 'more', paint: (_, colors) => colors.dim },
    ],
    empty: 'No buckets in this window.',
  },
});

/** One row for each bucket, and one for a run of buckets without requests. */
function bucketRows(answer: Json): readonly JsonObject[] {
  const isQuiet = ({ request_count: count, complete }: JsonObject): boolean => count === 0 && complete !== false;
  return collapseRuns(objectsAt(answer, 'buckets'), isQuiet).map(({ item, more }) => ({
    ...item,
    open: item['complete'] === false ? '+' : '',
    more: more === 0 ? '' : `and ${more} more`,
  }));
}

export const SERVICES: Family = { groups: { services: 'Services that send spans' }, commands: [list, red] };
