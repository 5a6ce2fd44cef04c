import { restCommand } from '../../command/command.js';
import { ISSUE_ID } from './issue-id.js';

export const releases = restCommand({
  words: ['issues', 'releases'],
  summary: 'List the releases in which an issue happened',
  operation: 'issues.releases',
  arguments: [ISSUE_ID],
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/errors/issue-releases.js')).printIssueReleases(answer, page),
  },
});
