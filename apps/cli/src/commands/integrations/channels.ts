import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';

const CHANNEL_ID: Argument<'channel_id'> = {
  name: 'channel-id',
  sends: 'channel_id',
  description: 'ID of the channel',
};

const list = restCommand({
  words: ['channels', 'list'],
  summary: 'List notification channels and their health',
  operation: 'channels.list',
  view: {
    kind: 'table',
    rows: 'channels',
    columns: [
      ID,
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'TYPE', field: 'type' },
      { title: 'ENABLED', field: 'enabled', dropOrder: 2 },
      {
        title: 'HEALTH',
        field: 'health.status',
        paint: (value, colors) => (value === 'unhealthy' ? colors.red : colors.green),
      },
      {
        title: 'LAST SENT',
        field: 'health.last_success_at',
        dropOrder: 1,
        format: toSecond,
        paint: (_, colors) => colors.dim,
      },
    ],
    empty:
      'No channels. Create one: svc channels create --json \'{"type":"email","name":"Ops","config":{"to":["ops@example.com"]}}\'',
  },
});

const get = restCommand({
  words: ['channels', 'get'],
  summary: 'Show a notification channel; secrets are redacted',
  operation: 'channels.get',
  arguments: [CHANNEL_ID],
});

const create = restCommand({
  words: ['channels', 'create'],
  summary: 'Create a notification channel',
  description:
    'Types: email, webhook, slack, msteams, discord, telegram, googlechat, pagerduty, opsgenie, sms, phone and chat_dm. GET ' +
    '/notifications/channel-types describes the config of each.',
  examples: [
    `svc channels create --json '{"type":"email","name":"Ops","config":{"to":["ops@example.com"]}}'`,
    `svc channels create --json '{"type":"slack","name":"#alerts","config":{"webhook_url":"https://hooks.slack.com/services/..."}}'`,
  ],
  operation: 'channels.create',
  body: 'type, name, config',
  view: confirmation({ said: 'Created the channel {name}', next: 'svc channels test {id}' }),
});

const update = restCommand({
  words: ['channels', 'update'],
  summary: 'Update a notification channel; omitted secrets keep their value',
  operation: 'channels.update',
  arguments: [CHANNEL_ID],
  body: 'any of name, config, events{values}, time_zone, enabled, expected_version',
  view: confirmation({ said: 'Updated the channel {name}' }),
});

const remove = restCommand({
  words: ['channels', 'delete'],
  summary: 'Delete a notification channel; its receipts remain',
  operation: 'channels.delete',
  arguments: [CHANNEL_ID],
  destructive: true,
  done: { deleted: true },
});

const test = restCommand({
  words: ['channels', 'test'],
  summary: 'Send a test notification and show its receipt',
  operation: 'channels.test',
  arguments: [CHANNEL_ID],
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/deliveries/delivery.js')).printDelivery(answer, page),
  },
});

export const CHANNELS: Family = {
  groups: { channels: 'Notification channels' },
  commands: [list, get, create, update, remove, test],
};
