import { cut, formatFact } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';

const COLORS = { critical: 0xd92d20, warning: 0xf79009, info: 0x2e90fa } as const;
const GREEN = 0x12b76a;
/** An embed has at most 25 fields. */
const MAX_FIELDS = 25;

export const DISCORD: ChannelType = {
  name: 'discord',
  label: 'Discord',
  description: 'Posts to a Discord channel through its webhook.',
  fields: [
    { kind: 'url', name: 'webhook_url', isSecret: true, required: true, description: 'Address of the webhook.' },
  ],
  render(config, { notification, wording }) {
    const { title, facts, url, command, severity, status, occurredAt } = notification;
    const embed = {
      title: cut(title, 256),
      color: status === 'resolved' ? GREEN : COLORS[severity],
      timestamp: occurredAt.toISOString(),
      fields: facts.slice(0, MAX_FIELDS).map((fact) => ({
        name: cut(fact.label, 256),
        value: cut(formatFact(fact, wording) || '-', 1_024),
        inline: true,
      })),
      ...(url && { url }),
      ...(command && { footer: { text: `Next: ${command}` } }),
    };
    // Mentions are disabled, whatever a title contains.
    return json(text(config, 'webhook_url'), { embeds: [embed], allowed_mentions: { parse: [] } });
  },
  judge({ status, body }) {
    if (status !== 429) return undefined;
    const { retry_after: seconds } = parse(body);
    return { kind: 'transient', ...(typeof seconds === 'number' && seconds > 0 && { retryAfterMs: seconds * 1000 }) };
  },
};

function parse(body: Buffer): { retry_after?: unknown } {
  try {
    return (JSON.parse(body.toString()) ?? {}) as { retry_after?: unknown };
  } catch {
    return {};
  }
}
