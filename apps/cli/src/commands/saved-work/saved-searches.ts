import { restCommand, type Argument, type Family } from '../../command/command.js';
import { toSecond } from '../../print/layout/units.js';
import { CURSOR, EXPECTED_VERSION, IDEMPOTENCY_KEY } from '../../command/common-flags.js';

const SEARCH_ID: Argument<'search_id'> = { name: 'search-id', sends: 'search_id', description: 'id of the search' };

const list = restCommand({
  words: ['saved-searches', 'list'],
  summary: 'List the searches you can see',
  operation: 'saved_searches.list',
  flags: [
    CURSOR,
    { name: 'limit', kind: 'int', default: 0, min: 1, max: 100, sends: 'limit', description: '1 to 100, default 50' },
    {
      name: 'signal',
      kind: 'string',
      required: true,
      choices: ['logs', 'errors', 'traces', 'metrics'],
      sends: 'signal',
      description: 'what is searched: logs, errors, traces or metrics',
    },
  ],
  view: {
    kind: 'table',
    rows: 'saved_searches',
    columns: [
      { title: 'ID', field: 'id' },
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'VERSION', field: 'version', align: 'right' },
      { title: 'SHARED', field: 'is_shared', format: (shared) => (shared === true ? 'shared' : 'private') },
      { title: 'CHANGED', field: 'updated_at', format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No saved searches.',
  },
});

const get = restCommand({
  words: ['saved-searches', 'get'],
  summary: 'Show one search with its version',
  operation: 'saved_searches.get',
  arguments: [SEARCH_ID],
});

const create = restCommand({
  words: ['saved-searches', 'create'],
  summary: 'Keep a search',
  description: 'The same key with the same body answers what the first run answered; with another body it fails.',
  examples: [
    `svc saved-searches create --idempotency-key first-errors --json '{"name":"Errors","signal":"logs","query":{"level":"error"}}'`,
  ],
  operation: 'saved_searches.create',
  body: 'name, signal, query, is_shared',
  flags: [IDEMPOTENCY_KEY],
});

const update = restCommand({
  words: ['saved-searches', 'update'],
  summary: 'Change a search of yours; absent fields stay',
  operation: 'saved_searches.update',
  arguments: [SEARCH_ID],
  body: 'any of name, signal, query, is_shared',
  flags: [EXPECTED_VERSION],
});

const duplicate = restCommand({
  words: ['saved-searches', 'duplicate'],
  summary: 'Copy a search; the copy is private to you',
  operation: 'saved_searches.duplicate',
  arguments: [SEARCH_ID],
  flags: [
    EXPECTED_VERSION,
    IDEMPOTENCY_KEY,
    { name: 'name', kind: 'string', sends: 'name', description: 'name of the copy' },
  ],
});

const remove = restCommand({
  words: ['saved-searches', 'delete'],
  summary: 'Delete a search of yours',
  operation: 'saved_searches.delete',
  arguments: [SEARCH_ID],
  destructive: true,
  flags: [EXPECTED_VERSION],
  done: { deleted: true },
});

export const SAVED_SEARCHES: Family = {
  groups: { 'saved-searches': 'Searches kept under a name' },
  commands: [list, get, create, update, duplicate, remove],
};
