import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { ENVIRONMENTS, pageOf, SERVICES, WINDOW } from '../tool/arguments.js';
import { objectOf, pick, rowsOf } from '../tool/rows.js';
import { readWindow } from '../tool/time-window.js';
import { defineTool, PROJECT } from '../tool/tool.js';

const COLUMNS = [
  ...['id', 'title', 'culprit', 'status', 'level', 'last_seen', 'first_seen', 'first_release', 'last_release'],
  ...['is_regression', 'is_escalating'],
];

export const listIssues = defineTool({
  name: 'list_issues',
  title: 'List issues',
  description:
    'Returns issues (errors grouped by cause) that had events in the last day or another window, with their events and affected persons in ' +
    'it. Sort by last_seen (default), first_seen for new ones, events or users for the worst.',
  scopes: ['issues:read'],
  input: {
    ...PROJECT,
    query: z.string().max(200).optional().describe('Text that title, type or culprit contain.'),
    status: z
      .array(z.enum(['new', 'ongoing', 'resolved', 'ignored', 'snoozed']))
      .max(5)
      .optional(),
    service: SERVICES,
    environment: ENVIRONMENTS,
    release: z.array(z.string().max(1_000)).max(20).optional(),
    sort: z.enum(['last_seen', 'first_seen', 'events', 'users']).optional(),
    ...WINDOW,
    ...pageOf(20),
  },
  run: async (given, context) => {
    const window = readWindow(given, '1d', context.now);
    const { query, status, service, environment, release, sort, cursor, limit } = given;
    const parameters = { q: query, status, service, environment, release, sort, cursor, ...window };
    const answer = await context.read('issues.list', { ...parameters, limit });
    const rows = rowsOf(answer.json, 'issues').map((row) => {
      const { events, users } = objectOf(row, 'figures');
      return { ...pick(row, COLUMNS), events: events ?? 0, users: users ?? 0 };
    });
    return {
      summary: [`${rows.length} issues with events from ${window.start_time} to ${window.end_time}.`],
      window,
      sections: [
        {
          name: 'issues',
          source: 'issues, which contain texts of errors',
          rows,
          page: context.page('issues.list', parameters, answer, 'issues'),
          note: rows.length === 0 ? 'No issue had an event in this window.' : undefined,
        },
      ],
      next: [nextAction('readIssue', readId(rows[0])), nextAction('readChanges')],
    };
  },
});

function readId(row: object | undefined): unknown {
  return row && 'id' in row ? row.id : undefined;
}
