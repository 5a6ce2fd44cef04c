import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { ENVIRONMENTS, pageOf, SERVICES, TRACE_ID, WINDOW } from '../tool/arguments.js';
import { pick, rowsOf } from '../tool/rows.js';
import { readWindow } from '../tool/time-window.js';
import { defineTool, PROJECT } from '../tool/tool.js';

const COLUMNS = ['timestamp', 'level', 'service_name', 'body', 'trace_id', 'distinct_id', 'log_id'];

export const searchLogs = defineTool({
  name: 'search_logs',
  title: 'Search log records',
  description:
    'Returns log records of the last hour or another window, newest first. Filter by service, level, trace or person, and by query: words ' +
    'and "phrases" of the body, field:value, wildcards, AND, OR, NOT, e.g. `payment AND NOT retrying`. Set attributes to see all fields.',
  scopes: ['logs:read'],
  input: {
    ...PROJECT,
    query: z.string().max(4_096).optional().describe('Search query.'),
    service: SERVICES,
    level: z
      .array(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']))
      .max(6)
      .optional(),
    environment: ENVIRONMENTS,
    trace_id: TRACE_ID.optional(),
    distinct_id: z.string().max(200).optional().describe('A distinct ID of a person.'),
    sort: z.enum(['timestamp_desc', 'timestamp_asc']).optional(),
    attributes: z.boolean().optional().describe('Adds the attributes and the resource of each record.'),
    ...WINDOW,
    ...pageOf(30),
  },
  run: async (given, context) => {
    const window = readWindow(given, '1h', context.now);
    const { query, service, level, environment, trace_id, distinct_id, sort, cursor, limit } = given;
    const filters = { q: query, service, level, environment, trace_id, distinct_id, sort, cursor, ...window };
    const answer = await context.read('logs.query', { ...filters, limit });
    const columns = given.attributes === true ? [...COLUMNS, 'attributes', 'resource'] : COLUMNS;
    const rows = rowsOf(answer.json, 'logs').map((row) => pick(row, columns));
    return {
      summary: [`${rows.length} log records from ${window.start_time} to ${window.end_time}.`],
      window,
      sections: [
        {
          name: 'logs',
          source: 'log records',
          rows,
          page: context.page('logs.query', filters, answer, 'logs'),
          note:
            rows.length === 0
              ? 'No record matches in this window. A longer window or fewer filters may find some.'
              : undefined,
        },
      ],
      next: [nextAction('readTrace', rows.find(({ trace_id: id }) => id !== undefined)?.['trace_id'])],
    };
  },
});
