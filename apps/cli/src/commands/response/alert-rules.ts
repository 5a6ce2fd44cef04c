import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { testRows } from '../../print/views/response/rule-test.js';

const RULE_ID: Argument<'rule_id'> = { name: 'rule-id', sends: 'rule_id', description: 'ID of the rule' };

const EXAMPLE =
  '{"name":"Checkout fails","kind":"threshold","severity":"critical","query":{"signal":"traces","q":"request:yes service:checkout",' +
  '"agg":"error_ratio"},"condition":{"op":"gt","threshold":0.05},"for":"2m"}';

const EXTERNAL_EXAMPLE =
  '{"name":"Alerts of Prometheus","kind":"external","external":{"sources":["alertmanager"],"heartbeat":"5m"}}';

const FIELDS =
  'name, kind, severity, enabled, query, group_by, window, interval, eval_delay, condition, match, consecutive, for, keep_firing_for, ' +
  'min_samples, no_data, labels, annotations, notify, incident, max_groups, slo, composite, pattern, external';

const list = restCommand({
  words: ['alerts', 'rules', 'list'],
  summary: 'List alert rules',
  operation: 'alert_rules.list',
  flags: [
    { name: 'limit', kind: 'int', default: 0, min: 1, sends: 'limit', description: 'page size: 1 to 200, default 50' },
    { name: 'offset', kind: 'int', default: 0, min: 0, sends: 'offset', description: 'number of rules to skip' },
    { name: 'severity', kind: 'string', sends: 'severity', description: 'info, warning or critical' },
  ],
  view: {
    kind: 'table',
    rows: 'rules',
    columns: [
      ID,
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'KIND', field: 'kind', dropOrder: 3 },
      { title: 'SEVERITY', field: 'severity' },
      { title: 'ENABLED', field: 'enabled', dropOrder: 2 },
      {
        title: 'HEALTH',
        field: 'state.health',
        dropOrder: 4,
        paint: (value, colors) => (value === 'error' ? colors.red : colors.dim),
      },
      { title: 'FIRING', field: 'state.firing', align: 'right' },
      {
        title: 'EVALUATED',
        field: 'state.evaluated_at',
        dropOrder: 1,
        format: toSecond,
        paint: (_, colors) => colors.dim,
      },
      {
        title: 'RECEIVED',
        field: 'state.received_at',
        fromWidth: 160,
        format: toSecond,
        paint: (_, colors) => colors.dim,
      },
      { title: 'VERSION', field: 'version', align: 'right', fromWidth: 140 },
    ],
    empty: `No alert rules. Create one: svc alerts rules create --json '${EXAMPLE}'`,
  },
});

const get = restCommand({
  words: ['alerts', 'rules', 'get'],
  summary: 'Show an alert rule with its health',
  operation: 'alert_rules.get',
  arguments: [RULE_ID],
});

const create = restCommand({
  words: ['alerts', 'rules', 'create'],
  summary: 'Create an alert rule',
  examples: [EXAMPLE, EXTERNAL_EXAMPLE].map((rule) => `svc alerts rules create --json '${rule}'`),
  operation: 'alert_rules.create',
  body: FIELDS,
  view: confirmation({ said: 'Created the alert rule {name}', facts: ['id', 'kind', 'severity'] }),
});

const update = restCommand({
  words: ['alerts', 'rules', 'update'],
  summary: 'Replace an alert rule as a whole',
  description: 'What `alerts rules get` prints can be changed and sent back; it has the version that an update needs.',
  operation: 'alert_rules.update',
  arguments: [RULE_ID],
  body: `version, ${FIELDS}`,
  view: confirmation({ said: 'Replaced the alert rule {name}', facts: ['version'] }),
});

const remove = restCommand({
  words: ['alerts', 'rules', 'delete'],
  summary: 'Delete an alert rule; its alerts end',
  operation: 'alert_rules.delete',
  arguments: [RULE_ID],
  destructive: true,
  done: { deleted: true },
});

const test = restCommand({
  words: ['alerts', 'rules', 'test'],
  summary: 'Show what an alert rule would have done in the last 24 hours',
  description: 'Validates the rule and previews its query. Nothing is written, and no notification is sent.',
  operation: 'alert_rules.test',
  arguments: [RULE_ID],
  view: {
    kind: 'table',
    rows: testRows,
    columns: [
      { title: 'FROM', field: 'from', format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'TO', field: 'to', format: toSecond, paint: (_, colors) => colors.dim },
      {
        title: 'PHASE',
        field: 'phase',
        lines: 3,
        paint: (value, colors) => (value === 'firing' ? colors.red : colors.dim),
      },
      { title: 'WINDOWS', field: 'windows', dropOrder: 1, align: 'right' },
      { title: 'LEAST', field: 'least', align: 'right' },
      { title: 'GREATEST', field: 'greatest', align: 'right' },
      { title: 'LABELS', field: 'labels', flexible: true, paint: (_, colors) => colors.cyan },
    ],
    empty: 'Nothing was measured in the last 24 hours.',
  },
});

export const ALERT_RULES: Family = {
  groups: { 'alerts rules': 'Alert rules' },
  commands: [list, get, create, update, remove, test],
};
