import { createHash } from 'node:crypto';
import type { Notification } from '../compose/notification.js';
import { cut, formatFact, plainText, type Wording } from '../compose/text.js';
import { texts, type ChannelType } from './channel-type.js';

const ADDRESS = /^[^\s@<>,;:"\\]{1,64}@[A-Za-z0-9.-]{1,255}$/;

/** Sent through the operator's mail server, `SVC_SMTP_URL`. */
export const EMAIL: ChannelType = {
  name: 'email',
  label: 'E-mail',
  description: "Sends e-mail through the service's mail server.",
  fields: [
    {
      kind: 'list',
      name: 'to',
      required: true,
      pattern: ADDRESS,
      reason: 'must be e-mail addresses',
      maxItems: 20,
      description: 'Addresses of the recipients, 1 to 20.',
    },
  ],
  render(config, { notification, deliveryId, wording }) {
    const thread = createHash('sha256').update(`${notification.projectId}/${notification.subject}`).digest('hex');
    return {
      kind: 'mail',
      to: texts(config, 'to'),
      subject: cut(`[${notification.projectName}] ${notification.title}`.replaceAll(/\s+/g, ' '), 200),
      text: plainText(notification, wording),
      html: toHtml(notification, wording),
      threadId: thread.slice(0, 32),
      messageId: deliveryId,
    };
  },
};

function toHtml({ title, facts, url, command }: Notification, wording: Wording): string {
  const rows = facts.map(
    (fact) =>
      `<tr><td style="padding:2px 12px 2px 0;color:#667085">${escaped(fact.label)}</td><td>${escaped(formatFact(fact, wording))}</td></tr>`,
  );
  return [
    '<div style="font-family:sans-serif;font-size:14px;color:#101828">',
    `<h2 style="font-size:18px">${escaped(title)}</h2>`,
    ...(rows.length > 0 ? [`<table>${rows.join('')}</table>`] : []),
    ...(url ? [`<p><a href="${escaped(url)}">Open</a></p>`] : []),
    ...(command ? [`<p>Next: <code>${escaped(command)}</code></p>`] : []),
    '</div>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (value: string): string => value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
