import { createHmac } from 'node:crypto';
import { json, text, type ChannelType } from './channel-type.js';
import { HEADERS } from './headers.js';

/** 24 to 64 bytes, as the specification of Standard Webhooks requires. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** Signed as in Standard Webhooks 1.0. Two secrets sign during a rotation. */
export const WEBHOOK: ChannelType = {
  name: 'webhook',
  label: 'Webhook',
  description: 'Sends events as JSON, signed as in Standard Webhooks.',
  fields: [
    { kind: 'url', name: 'url', required: true, description: 'Address that receives the events.' },
    {
      kind: 'secret',
      name: 'secret',
      required: true,
      pattern: SECRET,
      reason: 'must be whsec_ and 24 to 64 bytes as base64',
      description: 'Secret of the signature: whsec_ and 24 to 64 random bytes as base64.',
    },
    {
      kind: 'secret',
      name: 'previous_secret',
      pattern: SECRET,
      reason: 'must be whsec_ and 24 to 64 bytes as base64',
      description: 'Secret that signs as well while receivers change to the new one.',
    },
    HEADERS,
  ],
  render(config, { notification, deliveryId, now }) {
    const { type, projectId, occurredAt, data, more = 0 } = notification;
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const envelope = {
      id: deliveryId,
      type,
      version: 1,
      occurred_at: occurredAt.toISOString(),
      project_id: projectId,
      ...(more > 0 && { more }),
      data,
    };
    const { body } = json('', envelope);
    const secrets = [text(config, 'secret'), text(config, 'previous_secret')].filter((secret) => secret !== '');
    return json(text(config, 'url'), envelope, {
      ...(config['headers'] as Record<string, string> | undefined),
      'webhook-id': deliveryId,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => sign(secret, `${deliveryId}.${timestamp}.${body}`)).join(' '),
    });
  },
  // 410 Gone: the receiver will not come back.
  judge: ({ status }) => (status === 410 ? { kind: 'permanent' } : undefined),
};

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
