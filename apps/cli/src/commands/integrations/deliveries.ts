import { restCommand, type Family } from '../../command/command.js';
import { CURSOR } from '../../command/common-flags.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { statusPaint } from '../../print/views/deliveries/delivery-status.js';

const list = restCommand({
  words: ['deliveries', 'list'],
  summary: 'List receipts of notifications, newest first',
  operation: 'deliveries.list',
  flags: [
    { name: 'alert', kind: 'string', sends: 'alert', description: 'ID of an alert' },
    { name: 'channel', kind: 'string', sends: 'channel', description: 'ID of a channel' },
    CURSOR,
    { name: 'incident', kind: 'string', sends: 'incident', description: 'ID of an incident' },
    { name: 'limit', kind: 'int', default: 50, min: 1, max: 1000, sends: 'limit', description: 'page size: 1 to 1000' },
    {
      name: 'status',
      kind: 'string',
      choices: ['pending', 'sending', 'sent', 'failed', 'retrying', 'suppressed', 'dlq'],
      sends: 'status',
      description: 'status of the delivery',
    },
  ],
  view: {
    kind: 'table',
    rows: 'deliveries',
    columns: [
      ID,
      { title: 'CREATED', field: 'created_at', dropOrder: 3, format: toSecond, paint: (_, colors) => colors.dim },
      { title: 'STATUS', field: 'status', paint: statusPaint },
      { title: 'REASON', field: 'reason' },
      { title: 'CHANNEL', field: 'channel_name', dropOrder: 2, paint: (_, colors) => colors.cyan },
      { title: 'TITLE', field: 'title', lines: 2, flexible: true },
      { title: 'ATTEMPTS', field: 'attempt_count', dropOrder: 1, align: 'right' },
    ],
    empty: 'No deliveries.',
  },
});

const get = restCommand({
  words: ['deliveries', 'get'],
  summary: 'Show the receipt of a notification with its attempts',
  operation: 'deliveries.get',
  arguments: [{ name: 'delivery-id', sends: 'delivery_id', description: 'ID of the delivery' }],
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/deliveries/delivery.js')).printDelivery(answer, page),
  },
});

export const DELIVERIES: Family = {
  groups: { deliveries: 'Receipts of notifications' },
  commands: [list, get],
};
