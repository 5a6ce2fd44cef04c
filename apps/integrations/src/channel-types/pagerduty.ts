import { cut, formatFact } from '../compose/text.js';
import { json, text, type ChannelType } from './channel-type.js';

const ACTIONS = { open: 'trigger', information: 'trigger', acknowledged: 'acknowledge', resolved: 'resolve' } as const;

/** Events API v2. One subject is one PagerDuty alert: what opened it resolves it. News that changes no state is a change event. */
export const PAGERDUTY: ChannelType = {
  name: 'pagerduty',
  label: 'PagerDuty',
  description: 'Triggers, acknowledges and resolves alerts of a PagerDuty service (Events API v2).',
  fields: [
    {
      kind: 'secret',
      name: 'routing_key',
      required: true,
      pattern: /^[A-Za-z0-9]{32}$/,
      reason: 'must have 32 letters and digits',
      description: 'Integration key of the service.',
    },
    { kind: 'url', name: 'api_url', description: 'Address of the API if it is not https://events.pagerduty.com.' },
  ],
  render(config, { notification, wording }) {
    const { title, facts, severity, status, subject, projectName, occurredAt, url, command } = notification;
    const api = (text(config, 'api_url') || 'https://events.pagerduty.com').replace(/\/$/, '');
    const routingKey = text(config, 'routing_key');
    const details = Object.fromEntries(facts.map((fact) => [fact.label, formatFact(fact, wording)]));
    if (status === 'update') {
      const payload = {
        summary: cut(title, 1_024),
        source: projectName,
        timestamp: occurredAt.toISOString(),
        custom_details: details,
      };
      const links = url ? [{ href: url, text: 'Open' }] : [];
      return json(`${api}/v2/change/enqueue`, { routing_key: routingKey, payload, links });
    }
    const action = ACTIONS[status];
    const payload = {
      summary: cut(title, 1_024),
      source: projectName,
      severity,
      timestamp: occurredAt.toISOString(),
      custom_details: { ...details, ...(command && { Next: command }) },
    };
    return json(`${api}/v2/enqueue`, {
      routing_key: routingKey,
      event_action: action,
      dedup_key: cut(subject, 255),
      ...(action === 'trigger' && { payload, client: 'svc', ...(url && { client_url: url }) }),
    });
  },
};
