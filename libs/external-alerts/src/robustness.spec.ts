import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { refusalOf } from './answer.js';
import type { ExternalAlert, Received, Wire } from './external-alert.js';
import { compileMapping } from './json/mapping.js';
import { translateJson } from './json/translate.js';
import { LIMITS } from './limits.js';
import { ALERTMANAGER, GRAFANA, OPSGENIE, PAGERDUTY, PROMETHEUS, toBytes } from './testing/requests.js';
import { translateAlertmanagerAlerts, translateAlertmanagerWebhook } from './wires/alertmanager.js';
import { translateGrafana } from './wires/grafana.js';
import { translateOpsgenie } from './wires/opsgenie.js';
import { translatePagerDuty } from './wires/pagerduty.js';

const MAPPING = compileMapping({
  alerts: 'alerts',
  dedupKey: 'labels.alertname',
  status: 'status',
  resolved: [],
  acknowledged: [],
  name: 'labels.alertname',
  severity: 'labels.severity',
  labels: { sent: 'labels' },
  annotations: { summary: 'annotations', source_url: 'generatorURL' },
});
const CASES: readonly [Wire, unknown, (body: Uint8Array) => Received][] = [
  ['alertmanager', ALERTMANAGER, translateAlertmanagerWebhook],
  ['alertmanager_api', PROMETHEUS, (body) => translateAlertmanagerAlerts(body, Date.parse('2026-11-30T09:30:00Z'))],
  ['grafana', GRAFANA, translateGrafana],
  ['pagerduty', PAGERDUTY, translatePagerDuty],
  ['opsgenie', OPSGENIE, (body) => translateOpsgenie({ action: 'create' }, body)],
  ['json', ALERTMANAGER, (body) => translateJson(body, MAPPING)],
];
/** A text that no answer may repeat. */
const SECRET = 'do-not-repeat-me';
const NAME = /^[A-Za-z_][A-Za-z0-9_.]{0,99}$/;

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    ' ',
    SECRET,
    'x'.repeat(5_000),
    '\u0000\u202e\ud800',
    'javascript:alert(1)',
    '\u0001',
    '__proto__',
  ),
  fc.constantFrom<unknown>(null, -1, 1e308, [], {}, [[]], { constructor: {} }, '9999-12-31T23:59:59Z'),
);

/** All places of a request. */
function placesOf(value: unknown, at: readonly string[] = []): string[][] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[...at], ...members.flatMap(([name, member]) => placesOf(member, [...at, name]))];
}

/** The request with another value at a place. */
function replace(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = replace(copy[name], rest, by);
  return copy;
}

function check(alert: ExternalAlert): void {
  const { dedupKey, name, status, labels, annotations, startsAt, endsAt, expiresAt } = alert;
  assert.ok(dedupKey.trim() !== '' && dedupKey.length <= LIMITS.dedupKey && dedupKey.isWellFormed());
  assert.ok(name.length <= LIMITS.labelValue && (name !== '' || status !== 'firing'));
  assert.ok(Object.keys(labels).length <= LIMITS.labels && Object.keys(annotations).length <= LIMITS.annotations);
  for (const [label, value] of Object.entries(labels)) {
    assert.match(label, NAME);
    assert.ok(value !== '' && value.length <= LIMITS.labelValue && value.isWellFormed());
    assert.doesNotMatch(value, /[\p{Cc}\u202a-\u202e]/u);
    assert.ok(!['alertname', 'severity', '__proto__'].includes(label));
  }
  for (const [annotation, value] of Object.entries(annotations)) {
    assert.match(annotation, NAME);
    assert.ok(value !== '' && value.length <= LIMITS.annotation && value.isWellFormed());
    assert.doesNotMatch(value, /[^\P{Cc}\t\n]|[\u202a-\u202e]/u);
    if (/url$/i.test(annotation)) assert.match(value, /^https?:/i);
  }
  for (const time of [startsAt, endsAt, expiresAt]) assert.ok(time === undefined || time.getTime() > 0);
}

describe.each(CASES)('requests of %s', (wire, request, translate) => {
  const attempt = (body: Uint8Array): void => {
    try {
      const { alerts, faults } = translate(body);
      alerts.forEach(check);
      assert.ok(faults.length <= LIMITS.faults && !JSON.stringify(faults).includes(SECRET));
      assert.deepEqual(translate(body).alerts, alerts, 'a repeated request says the same');
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
      assert.ok(error.details[0]?.path);
      const { status, body: answer } = refusalOf(wire, error, { requestId: 'id', tookMs: 1 });
      assert.equal(status, 400);
      assert.ok(!answer.includes(SECRET));
    }
  };

  it('are translated or refused by a field, whatever stands in one place', () => {
    const places = placesOf(request);
    fc.assert(
      fc.property(fc.constantFrom(...places), odd, (place, value) => attempt(toBytes(replace(request, place, value)))),
    );
  });

  it('are translated or refused with members of any name', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 150 }),
      fc.constantFrom('__proto__', 'severity', '_'),
    );
    const objects = placesOf(request).filter((place) => {
      const found = place.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], request);
      return typeof found === 'object' && !Array.isArray(found);
    });
    const members = fc.dictionary(names, fc.oneof(fc.string({ unit: 'binary' }), odd), { maxKeys: 80 });
    fc.assert(
      fc.property(fc.constantFrom(...objects), members, (place, value) =>
        attempt(toBytes(replace(request, place, value))),
      ),
    );
  });

  it('are translated or refused whatever their bytes', () => {
    const bytes = fc.oneof(fc.uint8Array(), fc.json().map(toBytes), fc.string({ unit: 'binary' }).map(toBytes));
    fc.assert(fc.property(bytes, attempt));
    const whole = toBytes(request);
    fc.assert(fc.property(fc.nat(whole.length), (length) => attempt(whole.subarray(0, length))));
  });

  it('survive what is nested as deeply as a body can be', () => {
    const depth = 400_000;
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(depth / open.length)}1${close.repeat(depth / open.length)}`;
      attempt(toBytes(deep));
      const text = JSON.stringify(request);
      attempt(toBytes(text.replace(/"(?:annotations|custom_details|details)":\{/, `$&"deep":${deep},`)));
    }
  });
});
