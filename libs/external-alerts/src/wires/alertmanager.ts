import { invalidField } from '@svc/service-error';
import { collect } from '../collect.js';
import type { Received } from '../external-alert.js';
import { readAlerts, readBody, readBodyObject, readText, textOf } from '../read.js';
import { readSent, readStatus, toLabelledAlert } from './labelled.js';

/** The only version of Alertmanager's webhook since 2018; those of Mimir, VictoriaMetrics and Thanos are the same. */
const WEBHOOK_VERSION = '4';

/**
 * Translates a request of Alertmanager's webhook receiver, version 4.
 *
 * @throws ServiceError invalid_request that names the field if the request is none; payload_too_large.
 */
export function translateAlertmanagerWebhook(body: Uint8Array): Received {
  const request = readBodyObject(body);
  if (readText(request['version'], 'version') !== WEBHOOK_VERSION)
    throw invalidField('version', `must be ${WEBHOOK_VERSION}`);
  const more = [['external_url', textOf(request, 'externalURL')]] as const;
  return collect(
    readAlerts(request['alerts'], 'alerts'),
    (alert, index) => {
      const sent = readSent(alert, `alerts[${index}]`);
      return toLabelledAlert(sent, { wire: 'alertmanager', status: readStatus(sent), more });
    },
    countTruncated(request['truncatedAlerts']),
  );
}

/** The alerts that the sender has left out because of its own limit. */
export function countTruncated(value: unknown): Received['dropped'] {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? { truncated_by_sender: value } : {};
}

/**
 * Translates a request of `POST /api/v2/alerts` of Alertmanager, by which Prometheus and rulers send. An alert whose `endsAt` has passed is
 * resolved; one whose `endsAt` is to come ends then unless it is sent again.
 *
 * @throws ServiceError invalid_request that names the field if the request is none; payload_too_large.
 */
export function translateAlertmanagerAlerts(body: Uint8Array, nowMs: number): Received {
  return collect(readAlerts(readBody(body), 'body'), (alert, index) => {
    const sent = readSent(alert, `[${index}]`);
    const isOver = sent.endsAt !== undefined && sent.endsAt.getTime() <= nowMs;
    return toLabelledAlert(sent, {
      wire: 'alertmanager_api',
      status: isOver ? 'resolved' : 'firing',
      expiresAt: isOver ? undefined : sent.endsAt,
    });
  });
}
