import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';

const TICKET_ID: Argument<'ticket_id'> = { name: 'ticket-id', sends: 'ticket_id', description: 'ID of the ticket' };

const create = restCommand({
  words: ['tickets', 'create'],
  summary: 'Create a ticket for an issue at a provider',
  description:
    'The link exists at once; its ticket is created afterwards, and `svc tickets get` shows how far that is. A repeated run with the same ' +
    'key and arguments returns the same link.',
  examples: [
    'svc tickets create 0198b5c3-6f0e-7c3a-8e55-0d8f7c1d2a10 --provider github --repo acme/shop --issue-url https://svc.example.com/issues/1 --idempotency-key issue-1',
  ],
  operation: 'tickets.create',
  arguments: [{ name: 'issue-id', sends: 'issue_id', description: 'ID of the issue' }],
  flags: [
    {
      name: 'idempotency-key',
      kind: 'string',
      format: 'idempotency_key',
      sends: 'idempotency_key',
      generated: true,
      description: 'makes retries safe: 1 to 128 letters, digits and . _ : -; random by default',
    },
    {
      name: 'issue-url',
      kind: 'string',
      required: true,
      sends: 'issue_url',
      description: 'absolute http or https URL of the issue',
    },
    {
      name: 'provider',
      kind: 'string',
      required: true,
      choices: ['jira', 'linear', 'github'],
      sends: 'provider',
      description: 'provider: jira, linear or github',
    },
    { name: 'repo', kind: 'string', sends: 'repo', description: 'repository as owner/name, for github only' },
    { name: 'title', kind: 'string', sends: 'title', description: 'title of the ticket; the issue ID by default' },
  ],
  view: confirmation({
    said: 'Linked the issue {issue_id} to a ticket at {provider}',
    facts: ['id', 'sync_state'],
    shown: ['external_url'],
    next: 'svc tickets get {id}',
  }),
});

const get = restCommand({
  words: ['tickets', 'get'],
  summary: 'Show a ticket and its synchronization state',
  operation: 'tickets.get',
  arguments: [TICKET_ID],
});

const unlink = restCommand({
  words: ['tickets', 'unlink'],
  summary: "Unlink a ticket from its issue; the provider's ticket is kept",
  operation: 'tickets.unlink',
  arguments: [TICKET_ID],
  destructive: true,
  done: { unlinked: true },
});

const list = restCommand({
  words: ['tickets', 'list'],
  summary: 'List the tickets of an issue',
  operation: 'issues.tickets',
  arguments: [{ name: 'issue-id', sends: 'issue_id', description: 'ID of the issue' }],
  view: {
    kind: 'table',
    rows: 'tickets',
    columns: [
      ID,
      { title: 'PROVIDER', field: 'provider', dropOrder: 2, paint: (_, colors) => colors.cyan },
      { title: 'TICKET', field: 'external_id' },
      { title: 'TITLE', field: 'title', flexible: true },
      { title: 'STATUS', field: 'external_status' },
      { title: 'SYNC', field: 'sync_state', dropOrder: 3 },
      { title: 'SYNCED', field: 'last_synced_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No tickets.',
  },
});

export const TICKETS: Family = {
  groups: { tickets: 'Tickets of issues at providers' },
  commands: [list, create, get, unlink],
};
