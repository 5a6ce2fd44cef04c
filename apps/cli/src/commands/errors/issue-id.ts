import type { Argument } from '../../command/command.js';

export const ISSUE_ID: Argument<'issue_id'> = { name: 'issue-id', sends: 'issue_id', description: 'ID of the issue' };
