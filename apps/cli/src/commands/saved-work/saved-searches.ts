import { restCommand, type Argument, type Family } from '../../command/command.js';
import { CURSOR, EXPECTED_VERSION, IDEMPOTENCY_KEY } from '../../command/common-flags.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';

const SEARCH_ID: Argument<'search_id'> = { name: 'search-id', sends: 'search_id', description: 'ID of the search' };

const list = restCommand({
  words: ['saved-searches', 'list'],
  summary: 'List the saved searches visible to you',
  operation: 'saved_searches.list',
  flags: [
    CURSOR,
    {
      name: 'limit',
      kind: 'int',
      default: 0,
      min: 1,
      max: 100,
      sends: 'limit',
      description: 'page size: 1 to 100, default 50',
    },
    {
      name: 'signal',
      kind: 'string',
      required: true,
      choices: ['logs', 'errors', 'traces', 'metrics'],
      sends: 'signal',
      description: 'signal of the search: logs, errors, traces or metrics',
    },
  ],
  view: {
    kind: 'table',
    rows: 'saved_searches',
    columns: [
      ID,
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'VERSION', field: 'version', align: 'right' },
      { title: 'SHARED', field: 'is_shared', format: (shared) => (shared === true ? 'shared' : 'private') },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No saved searches.',
  },
});

const get = restCommand({
  words: ['saved-searches', 'get'],
  summary: 'Show one saved search',
  operation: 'saved_searches.get',
  arguments: [SEARCH_ID],
});

const create = restCommand({
  words: ['saved-searches', 'create'],
  summary: 'Save a search',
  description: 'A repeated run with the same key and body returns the first response; with another body it fails.',
  examples: [
    `svc saved-searches create --idempotency-key first-errors --json '{"name":"Errors","signal":"logs","query":{"level":"error"}}'`,
  ],
  operation: 'saved_searches.create',
  body: 'name, signal, query, is_shared',
  flags: [IDEMPOTENCY_KEY],
  view: confirmation({ said: 'Saved the search {name}' }),
});

const update = restCommand({
  words: ['saved-searches', 'update'],
  summary: 'Update one of your saved searches; absent fields keep their values',
  operation: 'saved_searches.update',
  arguments: [SEARCH_ID],
  body: 'any of name, signal, query, is_shared',
  flags: [EXPECTED_VERSION],
  view: confirmation({ said: 'Updated the search {name}' }),
});

const duplicate = restCommand({
  words: ['saved-searches', 'duplicate'],
  summary: 'Copy a saved search; the copy is private to you',
  operation: 'saved_searches.duplicate',
  arguments: [SEARCH_ID],
  flags: [
    EXPECTED_VERSION,
    IDEMPOTENCY_KEY,
    { name: 'name', kind: 'string', sends: 'name', description: 'name of the copy' },
  ],
  view: confirmation({ said: 'Saved the copy {name}' }),
});

const remove = restCommand({
  words: ['saved-searches', 'delete'],
  summary: 'Delete one of your saved searches',
  operation: 'saved_searches.delete',
  arguments: [SEARCH_ID],
  destructive: true,
  flags: [EXPECTED_VERSION],
  done: { deleted: true },
});

export const SAVED_SEARCHES: Family = {
  groups: { 'saved-searches': 'Saved searches' },
  commands: [list, get, create, update, duplicate, remove],
};
