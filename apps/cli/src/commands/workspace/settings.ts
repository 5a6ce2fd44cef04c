import { restCommand, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { plainText } from '../../runtime/values/json.js';

const TYPES = ['string', 'number', 'boolean', 'json', 'secret'];

const list = restCommand({
  words: ['settings', 'config', 'list'],
  summary: 'List the configuration entries of the project',
  operation: 'settings.config_list',
  flags: [
    { name: 'type', kind: 'string', sends: 'type', description: `only entries of this type: ${TYPES.join(', ')}` },
  ],
  view: {
    kind: 'table',
    rows: 'entries',
    columns: [
      { title: 'KEY', field: 'key', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'TYPE', field: 'config_type' },
      { title: 'VALUE', field: 'config_value', format: plainText },
      { title: 'VERSION', field: 'version', dropOrder: 2, align: 'right' },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      ID,
    ],
    empty: 'No configuration entries.',
  },
});

const get = restCommand({
  words: ['settings', 'config', 'get'],
  summary: 'Show a configuration entry; the value of a secret is never shown',
  operation: 'settings.config_get',
  arguments: [{ name: 'key', sends: 'entry', description: 'key of the entry' }],
});

const set = restCommand({
  words: ['settings', 'config', 'set'],
  summary: 'Create or replace a configuration entry',
  description: 'Pass a secret with --file to keep it out of the shell history.',
  examples: [`svc settings config set sampling.rate --json '{"config_type":"number","config_value":0.25}'`],
  operation: 'settings.config_set',
  arguments: [{ name: 'key', sends: 'entry', description: 'key of the entry: a-z 0-9 . _ -' }],
  body: 'config_value, config_type',
  view: confirmation({ said: 'Set {key}' }),
});

const remove = restCommand({
  words: ['settings', 'config', 'delete'],
  summary: 'Delete a configuration entry',
  operation: 'settings.config_delete',
  arguments: [{ name: 'config-row-id', sends: 'entry', description: 'ID of the entry, not its key' }],
  destructive: true,
  done: { deleted: true },
});

const codehostGet = restCommand({
  words: ['settings', 'codehost', 'get'],
  summary: 'Show the code host of the project',
  operation: 'settings.codehost_get',
});

const codehostSet = restCommand({
  words: ['settings', 'codehost', 'set'],
  summary: 'Configure the code host of the project',
  examples: ['svc settings codehost set --repo acme/checkout --repo-root services/checkout'],
  operation: 'settings.codehost_set',
  flags: [
    {
      name: 'enabled',
      kind: 'bool',
      default: true,
      sends: 'enabled',
      description: 'whether the code host is used; --enabled=false switches it off',
    },
    { name: 'repo', kind: 'string', required: true, sends: 'repo', description: 'the repository as owner/name' },
    {
      name: 'repo-root',
      kind: 'string',
      sends: 'repo_root',
      description: 'directory that stack frame paths are relative to; the root of the repository by default',
    },
  ],
  view: confirmation({ said: 'Set the code host to {repo}', facts: ['enabled', 'repo_root', 'version'] }),
});

export const SETTINGS: Family = {
  groups: {
    settings: 'Configuration of the project',
    'settings config': 'Typed entries and secrets',
    'settings codehost': 'Code host',
  },
  commands: [list, get, set, remove, codehostGet, codehostSet],
};
