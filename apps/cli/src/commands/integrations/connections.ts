import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';

const CONNECTION_ID: Argument<'connection_id'> = {
  name: 'connection-id',
  sends: 'connection_id',
  description: 'ID of the connection',
};

const list = restCommand({
  words: ['connections', 'list'],
  summary: 'List connections to providers of tickets',
  operation: 'connections.list',
  flags: [
    {
      name: 'provider',
      kind: 'string',
      choices: ['jira', 'linear', 'github'],
      sends: 'provider',
      description: 'only connections to this provider',
    },
  ],
  view: {
    kind: 'table',
    rows: 'connections',
    columns: [
      ID,
      { title: 'NAME', field: 'display_name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'PROVIDER', field: 'provider' },
      {
        title: 'STATE',
        field: 'state',
        paint: (value, colors) => (value === 'needs_reauth' ? colors.red : colors.green),
      },
      { title: 'TARGET', field: 'target', dropOrder: 3 },
      { title: 'VERSION', field: 'version', dropOrder: 2, align: 'right' },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No connections. svc connections create --help shows how to create one.',
  },
});

const get = restCommand({
  words: ['connections', 'get'],
  summary: 'Show a connection; secrets are never shown',
  operation: 'connections.get',
  arguments: [CONNECTION_ID],
});

const create = restCommand({
  words: ['connections', 'create'],
  summary: 'Connect the project to a provider of tickets',
  description:
    'The secret is a token of the provider. Jira needs base_url and target (the key of a project), and account (an e-mail address) for ' +
    'Jira Cloud; Linear needs target (the ID of a team); target at GitHub names the repositories of tickets (owner/name, separated by commas, or *). Put the body into a file that only ' +
    'you can read, or on standard input, to keep the secret out of the history of the shell.',
  examples: [
    'svc connections create --file github.json',
    `svc connections create --json '{"provider":"github","kind":"token","display_name":"GitHub","secret":"...","target":"acme/shop"}'`,
  ],
  operation: 'connections.create',
  body: 'provider, kind, display_name, secret',
  view: confirmation({ said: 'Created the connection {display_name}' }),
});

const update = restCommand({
  words: ['connections', 'update'],
  summary: 'Rotate the secret of a connection or rename it',
  operation: 'connections.update',
  arguments: [CONNECTION_ID],
  body: 'any of display_name, secret, webhook_secret, account, base_url, target, issue_type, resolve_issues, close_tickets, enabled, expected_version',
  view: confirmation({ said: 'Updated the connection {display_name}' }),
});

const remove = restCommand({
  words: ['connections', 'delete'],
  summary: 'Delete a connection with its secret; tickets remain',
  operation: 'connections.delete',
  arguments: [CONNECTION_ID],
  destructive: true,
  done: { deleted: true },
});

export const CONNECTIONS: Family = {
  groups: { connections: 'Connections to providers of tickets' },
  commands: [list, get, create, update, remove],
};
