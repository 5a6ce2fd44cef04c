import { restCommand, type Argument, type Family } from '../../command/command.js';
import { CURSOR } from '../../command/common-flags.js';
import { toSecond, wholeNumber } from '../../print/layout/units.js';
import { TIMELINE } from '../../print/views/timeline.js';
import { isObject, plainText, type Json } from '../../runtime/values/json.js';

const ACCOUNT: readonly [Argument<'group_type'>, Argument<'group_key'>] = [
  { name: 'group-type', sends: 'group_type', description: 'type of the account, e.g. company' },
  { name: 'group-key', sends: 'group_key', description: 'key of the account' },
];

const types = restCommand({
  words: ['accounts', 'types'],
  summary: 'List account types with their counts',
  operation: 'groups.types',
  view: {
    kind: 'table',
    rows: 'group_types',
    columns: [
      { title: 'TYPE', field: 'group_type', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'ACCOUNTS', field: 'count', format: wholeNumber, align: 'right' },
    ],
    empty: 'No accounts yet.',
  },
});

const list = restCommand({
  words: ['accounts', 'list'],
  summary: 'List accounts',
  examples: ['svc accounts list --type company --search acme'],
  operation: 'groups.list',
  flags: [
    { name: 'limit', kind: 'int', default: 0, min: 1, sends: 'limit', description: 'page size: 1 to 500, default 50' },
    { name: 'offset', kind: 'int', default: 0, min: 0, sends: 'offset', description: 'number of accounts to skip' },
    { name: 'search', kind: 'string', sends: 'search', description: 'substring of the key or name' },
    { name: 'type', kind: 'string', sends: 'type', description: 'account type' },
  ],
  view: {
    kind: 'table',
    rows: 'groups',
    columns: [
      { title: 'TYPE', field: 'group_type', paint: (_, colors) => colors.dim },
      { title: 'KEY', field: 'group_key', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'NAME', field: 'properties', format: accountName },
      { title: 'FIRST SEEN', field: 'first_seen', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'LAST SEEN', field: 'last_seen', dropOrder: 2, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No accounts.',
  },
});

const get = restCommand({
  words: ['accounts', 'get'],
  summary: 'Show one account with its properties',
  operation: 'groups.get',
  arguments: ACCOUNT,
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/person.js')).printAccount(answer, page),
  },
});

const timeline = restCommand({
  words: ['accounts', 'timeline'],
  summary: 'Show the timeline of an account, newest first',
  operation: 'groups.timeline',
  arguments: ACCOUNT,
  flags: [
    CURSOR,
    { name: 'limit', kind: 'int', default: 0, min: 1, sends: 'limit', description: 'page size: 1 to 200, default 50' },
  ],
  view: TIMELINE,
});

export const ACCOUNTS: Family = {
  groups: { accounts: 'Accounts: the companies and teams that customers belong to' },
  commands: [types, list, get, timeline],
};

function accountName(properties: Json): string {
  return isObject(properties) ? plainText(properties['name'] ?? properties['$name'] ?? '') : '';
}
