import { restCommand } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';

const list = restCommand({
  words: ['oncall', 'overrides', 'list'],
  summary: 'List the overrides of a schedule',
  operation: 'overrides.list',
  arguments: [{ name: 'schedule-id', sends: 'schedule_id', description: 'ID of the schedule' }],
  view: {
    kind: 'table',
    rows: 'overrides',
    columns: [
      ID,
      { title: 'USER', field: 'user_id', paint: (_, colors) => colors.cyan },
      { title: 'START', field: 'start', format: toSecond },
      { title: 'END', field: 'end', format: toSecond },
      { title: 'CREATED', field: 'created_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No overrides.',
  },
});

const create = restCommand({
  words: ['oncall', 'overrides', 'create'],
  summary: 'Put a user on call for a time, whatever the layers say',
  examples: [
    'svc oncall overrides create <schedule-id> --user <user-id> --start 2026-12-24T18:00:00Z --end 2026-12-25T08:00:00Z',
  ],
  operation: 'overrides.create',
  arguments: [{ name: 'schedule-id', sends: 'schedule_id', description: 'ID of the schedule' }],
  flags: [
    {
      name: 'end',
      kind: 'string',
      required: true,
      format: 'timestamp',
      sends: 'end',
      description: 'exclusive end (RFC 3339)',
    },
    {
      name: 'start',
      kind: 'string',
      required: true,
      format: 'timestamp',
      sends: 'start',
      description: 'inclusive start (RFC 3339)',
    },
    { name: 'user', kind: 'string', required: true, sends: 'user_id', description: 'ID of the user' },
  ],
  view: confirmation({ said: 'Created the override {id}', facts: ['start', 'end'] }),
});

const remove = restCommand({
  words: ['oncall', 'overrides', 'delete'],
  summary: 'Delete an override; the layers determine again who is on call',
  operation: 'overrides.delete',
  arguments: [{ name: 'override-id', sends: 'override_id', description: 'ID of the override' }],
  destructive: true,
  done: { deleted: true },
});

export const OVERRIDES = [list, create, remove];
