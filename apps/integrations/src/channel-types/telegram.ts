import { cut, factLines } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** A message has at most 4,096 characters after its markup is read; cut before it is escaped. */
const MAX_FACTS_LENGTH = 3_000;

export const TELEGRAM: ChannelType = {
  name: 'telegram',
  label: 'Telegram',
  description: 'Sends messages of a Telegram bot to a chat.',
  fields: [
    {
      kind: 'secret',
      name: 'bot_token',
      required: true,
      pattern: /^\d{5,20}:[A-Za-z0-9_-]{20,100}$/,
      reason: 'must be the token of a bot, 123456:ABC…',
      description: 'Token of the bot.',
    },
    {
      kind: 'text',
      name: 'chat_id',
      required: true,
      pattern: /^(-?\d{1,20}|@\w{5,50})$/,
      reason: 'must be the ID of a chat, or @ and the name of a channel',
      description: 'ID of the chat, or @ and the name of a public channel.',
    },
    { kind: 'url', name: 'api_url', description: 'Address of the API if it is not https://api.telegram.org.' },
  ],
  render(config, { notification, wording }) {
    const { title, url, command } = notification;
    const facts = cut(factLines(notification, wording).join('\n'), MAX_FACTS_LENGTH);
    const lines = [
      `<b>${escaped(cut(title, 500))}</b>`,
      escaped(facts),
      ...(command ? [`Next: <code>${escaped(command)}</code>`] : []),
      ...(url ? [`<a href="${escaped(url).replaceAll('"', '&quot;')}">Open</a>`] : []),
    ];
    const api = (text(config, 'api_url') || 'https://api.telegram.org').replace(/\/$/, '');
    return json(`${api}/bot${text(config, 'bot_token')}/sendMessage`, {
      chat_id: text(config, 'chat_id'),
      text: lines.filter((line) => line !== '').join('\n'),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    });
  },
};
