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
}

const TEXTS: OutageTexts = {
  operation: 'POST /charge',
  logBody: 'the card processor refused the payment',
  personName: 'Eve',
  note: 'none',
};

const EVERY_MS = 5_000;
const REQUESTS = 1_080;
/** The last ten minutes fail. */
const FAILING = 120;
const PERSONS = 5;
const ERROR = 2;

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

/**
 * Sends ninety minutes of requests to checkout, each of which calls payments. In the last ten minutes every second call fails in payments.
 * Two projects with the same `now` get the same records but for their texts.
 *
 * @param now Unix time in milliseconds at which the outage is seen.
 */
export async function sendOutage(scene: Scene, texts: Partial<OutageTexts> = {}, now = Date.now()): Promise<void> {
  const whole = { ...TEXTS, ...texts };
  const requests = Array.from({ length: REQUESTS }, (_, nth) => {
    return { nth, at: now - (REQUESTS - nth) * EVERY_MS, fails: nth >= REQUESTS - FAILING && nth % 2 === 0 };
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
  await post(scene, '/v1/logs', { resourceLogs: [byService('payments', 'logRecords', 'scopeLogs', logRecords)] });
  const events = Array.from({ length: PERSONS }, (_, nth) => ({
    event: 'paid',
    distinct_id: `person-${nth}`,
    set: { name: whole.personName },
    properties: { note: whole.note },
  }));
  await capture(events, scene.key);
  await untilRead(scene);
}

/** The request to checkout, its call of payments, and the request to payments. */
function toSpans(
  { nth, at, fails }: { readonly nth: number; readonly at: number; readonly fails: boolean },
  { operation }: OutageTexts,
) {
  const span = (service: string, place: number, name: string, kind: number) => ({
    service,
    traceId: hex(nth + 1, 32),
    spanId: hex(nth * 3 + place, 16),
    ...(place > 1 && { parentSpanId: hex(nth * 3 + place - 1, 16) }),
    name,
    kind,
    startTimeUnixNano: `${at + place * 5}000000`,
    endTimeUnixNano: `${at + 100 - place * 5}000000`,
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

async function untilRead({ key }: Scene): Promise<void> {
  await eventually('the outage can be read', async () => {
    const last = await api('GET', `/traces/${hex(REQUESTS, 32)}`, { key });
    const { logs } = await ok('GET', '/logs?limit=1&service=payments', { key });
    return last.status === 200 && logs[0] !== undefined;
  });
}
