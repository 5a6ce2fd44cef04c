import { restCommand, type Family } from '../command/command.js';
import { ENVIRONMENT, windowFlags } from '../command/common-flags.js';
import { errorPaint } from '../print/colors.js';
import { decimal, milliseconds, percentage, toSecond, wholeNumber } from '../print/units.js';

const list = restCommand({
  words: ['services', 'list'],
  summary: 'List services with their rate, errors and duration',
  description: 'error_rate is a fraction from 0 to 1 in the JSON; the table shows it in percent.',
  operation: 'services.list',
  flags: [ENVIRONMENT, ...windowFlags('1h')],
  view: {
    kind: 'table',
    rows: 'services',
    columns: [
      { title: 'SERVICE', field: 'service_name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'REQUESTS', field: 'request_count', format: wholeNumber, align: 'right' },
      { title: 'PER SECOND', field: 'request_rate', format: decimal, align: 'right' },
      {
        title: 'ERRORS',
        field: 'error_rate',
        format: percentage,
        align: 'right',
        paint: errorPaint,
      },
      { title: 'P50', field: 'p50_duration_ms', format: milliseconds, align: 'right' },
      { title: 'P95', field: 'p95_duration_ms', format: milliseconds, align: 'right' },
      { title: 'P99', field: 'p99_duration_ms', format: milliseconds, align: 'right' },
      { title: 'LAST SEEN', field: 'last_seen', format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No services in this window.',
  },
});

export const SERVICES: Family = { groups: { services: 'Services that send spans' }, commands: [list] };
