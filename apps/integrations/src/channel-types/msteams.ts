import { cut, formatFact } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';

const COLORS = { critical: 'attention', warning: 'warning', info: 'accent' } as const;
/** A card may have 28 KB. */
const MAX_FACTS = 15;

export const MSTEAMS: ChannelType = {
  name: 'msteams',
  label: 'Microsoft Teams',
  description: 'Posts an adaptive card through a Workflows webhook.',
  fields: [
    {
      kind: 'url',
      name: 'webhook_url',
      isSecret: true,
      required: true,
      description: 'Address of the Workflows webhook.',
    },
  ],
  render(config, { notification, wording }) {
    const { title, facts, url, command, severity, status } = notification;
    const color = status === 'resolved' ? 'good' : COLORS[severity];
    const card = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [
        { type: 'TextBlock', text: cut(title, 500), size: 'medium', weight: 'bolder', wrap: true, color },
        {
          type: 'FactSet',
          facts: facts
            .slice(0, MAX_FACTS)
            .map((fact) => ({ title: cut(fact.label, 100), value: cut(formatFact(fact, wording), 1_000) })),
        },
        ...(command ? [{ type: 'TextBlock', text: `Next: ${command}`, fontType: 'monospace', wrap: true }] : []),
      ],
      ...(url && { actions: [{ type: 'Action.OpenUrl', title: 'Open', url }] }),
    };
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card };
    return json(text(config, 'webhook_url'), { type: 'message', attachments: [attachment] });
  },
};
