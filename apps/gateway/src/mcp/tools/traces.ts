import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { ENVIRONMENTS, pageOf, SERVICES, WINDOW } from '../tool/arguments.js';
import { pick, rowsOf } from '../tool/rows.js';
import { readWindow } from '../tool/time-window.js';
import { defineTool, PROJECT } from '../tool/tool.js';

const COLUMNS = [
  ...[
    'trace_id',
    'start_time',
    'duration_ms',
    'root_service',
    'root_operation',
    'span_count',
    'error_count',
    'services',
  ],
  ...['environments', 'distinct_id', 'incomplete'],
];

export const searchTraces = defineTool({
  name: 'search_traces',
  title: 'Search traces',
  description:
    'Returns traces of the last hour or another window, newest first, or the slowest with sort_by duration. Filter by service, operation ' +
    '(span name), status, least duration, person, and by query over span names, services and attributes, e.g. `service:checkout AND timeout`.',
  scopes: ['traces:read'],
  input: {
    ...PROJECT,
    query: z.string().max(4_096).optional().describe('Search query.'),
    service: SERVICES,
    operation: z.array(z.string().max(1_024)).max(20).optional().describe('Exact span names.'),
    environment: ENVIRONMENTS,
    status: z.enum(['ok', 'error']).optional(),
    min_duration_ms: z.number().min(0).optional(),
    distinct_id: z.string().max(200).optional().describe('A distinct ID of a person.'),
    sort_by: z.enum(['start_time', 'duration', 'span_count', 'service_count', 'error_count']).optional(),
    ...WINDOW,
    ...pageOf(20),
  },
  run: async (given, context) => {
    const window = readWindow(given, '1h', context.now);
    const { query, service, operation, environment, status, min_duration_ms, distinct_id, sort_by, cursor, limit } =
      given;
    const filters = {
      q: query,
      service,
      operation,
      environment,
      status,
      min_duration_ms,
      distinct_id,
      sort_by,
      cursor,
    };
    const parameters = { ...filters, ...window };
    const answer = await context.read('traces.search', { ...parameters, limit });
    const rows = rowsOf(answer.json, 'traces').map((row) => pick(row, COLUMNS));
    return {
      summary: [`${rows.length} traces that began from ${window.start_time} to ${window.end_time}.`],
      window,
      sections: [
        {
          name: 'traces',
          source: 'traces',
          rows,
          page: context.page('traces.search', parameters, answer, 'traces'),
          note:
            rows.length === 0
              ? 'No trace matches in this window. A longer window or fewer filters may find some.'
              : undefined,
        },
      ],
      next: [nextAction('readTrace', rows[0]?.['trace_id'])],
    };
  },
});
