import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { policyRows } from '../../print/views/oncall/lists.js';

const POLICY_ID: Argument<'policy_id'> = {
  name: 'policy-id',
  sends: 'policy_id',
  description: 'ID of the escalation policy',
};

const EXAMPLE =
  '{"name":"Checkout","levels":[{"level":1,"delay":"5m","schedules":["<schedule-id>"]},' +
  '{"level":2,"delay":"15m","users":["<user-id>"]}],"max_escalations":3}';

const list = restCommand({
  words: ['escalation', 'list'],
  summary: 'List escalation policies',
  operation: 'escalation.list',
  view: {
    kind: 'table',
    rows: policyRows,
    columns: [
      ID,
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'LEVELS', field: 'levels' },
      { title: 'PASSES', field: 'max_escalations', dropOrder: 4, align: 'right' },
      { title: 'ACK TIMEOUT', field: 'ack_timeout', dropOrder: 3 },
      { title: 'VERSION', field: 'version', dropOrder: 2, align: 'right' },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: `No escalation policies. Create one: svc escalation create --json '${EXAMPLE}'`,
  },
});

const get = restCommand({
  words: ['escalation', 'get'],
  summary: 'Show an escalation policy with its levels',
  operation: 'escalation.get',
  arguments: [POLICY_ID],
});

const create = restCommand({
  words: ['escalation', 'create'],
  summary: 'Create an escalation policy',
  description: 'A level has level, delay (5m) and at least one of channels, users and schedules.',
  examples: [`svc escalation create --json '${EXAMPLE}'`],
  operation: 'escalation.create',
  body: 'name, levels, max_escalations, ack_timeout',
  view: confirmation({ said: 'Created the escalation policy {name}', facts: ['id'] }),
});

const update = restCommand({
  words: ['escalation', 'update'],
  summary: 'Replace an escalation policy as a whole',
  operation: 'escalation.update',
  arguments: [POLICY_ID],
  body: 'name, levels, max_escalations, ack_timeout, expected_version',
  view: confirmation({ said: 'Replaced the escalation policy {name}', facts: ['version'] }),
});

const remove = restCommand({
  words: ['escalation', 'delete'],
  summary: 'Delete an escalation policy',
  operation: 'escalation.delete',
  arguments: [POLICY_ID],
  destructive: true,
  done: { deleted: true },
});

export const ESCALATION: Family = {
  groups: { escalation: 'Escalation policies' },
  commands: [list, get, create, update, remove],
};
