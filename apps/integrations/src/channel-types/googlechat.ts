import { cut, formatFact } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';

const MAX_WIDGETS = 20;

export const GOOGLECHAT: ChannelType = {
  name: 'googlechat',
  label: 'Google Chat',
  description: 'Posts a card to a Google Chat space through its webhook.',
  fields: [
    { kind: 'url', name: 'webhook_url', isSecret: true, required: true, description: 'Address of the webhook.' },
  ],
  render(config, { notification, deliveryId, wording }) {
    const { title, facts, url, command, projectName, subject } = notification;
    const lines = facts.slice(0, MAX_WIDGETS).map((fact) => ({
      decoratedText: { topLabel: cut(fact.label, 100), text: cut(formatFact(fact, wording), 1_000), wrapText: true },
    }));
    const widgets = [
      ...lines,
      ...(command ? [{ decoratedText: { topLabel: 'Next', text: command, wrapText: true } }] : []),
      ...(url ? [{ buttonList: { buttons: [{ text: 'Open', onClick: { openLink: { url } } }] } }] : []),
    ];
    const card = { header: { title: cut(title, 200), subtitle: cut(projectName, 100) }, sections: [{ widgets }] };
    return json(threaded(text(config, 'webhook_url')), {
      text: cut(title, 500),
      cardsV2: [{ cardId: deliveryId, card }],
      thread: { threadKey: subject },
    });
  },
};

/** Messages about one subject are replies in one thread. */
function threaded(address: string): string {
  const url = new URL(address);
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  return url.href;
}
