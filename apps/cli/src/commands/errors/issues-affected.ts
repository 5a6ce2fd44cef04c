import { restCommand } from '../../command/command.js';
import { CURSOR } from '../../command/common-flags.js';
import { ISSUE_ID } from './issue-id.js';

export const affected = restCommand({
  words: ['issues', 'affected'],
  summary: 'List the persons and accounts that an issue affected',
  operation: 'errors.affected',
  arguments: [{ ...ISSUE_ID, sends: 'group_id' }],
  flags: [
    CURSOR,
    {
      name: 'limit',
      kind: 'int',
      default: 0,
      min: 1,
      max: 1000,
      sends: 'limit',
      description: 'page size: 1 to 1000, default 50',
    },
  ],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/errors/affected.js')).printAffected(answer, page),
  },
});
