import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ALERT_COLUMNS, alertRows } from '../../print/views/response/alert-list.js';
import { SILENCES } from './silences.js';

const ALERT_ID: Argument<'alert_id'> = { name: 'alert-id', sends: 'alert_id', description: 'ID of the alert' };
const NOTE = {
  name: 'note',
  kind: 'string',
  sends: 'note',
  description: 'what you have to say; it stays in the history',
} as const;
const STATE = { facts: ['severity', 'state'] };

const list = restCommand({
  words: ['alerts', 'list'],
  summary: 'List alerts that are not resolved, the latest first',
  examples: ['svc alerts list --state firing,acknowledged --severity critical'],
  operation: 'alerts.list',
  flags: [
    { name: 'limit', kind: 'int', default: 50, min: 1, max: 500, sends: 'limit', description: 'page size: 1 to 500' },
    {
      name: 'severity',
      kind: 'string',
      choices: ['info', 'warning', 'critical'],
      separated: true,
      sends: 'severity',
      description: 'info, warning, critical; comma-separated',
    },
    {
      name: 'state',
      kind: 'string',
      choices: ['pending', 'firing', 'acknowledged', 'silenced', 'resolved'],
      separated: true,
      sends: 'state',
      description: 'pending, firing, acknowledged, silenced, resolved; comma-separated, all but resolved by default',
    },
  ],
  view: { kind: 'table', rows: alertRows, columns: ALERT_COLUMNS, empty: 'No alerts.' },
});

const acknowledge = restCommand({
  words: ['alerts', 'ack'],
  aliases: ['acknowledge'],
  summary: 'Acknowledge a firing alert, so that it pages no one any more',
  operation: 'alerts.acknowledge',
  arguments: [ALERT_ID],
  flags: [NOTE],
  view: confirmation({ said: 'Acknowledged {name}', ...STATE, next: 'svc alerts resolve {id}' }),
});

const resolve = restCommand({
  words: ['alerts', 'resolve'],
  summary: 'Resolve an alert by hand: it fires again after an hour, or once it has recovered in between',
  operation: 'alerts.resolve',
  arguments: [ALERT_ID],
  flags: [NOTE],
  view: confirmation({ said: 'Resolved {name}', ...STATE }),
});

export const ALERTS: Family = {
  groups: { alerts: 'Alerts', ...SILENCES.groups },
  commands: [list, acknowledge, resolve, ...SILENCES.commands],
};
