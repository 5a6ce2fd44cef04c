import { cut, plainText } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';
import { HEADERS } from './headers.js';

const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;
/** Two segments of a text message. */
const MAX_SMS = 300;
const MAX_SPOKEN = 1_000;

const FORMATS = ['json', 'form'] as const;

/** A provider of text messages or calls that has an HTTP interface: the body is a template. */
function provider(name: 'sms' | 'phone', label: string, maxLength: number): ChannelType {
  return {
    name,
    label,
    description: `Sends ${name === 'sms' ? 'text messages' : 'calls'} through a provider's HTTP interface.`,
    fields: [
      { kind: 'url', name: 'url', required: true, description: 'Address of the provider.' },
      {
        kind: 'list',
        name: 'to',
        required: true,
        pattern: PHONE_NUMBER,
        reason: 'must be numbers such as +4930901820',
        maxItems: 1,
        description: 'The number, with + and the country code.',
      },
      { kind: 'choice', name: 'format', choices: FORMATS, description: 'json (the default) or form.' },
      {
        kind: 'map',
        name: 'body',
        isSecret: true,
        pattern: /^[\w.-]{1,100}$/,
        reason: 'must be at most 20 names and texts',
        description:
          'Members of the body; {{to}}, {{text}} and {{id}} in their texts are replaced. {to, text} by default.',
      },
      HEADERS,
    ],
    render(config, { notification, deliveryId, wording }) {
      const { to } = config as { to?: string[] };
      const values: Record<string, string> = {
        to: to?.[0] ?? '',
        text:
          name === 'phone'
            ? cut(notification.title, maxLength)
            : cut(shortText(plainText(notification, wording)), maxLength),
        id: deliveryId,
      };
      const template = (config['body'] as Record<string, string> | undefined) ?? { to: '{{to}}', text: '{{text}}' };
      const body = Object.fromEntries(
        Object.entries(template).map(([key, value]) => [
          key,
          value.replaceAll(/\{\{(to|text|id)\}\}/g, (_, word: string) => values[word] ?? ''),
        ]),
      );
      const headers = (config['headers'] as Record<string, string> | undefined) ?? {};
      const request = json(text(config, 'url'), body, headers);
      if (text(config, 'format') !== 'form') return request;
      return {
        ...request,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(body).toString(),
      };
    },
  };
}

const shortText = (whole: string): string => whole.replaceAll(/\n+/g, '\n');

export const SMS = provider('sms', 'Text message', MAX_SMS);
export const PHONE = provider('phone', 'Phone call', MAX_SPOKEN);
