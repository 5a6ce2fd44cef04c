import { restCommand, type Argument } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { scheduleRows } from '../../print/views/oncall/lists.js';
import { IMPORT_FLAGS } from './schedules-import-flags.js';

const SCHEDULE_ID: Argument<'schedule_id'> = {
  name: 'schedule-id',
  sends: 'schedule_id',
  description: 'ID of the schedule',
};

const EXAMPLE =
  '{"name":"Primary","time_zone":"Europe/Berlin","layers":[{"name":"week","users":["<user-id>","<user-id>"],' +
  '"rotation_length":"1w","start_at":"2026-01-05T08:00:00Z"}]}';

const list = restCommand({
  words: ['oncall', 'schedules', 'list'],
  summary: 'List on-call schedules',
  operation: 'schedules.list',
  view: {
    kind: 'table',
    rows: scheduleRows,
    columns: [
      ID,
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'TIME ZONE', field: 'time_zone' },
      { title: 'LAYERS', field: 'layers', dropOrder: 3, align: 'right' },
      { title: 'USERS', field: 'users', align: 'right' },
      { title: 'VERSION', field: 'version', dropOrder: 2, align: 'right' },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: `No schedules. Create one: svc oncall schedules create --json '${EXAMPLE}'`,
  },
});

const get = restCommand({
  words: ['oncall', 'schedules', 'get'],
  summary: 'Show an on-call schedule with its layers',
  operation: 'schedules.get',
  arguments: [SCHEDULE_ID],
});

const create = restCommand({
  words: ['oncall', 'schedules', 'create'],
  summary: 'Create an on-call schedule',
  description:
    'The last layer that covers a time determines who is on call. A layer has name, users, rotation_length (12h, 1d, 1w, 1mo), start_at, and ' +
    'optionally end_at, handoff_time, restrictions and concurrency. With --from, --file is an export of another product or a calendar: all ' +
    'its schedules are created with their overrides, or none. People are matched to members by e-mail address or exact name.',
  examples: [
    `svc oncall schedules create --json '${EXAMPLE}'`,
    'svc oncall schedules create --file schedule.json --from pagerduty --dry-run',
    'svc oncall schedules create --file oncall.ics --from ical --map-user "Ann=<user-id>"',
  ],
  flags: IMPORT_FLAGS,
  variant: {
    flag: 'from',
    only: ['dry-run', 'leave-out-unmatched', 'map-user'],
    run: async (context) => (await import('./schedules-import.js')).importSchedules(context),
  },
  operation: 'schedules.create',
  body: 'name, time_zone, layers',
  view: confirmation({ said: 'Created the schedule {name}', facts: ['id'], next: 'svc oncall now {id}' }),
});

const update = restCommand({
  words: ['oncall', 'schedules', 'update'],
  summary: 'Replace an on-call schedule as a whole',
  description: 'If the users of a layer change, those on call stay until the next hand-off.',
  operation: 'schedules.update',
  arguments: [SCHEDULE_ID],
  body: 'name, time_zone, layers, expected_version',
  view: confirmation({ said: 'Replaced the schedule {name}', facts: ['version'] }),
});

const remove = restCommand({
  words: ['oncall', 'schedules', 'delete'],
  summary: 'Delete an on-call schedule and its overrides',
  operation: 'schedules.delete',
  arguments: [SCHEDULE_ID],
  destructive: true,
  done: { deleted: true },
});

export const SCHEDULES = [list, get, create, update, remove];
