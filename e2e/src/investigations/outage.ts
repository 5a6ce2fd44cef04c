import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, ok } from '../api.js';
import { capture } from '../persons/capture.js';
import { KIND } from '../spans.js';
import { theService } from '../topology.js';
import type { Scene } from './scene.js';

/** Texts of an outage that the sender of telemetry chooses. */
export interface OutageTexts {
  readonly operation: string;
  readonly logBody: string;
  readonly personName: string;
  readonly note: string;
  /** Key of the group `company` of all persons. */
  readonly company: string;
}

/** The way in which calls of payments go wrong. */
export type Symptom = 'failing' | 'slow';

const TEXTS: OutageTexts = {
  operation: 'POST /charge',
  logBody: 'the card processor refused the payment',
  personName: 'Eve',
  note: 'none',
  company: 'acme',
};

const EVERY_MS = 5_000;
const REQUESTS = 1_080;
/** The last ten minutes fail. */
const FAILING = 120;
const PERSONS = 5;
/** Milliseconds that a slow call takes longer. */
const SLOW_MS = 900;
const ERROR = 2;

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/**
 * Sends ninety minutes of requests to checkout, each of which calls payments. In the last ten minutes every second call fails in payments,
 * or all of them are slow. Two projects with the same `now` get the same records but for their texts.
 *
 * @param now Unix time in milliseconds at which the outage is seen.
 */
export async function sendOutage(
  scene: Scene,
  texts: Partial<OutageTexts> = {},
  now = Date.now(),
  symptom: Symptom = 'failing',
): Promise<void> {
  const whole = { ...TEXTS, ...texts };
  const requests = Array.from({ length: REQUESTS }, (_, nth) => {
    const isIn = nth >= REQUESTS - FAILING;
    const fails = symptom === 'failing' && isIn && nth % 2 === 0;
    return { nth, at: now - (REQUESTS - nth) * EVERY_MS, fails, addedMs: symptom === 'slow' && isIn ? SLOW_MS : 0 };
  });
  const byService = (service: string, field: string, scope: string, records: object[]) => ({
    resource: { attributes: [text('service.name', service), text('deployment.environment.name', 'production')] },
    [scope]: [{ [field]: records }],
  });
  await post(scene, '/v1/traces', {
    resourceSpans: ['checkout', 'payments'].map((service) => {
      const spans = requests.flatMap((each) => toSpans(each, whole)).filter((span) => span.service === service);
      return byService(
        service,
        'spans',
        'scopeSpans',
        spans.map(({ service: _, ...span }) => span),
      );
    }),
  });
  const failed = requests.filter(({ fails }) => fails);
  const logRecords = failed.map(({ nth, at }) => ({
    timeUnixNano: `${at + 20}000000`,
    severityNumber: 17,
    traceId: hex(nth + 1, 32),
    spanId: hex(nth * 3 + 3, 16),
    body: { stringValue: whole.logBody },
  }));
  if (failed.length > 0)
    await post(scene, '/v1/logs', { resourceLogs: [byService('payments', 'logRecords', 'scopeLogs', logRecords)] });
  const events = Array.from({ length: PERSONS }, (_, nth) => ({
    event: 'paid',
    // The last minute may not be over, and then belongs to no window.
    timestamp: new Date(now - 120_000).toISOString(),
    distinct_id: `person-${nth}`,
    set: { name: whole.personName },
    properties: { note: whole.note, $groups: { company: whole.company } },
  }));
  await capture(events, scene.key);
  await untilRead(scene, failed.length > 0);
}

/** The request to checkout, its call of payments, and the request to payments. */
function toSpans(
  request: { readonly nth: number; readonly at: number; readonly fails: boolean; readonly addedMs: number },
  { operation }: OutageTexts,
) {
  const { nth, at, fails, addedMs } = request;
  const span = (service: string, place: number, name: string, kind: number) => ({
    service,
    traceId: hex(nth + 1, 32),
    spanId: hex(nth * 3 + place, 16),
    ...(place > 1 && { parentSpanId: hex(nth * 3 + place - 1, 16) }),
    name,
    kind,
    startTimeUnixNano: `${at + place * 5}000000`,
    endTimeUnixNano: `${at + 100 + addedMs - place * 5}000000`,
    status: fails ? { code: ERROR } : {},
    attributes: [text('user.id', `person-${nth % PERSONS}`)],
  });
  return [
    span('checkout', 1, 'POST /order', KIND.server),
    span('checkout', 2, operation, KIND.client),
    span('payments', 3, operation, KIND.server),
  ];
}

async function post({ key }: Scene, path: string, body: object): Promise<void> {
  const answer = await fetch(`${theService().ingestUrl}${path}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
}

async function untilRead({ key }: Scene, hasLogs: boolean): Promise<void> {
  await eventually('the outage can be read', async () => {
    const last = await api('GET', `/traces/${hex(REQUESTS, 32)}`, { key });
    const { logs } = await ok('GET', '/logs?limit=1&service=payments', { key });
    const { groups } = await ok('GET', '/groups?type=company', { key });
    return last.status === 200 && groups[0] !== undefined && (!hasLogs || logs[0] !== undefined);
  });
}
