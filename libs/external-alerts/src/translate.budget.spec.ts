import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { cpuBudget } from '@svc/test-servers';
import type { Received } from './external-alert.js';
import { compileMapping } from './json/mapping.js';
import { translateJson } from './json/translate.js';
import { LIMITS } from './limits.js';
import { ALERTMANAGER, GRAFANA, OPSGENIE, PAGERDUTY } from './testing/requests.js';
import { translateAlertmanagerWebhook } from './wires/alertmanager.js';
import { translateGrafana } from './wires/grafana.js';
import { translateOpsgenie } from './wires/opsgenie.js';
import { translatePagerDuty } from './wires/pagerduty.js';

/** Nothing that a client sends may hold the event loop longer; a unit is a millisecond. */
const UNITS = 20;
/** An integer that makes the exact reader of JSON look at each value. */
const LONG = '1234567890123456789';
const HOLE = '"<hole>"';

/** The JSON with as many items in its hole as a body has room for that is translated inline. */
function fill(request: object, toItem: (at: number) => string, [open, close]: string): Buffer {
  const [before = '', after = ''] = JSON.stringify(request).split(HOLE);
  const room = LIMITS.inlineBytes - before.length - after.length - 2;
  const items: string[] = [];
  for (let at = 0, used = 0; ; at++) {
    const item = toItem(at);
    used += item.length + 1;
    if (used > room) break;
    items.push(item);
  }
  const body = Buffer.from(`${before}${open}${items.join(',')}${close}${after}`);
  assert.ok(body.length <= LIMITS.inlineBytes && body.length > LIMITS.inlineBytes - 100, `${body.length} bytes`);
  return body;
}

const hole = HOLE.slice(1, -1);
const [firing] = ALERTMANAGER.alerts;
const [memory] = GRAFANA.alerts;
const mapping = compileMapping({
  alerts: '',
  dedupKey: 'k',
  status: '',
  resolved: [],
  acknowledged: [],
  name: 'k',
  severity: '',
  labels: { l: 'o' },
  annotations: { a: 'o' },
});
const member = (at: number) => `"l${at}":"x"`;
const event = (details: unknown) => ({ ...PAGERDUTY, payload: { ...PAGERDUTY.payload, custom_details: details } });
const ofAlerts = (alerts: unknown) => ({ ...ALERTMANAGER, alerts });

const bodies: readonly [string, (body: Uint8Array) => Received, Buffer][] = [
  ['alerts', translateAlertmanagerWebhook, fill(ofAlerts(hole), () => '{"status":"firing","labels":{"a":"b"}}', '[]')],
  [
    'invalid alerts',
    translateAlertmanagerWebhook,
    fill(ofAlerts(hole), () => '{"status":"invalid","labels":{}}', '[]'),
  ],
  ['labels', translateAlertmanagerWebhook, fill(ofAlerts([{ ...firing, labels: hole }]), member, '{}')],
  ['annotations', translateAlertmanagerWebhook, fill(ofAlerts([{ ...firing, annotations: hole }]), member, '{}')],
  ['values', translateGrafana, fill({ alerts: [{ ...memory, values: hole }] }, (at) => `"v${at}":1`, '{}')],
  ['details', translatePagerDuty, fill(event(hole), member, '{}')],
  ['details that are lists', translatePagerDuty, fill(event(hole), (at) => `"l${at}":[[1]]`, '{}')],
  ['long integers', translatePagerDuty, fill(event({ a: hole }), (at) => (at === 0 ? LONG : '1'), '[]')],
  ['links', translatePagerDuty, fill({ ...PAGERDUTY, links: hole }, () => '{"href":"http:a"}', '[]')],
  [
    'tags',
    (body) => translateOpsgenie({ action: 'create' }, body),
    fill({ ...OPSGENIE, tags: hole }, (at) => `"${at}"`, '[]'),
  ],
  ['members', (body) => translateJson(body, mapping), fill({ k: 'a', o: hole }, member, '{}')],
];

for (const [name, translate, body] of bodies) {
  it(`holds the event loop for less than ${UNITS} ms with ${name}`, async () => {
    await cpuBudget(name, UNITS, () => {
      try {
        translate(body);
      } catch (error) {
        assert.ok(error instanceof ServiceError, String(error));
      }
    });
  });
}
