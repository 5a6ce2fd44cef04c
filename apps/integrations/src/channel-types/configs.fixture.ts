import type { JsonObject } from '@svc/contract';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const HOOK = { webhook_url: 'https://hooks.example.com/T1/B2/x?key=1' };

/** A configuration of each type. */
export const CONFIGS: Readonly<Record<string, JsonObject>> = {
  email: { to: ['ops@example.com', 'ada@example.com'] },
  webhook: { url: 'https://example.com/hook', secret: SECRET, headers: { 'x-token': 't' } },
  slack: HOOK,
  msteams: HOOK,
  discord: HOOK,
  telegram: { bot_token: '12345:ABCDEFGHIJKLMNOPQRSTUV', chat_id: '-100' },
  googlechat: HOOK,
  pagerduty: { routing_key: 'a'.repeat(32) },
  opsgenie: { api_key: 'k', region: 'eu' },
  sms: {
    url: 'https://sms.example.com/send',
    to: ['+4930901820'],
    format: 'form',
    body: { To: '{{to}}', Body: '{{text}}', Ref: '{{id}}' },
  },
  phone: { url: 'https://voice.example.com/call', to: ['+4930901820'] },
  chat_dm: { bot_token: 'xoxb-1234567890-abc', user_id: 'U012AB3CD' },
};
