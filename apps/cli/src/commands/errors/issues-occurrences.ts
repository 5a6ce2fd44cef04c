import { restCommand } from '../../command/command.js';
import { windowFlags } from '../../command/common-flags.js';
import { ISSUE_ID } from './issue-id.js';

export const occurrences = restCommand({
  words: ['issues', 'occurrences'],
  summary: 'Show how often an issue happened over time',
  operation: 'issues.occurrences',
  arguments: [ISSUE_ID],
  flags: [
    {
      name: 'interval',
      kind: 'string',
      sends: 'interval',
      description: '1m, 5m, 15m, 1h, 6h or 1d; by default what fits the window',
    },
    ...windowFlags('24h'),
  ],
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/errors/occurrences.js')).printOccurrences(answer, page),
  },
});
