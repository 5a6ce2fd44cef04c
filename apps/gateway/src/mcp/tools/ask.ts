import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { objectOf, pick, rowsOf, wordOf } from '../tool/rows.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const ask = defineTool({
  name: 'ask',
  title: 'Ask a question in words',
  description:
    'Answers a short question in English about telemetry, events and customers, e.g. `errors by service in the last 24 hours`. Rules, not a ' +
    'model, turn it into one query, which the answer names; a question that they do not understand is refused with suggestions. Prefer ' +
    'another tool if one fits.',
  scopes: ['ai:query'],
  input: {
    ...PROJECT,
    question: z.string().min(1).max(500),
    time_zone: z.string().max(64).optional().describe('IANA time zone of words such as today; UTC by default.'),
    dry_run: z.boolean().optional().describe('Only translates the question.'),
  },
  run: async ({ question, time_zone, dry_run }, context) => {
    const { json } = await context.read('ai.query', { question, time_zone, dry_run });
    const query = objectOf(json, 'query');
    const rows = rowsOf(json, 'rows');
    const notes = pick(json, ['reason', 'not_understood', 'suggestions', 'missing_scopes', 'explanation']);
    return {
      summary: [`The answer has the status ${wordOf(json, 'status')}.`],
      sections: [
        {
          name: 'rows',
          source: 'what the question asks for',
          rows,
          total: json['truncated'] === true ? rows.length + 1 : undefined,
        },
        {
          name: 'query',
          source: 'the question',
          rows:
            Object.keys(query).length > 0 ? [pick(query, ['operation', 'parameters', 'description', 'command'])] : [],
          note: 'The operation and parameters can be changed and run with run_operation.',
        },
        { name: 'notes', source: 'the question', rows: Object.keys(notes).length > 0 ? [notes] : [] },
        {
          name: 'choices',
          source: 'the question',
          rows: rowsOf(json, 'choices').map((row) => pick(row, ['operation', 'parameters', 'description'])),
        },
      ],
      next: [nextAction('searchOperations')],
    };
  },
});
