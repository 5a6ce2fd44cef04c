import { collect } from '../collect.js';
import type { Received } from '../external-alert.js';
import { isObject, readAlerts, readBodyObject, textOf, type JsonObject } from '../read.js';
import { toScalar } from '../text/clean.js';
import { countTruncated } from './alertmanager.js';
import { readSent, readStatus, toLabelledAlert } from './labelled.js';

/** Addresses of an alert, and the annotations that they become. */
const ADDRESSES = [
  ['dashboardURL', 'dashboard_url'],
  ['panelURL', 'panel_url'],
  ['silenceURL', 'silence_url'],
  ['imageURL', 'image_url'],
] as const;

/**
 * Translates a request of Grafana's webhook contact point with its default payload.
 *
 * @throws ServiceError invalid_request that names the field if the request is none; payload_too_large.
 */
export function translateGrafana(body: Uint8Array): Received {
  const request = readBodyObject(body);
  const external = ['external_url', textOf(request, 'externalURL')] as const;
  return collect(
    readAlerts(request['alerts'], 'alerts'),
    (alert, index) => {
      const sent = readSent(alert, `alerts[${index}]`);
      const addresses = ADDRESSES.map(([field, name]) => [name, textOf(sent.fields, field)] as const);
      const more = [...addresses, ['values', printValues(sent.fields)] as const, external];
      return toLabelledAlert(sent, { wire: 'grafana', status: readStatus(sent), more });
    },
    countTruncated(request['truncatedAlerts']),
  );
}

/** The values of the queries of an alert: `A=1, B=0.5`. */
function printValues({ values }: JsonObject): string {
  if (!isObject(values)) return '';
  const known = Object.entries(values).flatMap(([name, value]) => {
    const text = toScalar(value);
    return text === undefined ? [] : `${name}=${text}`;
  });
  return known.sort().join(', ');
}
