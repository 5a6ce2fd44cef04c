import { restCommand, type Argument, type Family } from '../../command/command.js';
import { CURSOR } from '../../command/common-flags.js';
import type { Flag } from '../../command/flag.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';

const COHORT_ID: Argument<'cohort_id'> = { name: 'cohort-id', sends: 'cohort_id', description: 'ID of the cohort' };

const LIMIT: Flag<'limit'> = {
  name: 'limit',
  kind: 'int',
  default: 0,
  min: 1,
  max: 1000,
  sends: 'limit',
  description: 'page size: 1 to 1000, default 50',
};

const list = restCommand({
  words: ['cohorts', 'list'],
  summary: 'List the cohorts of the project',
  operation: 'cohorts.list',
  flags: [CURSOR, LIMIT],
  view: {
    kind: 'table',
    rows: 'cohorts',
    columns: [
      ID,
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'KIND', field: 'kind' },
      { title: 'MEMBERS', field: 'count', align: 'right' },
      { title: 'GENERATION', field: 'generation', dropOrder: 1, align: 'right' },
    ],
    empty: 'No cohorts.',
  },
});

const get = restCommand({
  words: ['cohorts', 'get'],
  summary: 'Show one cohort with the state of its latest build',
  operation: 'cohorts.get',
  arguments: [COHORT_ID],
});

const create = restCommand({
  words: ['cohorts', 'create'],
  summary: 'Create a cohort',
  examples: [
    `svc cohorts create --json '{"name":"Pro","kind":"property","definition":{"operator":"and","conditions":[{"type":"property","key":"plan","op":"eq","value":"pro"}]}}'`,
  ],
  operation: 'cohorts.create',
  body: 'name, kind, definition or members',
  view: confirmation({ said: 'Created the cohort {name}', next: 'svc cohorts get {id}' }),
});

const update = restCommand({
  words: ['cohorts', 'update'],
  summary: 'Update a cohort; absent fields keep their values',
  operation: 'cohorts.update',
  arguments: [COHORT_ID],
  body: 'any of name, description, definition',
  view: confirmation({ said: 'Updated the cohort {name}' }),
});

const remove = restCommand({
  words: ['cohorts', 'delete'],
  summary: 'Delete a cohort; fails while a flag or cohort uses it',
  operation: 'cohorts.delete',
  arguments: [COHORT_ID],
  destructive: true,
  done: { deleted: true },
});

const refresh = restCommand({
  words: ['cohorts', 'refresh'],
  summary: 'Start the build of a new generation of members',
  operation: 'cohorts.refresh',
  arguments: [COHORT_ID],
  view: confirmation({ said: 'Started generation {generation}', facts: ['state'] }),
});

const preview = restCommand({
  words: ['cohorts', 'preview'],
  summary: 'Preview the members of a definition without saving it',
  operation: 'cohorts.preview',
  body: 'kind, definition',
  flags: [
    {
      name: 'sample-limit',
      kind: 'uint32',
      default: 0,
      min: 1,
      max: 100,
      sends: 'sample_limit',
      description: 'number of members to show: 1 to 100, default 20',
    },
  ],
});

const members = restCommand({
  words: ['cohorts', 'members'],
  summary: 'List the members of a cohort',
  operation: 'cohorts.members',
  arguments: [COHORT_ID],
  flags: [
    CURSOR,
    {
      name: 'generation',
      kind: 'int64',
      default: 0,
      min: 1,
      sends: 'generation',
      description: 'generation to read; the newest ready one by default',
    },
    LIMIT,
  ],
  view: {
    kind: 'table',
    rows: 'members',
    columns: [
      { title: 'PERSON', field: 'person_id', whole: true },
      { title: 'DISTINCT ID', field: 'distinct_id', flexible: true },
    ],
    empty: 'No members.',
  },
});

const replaceMembers = restCommand({
  words: ['cohorts', 'replace-members'],
  summary: 'Replace all members of a static cohort',
  examples: [`svc cohorts replace-members <cohort-id> --expected-generation 1 --json '["user-1","user-2"]' --yes`],
  operation: 'cohorts.replace_members',
  arguments: [COHORT_ID],
  body: 'an array of person IDs or distinct IDs; [] removes all members',
  bodyArray: 'members',
  destructive: true,
  flags: [
    {
      name: 'expected-generation',
      kind: 'int64',
      default: 0,
      min: 1,
      required: true,
      sends: 'expected_generation',
      description: 'current generation as last read; the command fails without changes if there is a newer one',
    },
  ],
  view: confirmation({ said: 'Replaced the members', facts: ['generation', 'count', 'state'] }),
});

const history = restCommand({
  words: ['cohorts', 'history'],
  summary: 'List the generations of a cohort, newest first',
  operation: 'cohorts.history',
  arguments: [COHORT_ID],
  flags: [CURSOR, LIMIT],
  view: {
    kind: 'table',
    rows: 'generations',
    columns: [
      { title: 'GENERATION', field: 'generation', align: 'right' },
      { title: 'STATE', field: 'state' },
      { title: 'MEMBERS', field: 'count', align: 'right' },
      { title: 'FINISHED', field: 'finished_at', format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'ERROR', field: 'error', flexible: true },
    ],
    empty: 'No generations.',
  },
});

export const COHORTS: Family = {
  groups: { cohorts: 'Cohorts of persons' },
  commands: [list, get, create, update, remove, preview, refresh, members, replaceMembers, history],
};
