import { restCommand, type Argument, type Family } from '../../command/command.js';
import { toSecond } from '../../print/layout/units.js';
import { TIMELINE } from '../../print/views/timeline.js';
import { isObject, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

const PERSON: Argument<'person_id'> = {
  name: 'person-id-or-distinct-id',
  sends: 'person_id',
  description: 'person ID or any of the distinct IDs of the person',
};

const get = restCommand({
  words: ['persons', 'get'],
  summary: 'Show one person with their properties',
  operation: 'persons.get',
  arguments: [PERSON],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/person.js')).printPerson(answer, page),
  },
});

const stats = restCommand({
  words: ['persons', 'stats'],
  summary: 'Show statistics of a person',
  operation: 'persons.stats',
  arguments: [PERSON],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/person-stats.js')).printPersonStats(answer, page),
  },
});

const search = restCommand({
  words: ['persons', 'search'],
  summary: 'Find persons by ID, e-mail address or name',
  examples: ['svc persons search ann@example.com', 'svc persons search -o json'],
  operation: 'persons.search',
  arguments: [
    {
      name: 'query',
      sends: 'search',
      optional: true,
      description: 'substring of a distinct ID, e-mail address or name',
    },
  ],
  flags: [{ name: 'limit', kind: 'int', default: 25, min: 1, sends: 'limit', description: 'page size' }],
  view: {
    kind: 'table',
    rows: 'persons',
    columns: [
      { title: 'PERSON', field: 'id', whole: true },
      { title: 'DISTINCT ID', field: 'distinct_id', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'NAME', field: 'properties', format: toDisplayName },
      {
        title: 'IDS',
        field: 'distinct_ids',
        dropOrder: 2,
        format: (ids) => String(Array.isArray(ids) ? ids.length : ''),
        align: 'right',
      },
      { title: 'FIRST SEEN', field: 'first_seen', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'LAST SEEN', field: 'last_seen', dropOrder: 3, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No persons.',
  },
});

const timeline = restCommand({
  words: ['persons', 'timeline'],
  summary: 'Show the timeline of a person, newest first',
  description: 'Covers all signals and all distinct IDs of the person.',
  operation: 'persons.timeline',
  arguments: [PERSON],
  flags: [
    {
      name: 'before',
      kind: 'string',
      format: 'not_empty',
      sends: 'cursor',
      description: 'next_cursor of the previous page',
    },
    {
      name: 'limit',
      kind: 'int',
      default: 50,
      min: 1,
      sends: 'limit',
      description: 'page size, at most 200',
    },
  ],
  view: TIMELINE,
});

export const PERSONS: Family = {
  groups: { persons: 'Persons: your customers' },
  commands: [get, search, stats, timeline],
};

/** Returns the display name of a person: the e-mail address, if known. */
function toDisplayName(properties: Json, _row: JsonObject): string {
  if (!isObject(properties)) return '';
  const name = ['email', '$email', 'name', '$name', 'full_name', 'username'].find((key) =>
    Object.hasOwn(properties, key),
  );
  return name === undefined ? '' : plainText(properties[name]);
}
