import { invalidField } from '@svc/service-error';
import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import type { ToolAnswer } from '../result/tool-answer.js';
import { pageOf, WINDOW } from '../tool/arguments.js';
import { numberOf, objectOf, pick, rowsOf } from '../tool/rows.js';
import { readWindow } from '../tool/time-window.js';
import type { ToolContext } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const getPerson = defineTool({
  name: 'get_person',
  title: 'Get a person with the timeline, or find persons',
  description:
    'Shows one person (customer): properties, figures, and what happened to it in the last week or another window, newest first, across ' +
    'events, logs, traces, errors and recordings. Without person_id, finds persons by a part of their ID, e-mail address or name.',
  scopes: ['persons:read'],
  input: {
    ...PROJECT,
    person_id: z.string().min(1).max(200).optional().describe('Person ID or any distinct ID.'),
    search: z.string().min(1).max(200).optional(),
    kinds: z
      .array(z.enum(['event', 'log', 'trace', 'error', 'agent_run', 'replay']))
      .max(6)
      .optional(),
    ...WINDOW,
    ...pageOf(40),
  },
  run: async (given, context) => {
    const { person_id, search, kinds, limit, cursor } = given;
    if (person_id === undefined) return findPersons({ search, limit, cursor }, context);
    if (search !== undefined) throw invalidField('search', 'finds persons, so it cannot be combined with person_id');
    const window = readWindow(given, '7d', context.now);
    const { json: person } = await context.read('persons.get', { person_id });
    const stats = await context.part('persons.stats', { person_id });
    const parameters = { person_id, kinds, cursor, ...window };
    const timeline = await context.read('persons.timeline', { ...parameters, limit });
    const entries = rowsOf(timeline.json, 'entries');
    return {
      summary: [
        `The person has ${numberOf(stats?.json, 'errors')} errors and ${numberOf(stats?.json, 'sessions')} sessions; ` +
          `${entries.length} entries from ${window.start_time} to ${window.end_time}.`,
      ],
      window,
      sections: [
        {
          name: 'person',
          source: 'persons',
          rows: [
            pick(person, [
              'id',
              'distinct_id',
              'distinct_ids',
              'is_identified',
              'properties',
              'first_seen',
              'last_seen',
            ]),
          ],
        },
        {
          name: 'timeline',
          source: 'what the person did, and what services reported about it',
          rows: entries.map((row) => ({
            ...pick(row, ['timestamp', 'kind', 'severity', 'title', 'session_id']),
            ref: objectOf(row, 'ref')['id'] ?? null,
          })),
          page: context.page('persons.timeline', parameters, timeline, 'entries'),
        },
      ],
      next: [
        nextAction(
          'readTrace',
          objectOf(
            entries.find(({ kind }) => kind === 'trace'),
            'ref',
          )['id'],
        ),
      ],
    };
  },
});

async function findPersons(
  {
    limit,
    ...rest
  }: { readonly search: string | undefined; readonly limit: number; readonly cursor: string | undefined },
  context: ToolContext,
): Promise<ToolAnswer> {
  const answer = await context.read('persons.search', { ...rest, limit: Math.min(limit, 100) });
  const rows = rowsOf(answer.json, 'persons').map((row) =>
    pick(row, ['id', 'distinct_id', 'is_identified', 'properties', 'first_seen', 'last_seen']),
  );
  return {
    summary: [`${rows.length} persons.`],
    sections: [
      { name: 'persons', source: 'persons', rows, page: context.page('persons.search', rest, answer, 'persons') },
    ],
  };
}
