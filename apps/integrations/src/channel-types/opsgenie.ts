import { cut, formatFact, plainText } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';
import { HEADER_SECRET } from './headers.js';

const HOSTS: Readonly<Record<string, string>> = {
  us: 'https://api.opsgenie.com',
  eu: 'https://api.eu.opsgenie.com',
};
const PRIORITIES = { critical: 'P1', warning: 'P3', info: 'P5' } as const;

/** The alias is the subject, so what created an alert closes it. */
export const OPSGENIE: ChannelType = {
  name: 'opsgenie',
  label: 'Opsgenie',
  description: 'Creates, acknowledges and closes alerts of Opsgenie.',
  fields: [
    { kind: 'secret', name: 'api_key', required: true, ...HEADER_SECRET, description: 'Key of an API integration.' },
    {
      kind: 'choice',
      name: 'region',
      choices: ['us', 'eu'],
      choosesAddress: true,
      description: 'us (the default) or eu.',
    },
    { kind: 'url', name: 'api_url', description: 'Address of the API if it is another.' },
  ],
  render(config, { notification, wording }) {
    const { title, facts, severity, status, subject, projectName } = notification;
    const api = (text(config, 'api_url') || (HOSTS[text(config, 'region')] ?? HOSTS['us'] ?? '')).replace(/\/$/, '');
    const headers = { authorization: `GenieKey ${text(config, 'api_key')}` };
    const alias = cut(subject, 512);
    const change = { acknowledged: 'acknowledge', resolved: 'close', update: 'notes' }[status as string];
    if (change) {
      const path = `${api}/v2/alerts/${encodeURIComponent(alias)}/${change}?identifierType=alias`;
      const note = status === 'update' ? plainText(notification, wording) : title;
      return json(path, { source: projectName, note: cut(note, 25_000) }, headers);
    }
    const alert = {
      message: cut(title, 130),
      alias,
      description: cut(plainText(notification, wording), 15_000),
      details: Object.fromEntries(facts.map((fact) => [fact.label, formatFact(fact, wording)])),
      priority: PRIORITIES[severity],
      source: projectName,
    };
    return json(`${api}/v2/alerts`, alert, headers);
  },
};
