import { invalidField } from '@svc/service-error';
import { bareAlert } from '../bare.js';
import { single } from '../collect.js';
import { checkKey, keyOfContent } from '../dedup-key.js';
import { isAddress, toAnnotations, toLabels, toName } from '../describe.js';
import type { ExternalAlert, ExternalStatus, Received } from '../external-alert.js';
import {
  isObject,
  readBodyObject,
  readObject,
  readOptionalArray,
  readRequired,
  readText,
  textOf,
  type JsonObject,
} from '../read.js';
import { toSeverity } from '../text/severity.js';
import { readTime } from '../text/time.js';
import { splitDetails } from './details.js';

const STATUSES: ReadonlyMap<string, ExternalStatus> = new Map([
  ['trigger', 'firing'],
  ['acknowledge', 'acknowledged'],
  ['resolve', 'resolved'],
]);
const SEVERITIES = new Set(['critical', 'error', 'warning', 'info']);
/** Addresses of links and images that are kept. */
const MOST_LINKS = 5;
const FIELDS = ['source', 'component', 'group', 'class'] as const;

/**
 * Translates an event of PagerDuty's Events API v2 (`/v2/enqueue`). A trigger without `dedup_key` gets the hash of its content as key.
 *
 * @throws ServiceError invalid_request that names the field; payload_too_large.
 */
export function translatePagerDuty(body: Uint8Array): Received {
  const event = readBodyObject(body);
  const status = STATUSES.get(readText(event['event_action'], 'event_action'));
  if (!status) throw invalidField('event_action', 'must be trigger, acknowledge or resolve');
  if (status === 'firing') return trigger(event);
  const dedupKey = checkKey(readText(event['dedup_key'], 'dedup_key'), 'dedup_key');
  return single(bareAlert({ wire: 'pagerduty', status, dedupKey }));
}

/** The `routing_key` of an event, which is its credential; '' for what has none. Never throws. */
export function routingKeyOf(body: Uint8Array): string {
  try {
    return textOf(readBodyObject(body), 'routing_key');
  } catch {
    return '';
  }
}

function trigger(event: JsonObject): Received {
  const payload = readObject(event['payload'], 'payload');
  const summary = readRequired(payload['summary'], 'payload.summary');
  readRequired(payload['source'], 'payload.source');
  const severity = readText(payload['severity'], 'payload.severity').toLowerCase();
  if (!SEVERITIES.has(severity)) throw invalidField('payload.severity', 'must be critical, error, warning or info');
  const fields = FIELDS.map((name) => [name, readText(payload[name], `payload.${name}`)] as const);
  const sentKey = readText(event['dedup_key'], 'dedup_key');
  const { labels, annotations, dropped } = readDetails(payload['custom_details']);
  const content = [summary, ...fields.map(([, value]) => value)];
  const dedupKey = sentKey === '' ? keyOfContent(content) : checkKey(sentKey, 'dedup_key');
  const alert: ExternalAlert = {
    ...bareAlert({ wire: 'pagerduty', status: 'firing', dedupKey }),
    name: toName(summary),
    severity: toSeverity(severity),
    labels: toLabels([...fields, ...labels]),
    annotations: toAnnotations([['summary', summary], ...readLinks(event), ...annotations]),
    startsAt: readTime(payload['timestamp'], 'payload.timestamp'),
  };
  return { ...single(alert), dropped: dropped > 0 ? { details: dropped } : {} };
}

/** Some senders have a text as details. */
function readDetails(details: unknown): ReturnType<typeof splitDetails> {
  return splitDetails(isObject(details) ? details : { custom_details: details });
}

/** The client of an event, and the addresses of its links and images. @throws ServiceError invalid_request that names the field. */
function readLinks(event: JsonObject): (readonly [string, string])[] {
  const addresses = [
    ...readOptionalArray(event['links'], 'links').map((link) => textOf(link, 'href')),
    ...readOptionalArray(event['images'], 'images').map((image) => textOf(image, 'href') || textOf(image, 'src')),
  ].filter(isAddress);
  return [
    ['client', readText(event['client'], 'client')],
    ['client_url', readText(event['client_url'], 'client_url')],
    ...addresses.slice(0, MOST_LINKS).map((address, index) => [`link_${index + 1}_url`, address] as const),
  ];
}
