import { restCommand, type Family } from '../../command/command.js';
import { ENVIRONMENT, EXPECTED_VERSION, SERVICE } from '../../command/common-flags.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { ISSUE_COLUMNS, issueRows } from '../../print/views/errors/issue-list.js';
import { ISSUE_ID } from './issue-id.js';
import { affected } from './issues-affected.js';
import { occurrences } from './issues-occurrences.js';
import { releases } from './issues-releases.js';
import { search } from './issues-search.js';

const STATE = { facts: ['status', 'version'] };

const list = restCommand({
  words: ['issues', 'list'],
  summary: 'List issues, the one with the latest event first',
  description:
    'EVENTS and USERS are those of the window; without --since, of the last 24 hours, which the bars show too.',
  examples: ['svc issues list --status new', 'svc issues list --service checkout --since 7d'],
  operation: 'issues.list',
  flags: [
    ENVIRONMENT,
    { name: 'limit', kind: 'int', default: 30, min: 1, sends: 'limit', description: 'page size: 1 to 200' },
    SERVICE,
    {
      name: 'since',
      kind: 'string',
      format: 'bound',
      sends: 'start_time',
      description:
        'only issues with events since: a duration back from now (30m, 6h, 7d) or an RFC 3339 timestamp; of any age by default',
    },
    {
      name: 'status',
      kind: 'string',
      choices: ['new', 'ongoing', 'resolved', 'ignored', 'snoozed'],
      sends: 'status',
      description: 'status; all by default',
    },
    {
      name: 'until',
      kind: 'string',
      format: 'bound',
      sends: 'end_time',
      description: 'end of the window, as --since; now by default',
    },
  ],
  view: { kind: 'table', rows: issueRows, columns: ISSUE_COLUMNS, empty: 'No issues.' },
});

const view = restCommand({
  words: ['issues', 'view'],
  summary: 'Show an issue with its latest stack, its impact and the version to pass on',
  operation: 'issues.get',
  arguments: [ISSUE_ID],
  view: {
    kind: 'text',
    print: async (issue, page) => (await import('../../print/views/errors/issue.js')).printIssue(issue, page),
  },
});

const resolve = restCommand({
  words: ['issues', 'resolve'],
  summary: 'Resolve an issue; it regresses when it happens again',
  operation: 'issues.resolve',
  arguments: [ISSUE_ID],
  flags: [
    EXPECTED_VERSION,
    {
      name: 'in-next-release',
      kind: 'bool',
      default: false,
      sends: 'in_next_release',
      description: 'only errors of later releases than the current one regress it',
    },
  ],
  view: confirmation({ said: 'Resolved the issue {id}', ...STATE }),
});

const ignore = restCommand({
  words: ['issues', 'ignore'],
  summary: 'Ignore an issue; it is counted, but never wakes up by itself',
  operation: 'issues.ignore',
  arguments: [ISSUE_ID],
  flags: [EXPECTED_VERSION],
  view: confirmation({ said: 'Ignored the issue {id}', ...STATE }),
});

const snooze = restCommand({
  words: ['issues', 'snooze'],
  summary: 'Snooze an issue until a condition is met; exactly one of the conditions is required',
  examples: ['svc issues snooze <issue-id> --expected-version 1 --for 7d'],
  operation: 'issues.snooze',
  arguments: [ISSUE_ID],
  flags: [
    {
      name: 'escalating',
      kind: 'bool',
      default: false,
      sends: 'escalating',
      description: 'until it happens more often than its forecast',
    },
    EXPECTED_VERSION,
    {
      name: 'for',
      kind: 'string',
      format: 'not_empty',
      sends: 'for',
      description: 'duration: 30m, 6h, 7d or 2w, at most 365d',
    },
    { name: 'forever', kind: 'bool', default: false, sends: 'forever', description: 'until it is reopened' },
    {
      name: 'occurrences',
      kind: 'int',
      default: 0,
      min: 1,
      sends: 'occurrences',
      description: 'until it happened this many times',
    },
    {
      name: 'users',
      kind: 'int',
      default: 0,
      min: 1,
      sends: 'users',
      description: 'until this many persons were affected',
    },
  ],
  anyOf: ['escalating', 'for', 'forever', 'occurrences', 'users'],
  view: confirmation({ said: 'Snoozed the issue {id}', ...STATE }),
});

const reopen = restCommand({
  words: ['issues', 'reopen'],
  summary: 'Reopen a resolved, ignored or snoozed issue',
  operation: 'issues.reopen',
  arguments: [ISSUE_ID],
  flags: [EXPECTED_VERSION],
  view: confirmation({ said: 'Reopened the issue {id}', ...STATE }),
});

const assign = restCommand({
  words: ['issues', 'assign'],
  summary: 'Assign an issue to a member, or to nobody with --unassign',
  operation: 'issues.assign',
  arguments: [ISSUE_ID, { name: 'user-id', sends: 'user_id', description: 'ID of the member', optional: true }],
  flags: [
    EXPECTED_VERSION,
    { name: 'unassign', kind: 'bool', default: false, sends: 'unassign', description: 'assign the issue to nobody' },
  ],
  view: confirmation({ said: 'Assigned the issue {id}', facts: ['assignee_id', 'status', 'version'] }),
});

const merge = restCommand({
  words: ['issues', 'merge'],
  summary: 'Merge other issues into an issue, also for errors that arrive later',
  examples: ['svc issues merge <canonical-issue-id> --source <issue-id> --source <issue-id>'],
  operation: 'issues.merge',
  arguments: [{ name: 'canonical-issue-id', sends: 'issue_id', description: 'ID of the issue that remains' }],
  flags: [
    { name: 'source', kind: 'stringSlice', sends: 'source_ids', description: 'ID of an issue to merge; repeatable' },
  ],
  view: confirmation({
    said: 'Merged into the issue {id}',
    ...STATE,
    next: 'svc issues merged-sources {id}',
  }),
});

const mergedSources = restCommand({
  words: ['issues', 'merged-sources'],
  summary: 'List the issues that were merged into an issue',
  operation: 'issues.merged_sources',
  arguments: [{ name: 'canonical-issue-id', sends: 'issue_id', description: 'ID of the issue' }],
  view: {
    kind: 'table',
    rows: 'sources',
    columns: [
      ID,
      { title: 'STATUS', field: 'status' },
      { title: 'TITLE', field: 'title', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'MERGED', field: 'merged_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No merged issues.',
  },
});

const unmerge = restCommand({
  words: ['issues', 'unmerge'],
  summary: 'Undo the merge of an issue; the service never merges it again by itself',
  operation: 'issues.unmerge',
  arguments: [{ name: 'source-issue-id', sends: 'issue_id', description: 'ID of the merged issue' }],
  view: confirmation({ said: 'Unmerged the issue {id}', ...STATE }),
});

export const ISSUES: Family = {
  groups: { issues: 'Issues: errors with the same cause' },
  commands: [
    list,
    view,
    resolve,
    ignore,
    snooze,
    reopen,
    assign,
    merge,
    mergedSources,
    unmerge,
    search,
    affected,
    occurrences,
    releases,
  ],
};
