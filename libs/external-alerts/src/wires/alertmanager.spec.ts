import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { LIMITS } from '../limits.js';
import { faultsOf, one, refuses } from '../testing/expect.js';
import { ALERTMANAGER, PROMETHEUS, toBytes } from '../testing/requests.js';
import { translateAlertmanagerAlerts, translateAlertmanagerWebhook } from './alertmanager.js';

const NOW = Date.parse('2026-11-30T09:30:00Z');
const webhook = (more: object = {}) => translateAlertmanagerWebhook(toBytes({ ...ALERTMANAGER, ...more }));
const ofAlerts = (...alerts: unknown[]) => webhook({ alerts });
const api = (body: unknown) => translateAlertmanagerAlerts(toBytes(body), NOW);
const [firing] = ALERTMANAGER.alerts;

describe('the webhook of Alertmanager', () => {
  it('becomes an alert for each of its alerts', () => {
    const { alerts, faults, dropped } = webhook();
    const [first, second, ...others] = alerts;
    assert.deepEqual([faults, dropped, others], [[], {}, []]);
    assert.match(first?.dedupKey ?? '', /^[0-9a-f]{64}$/);
    assert.notEqual(first?.dedupKey, second?.dedupKey);
    assert.deepEqual(
      { ...first, dedupKey: '' },
      {
        wire: 'alertmanager',
        dedupKey: '',
        status: 'firing',
        name: 'HighErrorRate',
        severity: 'critical',
        labels: { service: 'checkout', 'k8s.pod_name': 'checkout-1', sent_severity: 'page' },
        annotations: {
          summary: 'Errors of checkout',
          description: 'More than 5 %\nof requests fail.',
          runbook_url: 'https://runbooks.example/errors',
          generator_url: 'http://prometheus.example:9090/graph?g0.expr=vector%281%29&g0.tab=1',
          external_url: 'http://alertmanager.example:9093',
        },
        startsAt: new Date('2026-11-30T09:29:12.345Z'),
        endsAt: undefined,
        expiresAt: undefined,
      },
    );
    assert.deepEqual(
      [second?.status, second?.startsAt, second?.endsAt],
      ['resolved', new Date('2026-11-30T09:00:00Z'), new Date('2026-11-30T09:29:00Z')],
    );
  });

  it('has the same key whatever the order of the labels, and for an empty one', () => {
    const key = (labels: object) => one(ofAlerts({ ...firing, labels })).dedupKey;
    assert.equal(key({ a: '1', b: '2' }), key({ b: '2', c: '', a: '1' }));
    assert.notEqual(key({ a: '1', b: '2' }), key({ a: '12', b: '' }));
    assert.notEqual(key({ 'a b': '1' }), key({ a_b: '1' }), 'names that become the same');
    assert.notEqual(key({ a: 'x'.repeat(300) }), key({ a: `${'x'.repeat(299)}y` }), 'values that are cut');
  });

  it.each([
    ['critical', 'critical', {}],
    ['Warning', 'warning', { sent_severity: 'Warning' }],
    ['info', 'info', {}],
    ['sev-2', 'critical', { sent_severity: 'sev-2' }],
    ['none', 'info', { sent_severity: 'none' }],
    ['odd', undefined, { sent_severity: 'odd' }],
    ['', undefined, {}],
  ])('reads the severity %p as %p', (word, severity, labels) => {
    const alert = one(ofAlerts({ ...firing, labels: { alertname: 'A', severity: word } }));
    assert.deepEqual([alert.severity, alert.labels], [severity, labels]);
  });

  it('takes the name of an alert without one from its summary', () => {
    const named = (annotations: object) => one(ofAlerts({ ...firing, annotations, labels: { job: 'a' } })).name;
    assert.equal(named({ summary: 'Disk\nfull' }), 'Disk full');
    assert.equal(named({}), 'Alert without a name');
  });

  it('counts what the sender has left out', () => {
    assert.deepEqual(webhook({ truncatedAlerts: 7 }).dropped, { truncated_by_sender: 7 });
    for (const truncatedAlerts of [-1, 1.5, '7', null]) assert.deepEqual(webhook({ truncatedAlerts }).dropped, {});
  });

  it.each<[string, unknown]>([
    ['body', []],
    ['body', 'nothing'],
    ['version', { ...ALERTMANAGER, version: '3' }],
    ['version', { alerts: [] }],
    ['alerts', { version: '4' }],
    ['alerts', { version: '4', alerts: {} }],
    ['alerts', { version: '4', alerts: Array.from({ length: LIMITS.alerts + 1 }, () => firing) }],
  ])('is refused by the field %s', (field, body) => {
    refuses(() => translateAlertmanagerWebhook(toBytes(body)), field);
  });

  it.each<[string, unknown]>([
    ['alerts[1]', 7],
    ['alerts[1].status', { ...firing, status: 'suppressed' }],
    ['alerts[1].status', { ...firing, status: {} }],
    ['alerts[1].labels', { ...firing, labels: {} }],
    ['alerts[1].labels', { ...firing, labels: { a: '' } }],
    ['alerts[1].labels', { ...firing, labels: ['a'] }],
    ['alerts[1].labels', { ...firing, labels: { a: { b: 'c' } } }],
    [
      'alerts[1].labels',
      { ...firing, labels: Object.fromEntries(Array.from({ length: LIMITS.labels + 1 }, (_, at) => [`l${at}`, 'x'])) },
    ],
    ['alerts[1].annotations', { ...firing, annotations: 'text' }],
    ['alerts[1].startsAt', { ...firing, startsAt: 'yesterday' }],
    ['alerts[1].startsAt', { ...firing, startsAt: 1_764_494_952 }],
    ['alerts[1].endsAt', { ...firing, endsAt: '2026-11-30T09:00:00Z' }],
    ['alerts[1].generatorURL', { ...firing, generatorURL: [] }],
  ])('names the invalid alert by %s, and takes the others', (field, alert) => {
    const received = ofAlerts(firing, alert, firing);
    assert.deepEqual([received.alerts.length, faultsOf(received)], [2, [field]]);
  });

  it('may reach each limit', () => {
    const labels = Object.fromEntries(Array.from({ length: LIMITS.labels }, (_, at) => [`l${at}`, 'x']));
    assert.equal(Object.keys(one(ofAlerts({ ...firing, labels })).labels).length, LIMITS.labels);
    assert.equal(ofAlerts(...Array.from({ length: LIMITS.alerts }, () => firing)).alerts.length, LIMITS.alerts);
    const { startsAt } = one(ofAlerts({ ...firing, endsAt: firing?.startsAt }));
    assert.deepEqual(startsAt, new Date('2026-11-30T09:29:12.345Z'));
    const body = Buffer.alloc(LIMITS.bodyBytes, ' ');
    toBytes(ALERTMANAGER).copy(body);
    assert.equal(translateAlertmanagerWebhook(body).alerts.length, 2);
  });

  it('keeps the first of two labels whose names become the same', () => {
    const alert = one(ofAlerts({ ...firing, labels: { 'a-b': 'first', 'a/b': 'second', a_b: 'third' } }));
    assert.deepEqual(alert.labels, { a_b: 'first' });
  });

  it('names no more invalid alerts than an answer has room for', () => {
    const received = ofAlerts(...Array.from({ length: 50 }, () => 7));
    assert.deepEqual([received.alerts.length, received.faults.length], [0, LIMITS.faults]);
  });

  it('is refused if it is too large', () => {
    assert.throws(
      () => translateAlertmanagerWebhook(Buffer.alloc(LIMITS.bodyBytes + 1, ' ')),
      (error) => error instanceof ServiceError && error.code === 'payload_too_large',
    );
  });
});

describe('the alerts API of Alertmanager', () => {
  it('ends an alert whose end has passed, and lets the others expire', () => {
    const { alerts, faults } = api(PROMETHEUS);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      alerts.map(({ name, status, severity, endsAt, expiresAt }) => [name, status, severity, endsAt, expiresAt]),
      [
        ['HighErrorRate', 'firing', 'critical', undefined, new Date('2026-11-30T09:34:12.345Z')],
        ['DiskFull', 'resolved', 'warning', new Date('2026-11-30T09:29:30Z'), undefined],
        ['Watchdog', 'firing', 'info', undefined, undefined],
      ],
    );
  });

  it('ends an alert at the moment of its end, and not before', () => {
    const at = (endsAt: string) => one(api([{ labels: { a: 'b' }, endsAt }])).status;
    assert.deepEqual([at('2026-11-30T09:30:00Z'), at('2026-11-30T09:30:00.001Z')], ['resolved', 'firing']);
  });

  it('has the keys of the webhook, so that both can send an alert', () => {
    assert.equal(api(PROMETHEUS).alerts[0]?.dedupKey, webhook().alerts[0]?.dedupKey);
  });

  it('is refused by its field', () => {
    refuses(() => api({ alerts: [] }), 'body');
    assert.deepEqual(faultsOf(api([{ labels: { a: 'b' } }, { labels: {} }])), ['[1].labels']);
  });

  it('tells alerts apart by their labels alone, in any order', () => {
    const label = fc.tuple(fc.string({ minLength: 1, maxLength: 5 }), fc.string({ minLength: 1, maxLength: 5 }));
    const labels = fc.uniqueArray(label, { selector: ([name]) => name, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(labels, labels, fc.boolean(), (some, others, isReversed) => {
        const key = (pairs: readonly (readonly [string, string])[]) =>
          one(api([{ labels: Object.fromEntries(pairs) }])).dedupKey;
        const same = isReversed ? some.toReversed() : some;
        assert.equal(key(some), key(same));
        const text = (pairs: readonly (readonly [string, string])[]) =>
          JSON.stringify([...pairs].sort(([one], [other]) => (one < other ? -1 : 1)));
        assert.equal(key(some) === key(others), text(some) === text(others));
      }),
    );
  });
});
