import { invalidField } from '@svc/service-error';
import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import type { ToolAnswer } from '../result/tool-answer.js';
import { pageOf, TRACE_ID } from '../tool/arguments.js';
import { objectOf, pick, rowsOf } from '../tool/rows.js';
import type { ToolContext } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const getReplay = defineTool({
  name: 'get_replay',
  title: 'Get what a session recording shows',
  description:
    'Describes one recorded session in words: pages, clicks without effect, repeated clicks, errors, and what services reported during it, ' +
    'each with its place in the recording. With trace_id instead, finds the recordings that show a trace.',
  scopes: ['replay:read'],
  input: {
    ...PROJECT,
    session_id: z.string().min(1).max(200).optional(),
    trace_id: TRACE_ID.optional(),
    ...pageOf(40),
  },
  run: async ({ session_id, trace_id, limit, cursor }, context) => {
    if ((session_id === undefined) === (trace_id === undefined))
      throw invalidField('session_id', 'and trace_id: exactly one of them is required');
    if (session_id === undefined) return findForTrace(trace_id ?? '', context);
    const { json } = await context.read('replay.get', { session_id });
    const parameters = { session_id, cursor };
    const related = await context.read('replay.related', { ...parameters, limit });
    const recording = objectOf(json, 'recording');
    return {
      summary: ['Places are milliseconds since the beginning of the recording (offset_ms).'],
      sections: [
        {
          name: 'recording',
          source: 'session recordings',
          rows: [
            {
              ...pick(recording, [
                ...[
                  'session_id',
                  'distinct_id',
                  'started_at',
                  'duration_ms',
                  'first_url',
                  'click_count',
                  'console_error_count',
                ],
                ...['network_error_count', 'release', 'environment', 'summary'],
              ]),
              urls: json['urls'] ?? [],
            },
          ],
        },
        {
          name: 'signals',
          source: 'session recordings',
          rows: rowsOf(json, 'signals').map((row) =>
            pick(row, ['offset_ms', 'kind', 'click_count', 'selector', 'text', 'url', 'reason']),
          ),
        },
        {
          name: 'related',
          source: 'what services and the page reported',
          rows: rowsOf(related.json, 'entries').map((row) => ({
            offset_ms: row['offset_ms'] ?? 0,
            ...pick(objectOf(row, 'entry'), ['timestamp', 'kind', 'severity', 'title', 'ref']),
          })),
          page: context.page('replay.related', parameters, related, 'entries'),
        },
      ],
    };
  },
});

async function findForTrace(traceId: string, context: ToolContext): Promise<ToolAnswer> {
  const { json } = await context.read('replay.for_trace', { trace_id: traceId });
  const rows = rowsOf(json, 'matches').map((row) => ({
    ...pick(objectOf(row, 'recording'), ['session_id', 'distinct_id', 'started_at', 'duration_ms', 'first_url']),
    ...pick(row, ['match', 'offset_ms']),
  }));
  return {
    summary: [`${rows.length} recordings show the trace.`],
    sections: [
      { name: 'recordings', source: 'session recordings', rows },
      { name: 'explanation', source: 'session recordings', rows: [pick(json, ['explanation'])] },
    ],
    next: [nextAction('readReplay', rows[0]?.['session_id'])],
  };
}
