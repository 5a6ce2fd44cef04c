import { invalidField } from '@svc/service-error';
import { keyOfLabels } from '../dedup-key.js';
import { readLabels, toAnnotations, toName } from '../describe.js';
import type { ExternalAlert, ExternalStatus, Wire } from '../external-alert.js';
import { readObject, readOptionalObject, readText, type JsonObject } from '../read.js';
import { toScalar } from '../text/clean.js';
import { readTime } from '../text/time.js';

/** An alert of Prometheus' kind, which its labels identify. */
export interface Sent {
  readonly fields: JsonObject;
  /** Path of the alert in the request. */
  readonly path: string;
  readonly startsAt: Date | undefined;
  readonly endsAt: Date | undefined;
}

/** @throws ServiceError invalid_request that names the field. */
export function readSent(alert: unknown, path: string): Sent {
  const fields = readObject(alert, path);
  const startsAt = readTime(fields['startsAt'], `${path}.startsAt`);
  const endsAt = readTime(fields['endsAt'], `${path}.endsAt`);
  if (startsAt && endsAt && endsAt < startsAt) throw invalidField(`${path}.endsAt`, 'must not be before startsAt');
  return { fields, path, startsAt, endsAt };
}

interface Facts {
  readonly wire: Wire;
  readonly status: ExternalStatus;
  readonly expiresAt?: Date | undefined;
  /** Annotations that are fields in the request, after those that are sent as such. */
  readonly more?: readonly (readonly [string, string])[];
}

/** @throws ServiceError invalid_request that names the field. */
export function toLabelledAlert(sent: Sent, { wire, status, expiresAt, more = [] }: Facts): ExternalAlert {
  const { fields, path, startsAt, endsAt } = sent;
  const labels = readPairs(fields['labels'], `${path}.labels`);
  const own = readPairs(fields['annotations'], `${path}.annotations`);
  if (labels.size === 0) throw invalidField(`${path}.labels`, 'must have a label');
  const generator = readText(fields['generatorURL'], `${path}.generatorURL`);
  const { name, ...described } = readLabels(labels, `${path}.labels`);
  return {
    wire,
    status,
    ...described,
    name: name || toName(own.get('summary') ?? '') || 'Alert without a name',
    dedupKey: keyOfLabels(labels),
    annotations: toAnnotations([...own, ['generator_url', generator], ...more]),
    startsAt,
    endsAt: status === 'resolved' ? endsAt : undefined,
    expiresAt,
  };
}

/**
 * Labels or annotations as they were sent. Empty ones count as absent, as in Prometheus.
 *
 * @throws ServiceError invalid_request that names the field.
 */
function readPairs(value: unknown, path: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [name, content] of Object.entries(readOptionalObject(value, path))) {
    const text = content === null ? '' : toScalar(content);
    if (text === undefined) throw invalidField(path, 'must have texts as values');
    if (name !== '' && text !== '') pairs.set(name, text);
  }
  return pairs;
}

/** The status of an alert of a webhook. @throws ServiceError invalid_request that names the field. */
export function readStatus({ fields, path }: Sent): ExternalStatus {
  const status = readText(fields['status'], `${path}.status`).toLowerCase();
  if (status === 'firing' || status === 'resolved') return status;
  throw invalidField(`${path}.status`, 'must be firing or resolved');
}
