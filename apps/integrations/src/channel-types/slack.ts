import type { Notification } from '../compose/notification.js';
import { cut, formatFact, plainText, type Wording } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';

const EMOJI = { critical: ':red_circle:', warning: ':large_orange_circle:', info: ':large_blue_circle:' } as const;
const MAX_HEADER = 150;
const MAX_FIELD = 2_000;
/** Slack refuses a section with more. */
const MAX_FIELDS = 10;

/** Text in which Slack's own markup has no effect. */
const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function blocks({ title, facts, url, command, severity, status }: Notification, wording: Wording): object[] {
  const mark = status === 'resolved' ? ':white_check_mark:' : EMOJI[severity];
  const fields = facts.slice(0, MAX_FIELDS).map((fact) => ({
    type: 'mrkdwn',
    text: cut(`*${escaped(fact.label)}*\n${escaped(formatFact(fact, wording))}`, MAX_FIELD),
  }));
  return [
    { type: 'header', text: { type: 'plain_text', text: cut(`${mark} ${title}`, MAX_HEADER), emoji: true } },
    ...(fields.length > 0 ? [{ type: 'section', fields }] : []),
    ...(command ? [{ type: 'context', elements: [{ type: 'mrkdwn', text: `Next: \`${escaped(command)}\`` }] }] : []),
    ...(url
      ? [{ type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url }] }]
      : []),
  ];
}

export const SLACK: ChannelType = {
  name: 'slack',
  label: 'Slack',
  description: 'Posts to a Slack channel through an incoming webhook.',
  fields: [
    {
      kind: 'url',
      name: 'webhook_url',
      isSecret: true,
      required: true,
      description: 'Address of the incoming webhook.',
    },
  ],
  render: (config, { notification, wording }) =>
    json(text(config, 'webhook_url'), {
      text: cut(escaped(plainText(notification, wording)), 3_000),
      blocks: blocks(notification, wording),
    }),
};

/** A direct message to one user, which needs the token of an app instead of a webhook. */
export const CHAT_DM: ChannelType = {
  name: 'chat_dm',
  label: 'Slack direct message',
  description: 'Sends direct messages to a user with the token of a Slack app (scopes chat:write and im:write).',
  fields: [
    {
      kind: 'secret',
      name: 'bot_token',
      required: true,
      pattern: /^xox[bp]-[A-Za-z0-9-]{10,300}$/,
      reason: 'must be a bot token, xoxb-…',
      description: 'Bot token of the app.',
    },
    {
      kind: 'text',
      name: 'user_id',
      required: true,
      pattern: /^[UW][A-Z0-9]{5,30}$/,
      reason: 'must be a member ID such as U012AB3CD',
      description: 'Member ID of the user.',
    },
    {
      kind: 'url',
      name: 'api_url',
      description: 'Address of the API if it is not https://slack.com/api.',
    },
  ],
  render: (config, { notification, wording }) =>
    json(
      `${(text(config, 'api_url') || 'https://slack.com/api').replace(/\/$/, '')}/chat.postMessage`,
      {
        channel: text(config, 'user_id'),
        text: cut(escaped(plainText(notification, wording)), 3_000),
        blocks: blocks(notification, wording),
      },
      { authorization: `Bearer ${text(config, 'bot_token')}` },
    ),
  // Errors have status 200 and ok false.
  judge({ status, body, headers }) {
    if (status !== 200) return undefined;
    const answer = parse(body);
    if (answer['ok'] === true) return { kind: 'sent' };
    const isPassing = ['ratelimited', 'service_unavailable', 'internal_error', 'fatal_error', 'request_timeout'];
    if (!isPassing.includes(String(answer['error']))) return { kind: 'permanent' };
    const seconds = Number(headers['retry-after']);
    return { kind: 'transient', ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) };
  },
};

function parse(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
