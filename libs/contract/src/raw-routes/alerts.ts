import { MIB, type RawRoute } from './route.js';

/** A route that another product sends its alerts to; docs/wires/alerts.md describes the translation. */
function alerts(
  name: string,
  path: string,
  route: Pick<RawRoute, 'summary'> & Partial<RawRoute> & { readonly sender: string },
): RawRoute {
  const { sender, ...own } = route;
  return {
    id: `external_alerts.${name}`,
    interfaces: ['gateway'],
    method: 'POST',
    path,
    scope: 'alerts:send',
    project: 'required',
    agent: 'never',
    consumes: ['application/json'],
    encodings: [],
    maxBodyBytes: MIB,
    produces: ['application/json'],
    description:
      `Takes alerts from ${sender}. Each enabled rule of the kind external that matches an alert takes it; a firing alert that no rule takes ` +
      'is named by a 400, while the others count. The answer is sent once the alerts are stored, and a repeated request changes nothing. ' +
      'Notifications of this service are refused, so that alerts go round in no circle.',
    ...own,
  };
}

const OPSGENIE = {
  sender: "a client of Opsgenie's Alert API",
  successStatus: 202,
} as const;

/** Alerts of other products. */
export const ALERTS: readonly RawRoute[] = [
  alerts('prometheus', '/api/v2/alerts', {
    sender: 'Prometheus or a ruler to an Alertmanager',
    summary: 'Receive alerts of Prometheus',
  }),
  alerts('prometheus_prefixed', '/alertmanager/api/v2/alerts', {
    sender: 'amtool, or Prometheus with the path prefix of the interface of Alertmanager',
    summary: 'Receive alerts at the interface of Alertmanager',
  }),
  alerts('alertmanager', '/api/v1/external-alerts/alertmanager', {
    sender: "Alertmanager's webhook receiver",
    summary: 'Receive alerts of Alertmanager',
  }),
  ...(['POST', 'PUT'] as const).map((method) =>
    alerts(`grafana_${method.toLowerCase()}`, '/api/v1/external-alerts/grafana', {
      method,
      sender: "Grafana's webhook contact point",
      summary: `Receive alerts of Grafana with ${method}`,
    }),
  ),
  alerts('json', '/api/v1/external-alerts/json/{rule_id}', {
    sender: 'any product in JSON, read by the paths of the rule, which has to list json as a source',
    summary: 'Receive alerts in JSON for a rule',
  }),
  alerts('pagerduty', '/v2/enqueue', {
    sender: "a client of PagerDuty's Events API v2, whose routing_key may be the credential in bodies of up to 32 KiB",
    successStatus: 202,
    maxBodyBytes: MIB / 2,
    summary: 'Receive an event of PagerDuty',
  }),
  alerts('opsgenie_create', '/v2/alerts', { ...OPSGENIE, summary: 'Receive an alert of Opsgenie' }),
  alerts('opsgenie_close', '/v2/alerts/{identifier}/close', { ...OPSGENIE, summary: 'Close an alert of Opsgenie' }),
  alerts('opsgenie_acknowledge', '/v2/alerts/{identifier}/acknowledge', {
    ...OPSGENIE,
    summary: 'Acknowledge an alert of Opsgenie',
  }),
  alerts('opsgenie_delete', '/v2/alerts/{identifier}', {
    ...OPSGENIE,
    method: 'DELETE',
    consumes: [],
    maxBodyBytes: undefined,
    summary: 'Delete an alert of Opsgenie',
  }),
];
