import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { toSecond } from '../../print/layout/units.js';
import { isObject } from '../../runtime/values/json.js';

const FLAG_KEY: Argument<'flag_key'> = { name: 'flag-key', sends: 'flag_key', description: 'key of the flag' };

const list = restCommand({
  words: ['flags', 'list'],
  summary: 'List the flags of the project',
  operation: 'flags.list',
  view: {
    kind: 'table',
    rows: 'flags',
    columns: [
      { title: 'KEY', field: 'key', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'ACTIVE', field: 'active', format: (active) => (active === true ? 'on' : 'off') },
      { title: 'TYPE', field: 'type' },
      { title: 'VERSION', field: 'version', align: 'right' },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No flags.',
  },
});

const get = restCommand({
  words: ['flags', 'get'],
  summary: 'Show one flag',
  operation: 'flags.get',
  arguments: [FLAG_KEY],
});

const create = restCommand({
  words: ['flags', 'create'],
  summary: 'Create a flag',
  examples: [
    `svc flags create --json '{"key":"new-checkout","filters":{"groups":[{"conditions":[],"rollout_percentage":10}]}}'`,
    `svc flags create --json '{"key":"button","variants":[{"key":"red","weight":50},{"key":"blue","weight":50}],"filters":{"groups":[{"conditions":[]}]}}'`,
  ],
  operation: 'flags.create',
  body: 'key, name, active, variants, filters',
  view: confirmation({
    said: 'Created the flag {key}',
    facts: ['version'],
    next: (flag) =>
      isObject(flag) && flag['active'] === true ? 'svc flags decide <distinct-id>' : 'svc flags toggle {key} on',
  }),
});

const update = restCommand({
  words: ['flags', 'update'],
  summary: 'Update a flag; absent fields keep their values',
  operation: 'flags.update',
  arguments: [FLAG_KEY],
  body: 'any of name, active, variants, filters, default_variant, tags, expected_version',
  view: confirmation({ said: 'Updated the flag {key}', facts: ['version'] }),
});

const toggle = restCommand({
  words: ['flags', 'toggle'],
  summary: 'Activate or deactivate a flag',
  description:
    'An active flag is evaluated by its definition; an inactive flag is off for everyone. The definition is kept.',
  examples: ['svc flags toggle new-checkout off'],
  operation: 'flags.update',
  arguments: [
    FLAG_KEY,
    {
      name: 'on|off',
      sends: 'active',
      choices: ['on', 'off'],
      meanings: { on: true, off: false },
      description: 'whether the flag is evaluated',
    },
  ],
  view: confirmation({ said: 'Toggled the flag {key}', facts: ['active', 'version'] }),
});

const remove = restCommand({
  words: ['flags', 'delete'],
  summary: 'Delete a flag; fails while another flag depends on it',
  operation: 'flags.delete',
  arguments: [FLAG_KEY],
  destructive: true,
  done: { deleted: true },
});

const snapshot = restCommand({
  words: ['flags', 'snapshot'],
  summary: 'Show the definitions for local evaluation of the flags',
  operation: 'flags.snapshot',
});

const decide = restCommand({
  words: ['flags', 'decide'],
  summary: 'Evaluate all flags for a person, with reasons',
  examples: [`svc flags decide user-1 --groups '{"company":"acme"}' --person-properties '{"plan":"pro"}'`],
  operation: 'flags.decide',
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/decisions.js')).printDecisions(answer, page),
  },
  arguments: [{ name: 'distinct-id', sends: 'distinct_id', description: 'distinct ID of the person' }],
  flags: [
    {
      name: 'groups',
      kind: 'string',
      format: 'json_object',
      sends: 'groups',
      description: 'groups of the person: a JSON object of group type to group key',
    },
    {
      name: 'person-properties',
      kind: 'string',
      format: 'json_object',
      sends: 'person_properties',
      description: 'properties that override the stored ones: a JSON object',
    },
  ],
});

export const FLAGS: Family = {
  groups: { flags: 'Feature flags' },
  commands: [list, get, create, update, toggle, remove, decide, snapshot],
};
