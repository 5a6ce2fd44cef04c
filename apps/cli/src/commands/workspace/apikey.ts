import { restCommand, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { plainText, type Json } from '../../runtime/values/json.js';

const list = restCommand({
  words: ['apikey', 'list'],
  summary: 'List API keys, including revoked keys',
  operation: 'api_keys.list',
  view: {
    kind: 'table',
    rows: 'api_keys',
    columns: [
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'PREFIX', field: 'prefix', dropOrder: 5 },
      ID,
      { title: 'PROJECT', field: 'project_id', dropOrder: 2, whole: true },
      { title: 'LAST USED', field: 'last_used_at', dropOrder: 4, format: toSecond },
      { title: 'EXPIRES', field: 'expires_at', dropOrder: 3, format: toSecond },
      { title: 'REVOKED', field: 'revoked_at', format: toSecond, paint: (_, colors) => colors.red },
      { title: 'SCOPES', field: 'scopes', flexible: true, dropOrder: 1, lines: 3 },
    ],
    empty: 'No API keys.',
  },
});

const create = restCommand({
  words: ['apikey', 'create'],
  summary: 'Create an API key; its secret is shown once',
  description:
    'The key is bound to the active project; without an active project it belongs to the organization. Its scopes must be ' +
    'a subset of those of the current credential.',
  examples: ['svc apikey create --name reader --scope logs:read --scope traces:read'],
  operation: 'api_keys.create',
  flags: [
    { name: 'name', kind: 'string', sends: 'name', description: 'display name' },
    {
      name: 'scope',
      kind: 'stringSlice',
      sends: 'scopes',
      description: 'scope, as resource:verb; repeatable',
    },
  ],
  note: 'Store the secret now: it is not shown again.',
  view: confirmation({
    said: 'Created the API key {api_key.name}',
    facts: ['api_key.id', 'api_key.project_id'],
    shown: ['api_key.scopes', 'secret'],
  }),
});

const revoke = restCommand({
  words: ['apikey', 'revoke'],
  summary: 'Permanently revoke an API key',
  operation: 'api_keys.revoke',
  arguments: [{ name: 'key-id', sends: 'key_id', description: 'ID of the key' }],
  done: { revoked: true },
});

const scopes = restCommand({
  words: ['apikey', 'scopes'],
  summary: 'List the scopes an API key can carry',
  description: 'A credential can grant only the scopes it holds.',
  operation: 'api_keys.scopes',
  view: {
    kind: 'table',
    rows: 'scopes',
    columns: [
      { title: 'SCOPE', field: 'name', paint: (_, colors) => colors.cyan },
      { title: 'HELD', field: 'held', format: (held) => (held === true ? 'yes' : 'no') },
      { title: 'ROLES', field: 'roles', format: roleNames },
      { title: 'ALLOWS', field: 'description', flexible: true },
    ],
    empty: 'No scopes.',
  },
});

/** Formats role names: `owner, admin`. */
function roleNames(roles: Json): string {
  return plainText(roles).replaceAll('ROLE_', '').toLowerCase();
}

export const APIKEY: Family = { groups: { apikey: 'API keys for programs' }, commands: [list, create, revoke, scopes] };
