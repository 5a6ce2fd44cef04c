import assert from 'node:assert/strict';
import { LIMITS } from '../limits.js';
import { one, refuses } from '../testing/expect.js';
import { PAGERDUTY, toBytes } from '../testing/requests.js';
import { routingKeyOf, translatePagerDuty } from './pagerduty.js';

const translate = (more: object = {}) => translatePagerDuty(toBytes({ ...PAGERDUTY, ...more }));
const ofPayload = (more: object) => translate({ payload: { ...PAGERDUTY.payload, ...more } });

describe('an event of PagerDuty', () => {
  it('becomes an alert whose details are labels and annotations', () => {
    assert.deepEqual(one(translate()), {
      wire: 'pagerduty',
      dedupKey: 'disk/node-1',
      status: 'firing',
      name: 'DISK at 99% on machine node-1.example',
      severity: 'critical',
      labels: {
        source: 'node-1.example',
        component: 'postgres',
        group: 'prod-datapipe',
        class: 'disk',
        environment: 'prod',
      },
      annotations: {
        summary: 'DISK at 99% on machine node-1.example',
        client: 'Nagios',
        client_url: 'https://nagios.example/node-1',
        link_1_url: 'https://wiki.example/disk',
        link_2_url: 'https://charts.example/1',
        free: '1%',
        ping_time: '1500',
        note: 'first\nsecond',
        nested: '{"load":0.75}',
      },
      startsAt: new Date('2026-11-30T09:29:12.345Z'),
      endsAt: undefined,
      expiresAt: undefined,
    });
  });

  it.each([
    ['acknowledge', 'acknowledged'],
    ['resolve', 'resolved'],
  ])('%s needs nothing but its key', (action, status) => {
    const event = { routing_key: 'x', event_action: action, dedup_key: 'disk/node-1' };
    const { wire, dedupKey, ...rest } = one(translatePagerDuty(toBytes(event)));
    assert.deepEqual(
      [wire, dedupKey, rest.status, rest.name, rest.labels],
      ['pagerduty', 'disk/node-1', status, '', {}],
    );
    refuses(() => translatePagerDuty(toBytes({ ...event, dedup_key: undefined })), 'dedup_key');
  });

  it.each([
    ['critical', 'critical'],
    ['error', 'critical'],
    ['warning', 'warning'],
    ['info', 'info'],
  ])('with the severity %s is %s', (sent, severity) => {
    assert.equal(one(ofPayload({ severity: sent })).severity, severity);
  });

  it('without a key has one of its content', () => {
    const key = (payload: object) =>
      one(translate({ dedup_key: undefined, payload: { ...PAGERDUTY.payload, ...payload } })).dedupKey;
    assert.match(key({}), /^[0-9a-f]{64}$/);
    assert.equal(key({}), key({ timestamp: undefined, custom_details: { free: '2%' } }));
    assert.notEqual(key({}), key({ source: 'node-2' }));
    assert.notEqual(key({ group: 'a', class: 'b' }), key({ group: 'ab', class: '' }));
  });

  it('may have a text as details, and more of them than an alert has room for', () => {
    assert.equal(one(ofPayload({ custom_details: 'plain' })).labels['custom_details'], 'plain');
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`d${at}`, 'x']));
    const { alerts, dropped } = ofPayload({ custom_details: many });
    assert.deepEqual(dropped, { details: 100 - LIMITS.labels / 2 });
    assert.equal(Object.keys(alerts[0]?.labels ?? {}).length, 4 + LIMITS.labels / 2);
  });

  it.each<[string, object]>([
    ['event_action', { event_action: 'change' }],
    ['event_action', { event_action: undefined }],
    ['event_action', { event_action: {} }],
    ['payload', { payload: undefined }],
    ['payload.summary', { payload: { ...PAGERDUTY.payload, summary: ' ' } }],
    ['payload.source', { payload: { ...PAGERDUTY.payload, source: undefined } }],
    ['payload.severity', { payload: { ...PAGERDUTY.payload, severity: 'urgent' } }],
    ['payload.timestamp', { payload: { ...PAGERDUTY.payload, timestamp: '2026-02-30T00:00:00Z' } }],
    ['payload.component', { payload: { ...PAGERDUTY.payload, component: [] } }],
    ['dedup_key', { dedup_key: 'k'.repeat(LIMITS.dedupKey + 1) }],
    ['dedup_key', { dedup_key: 'a\u0000b' }],
    ['dedup_key', { dedup_key: 'a\ud800b' }],
    ['dedup_key', { dedup_key: '  ' }],
    ['links', { links: 'https://wiki.example' }],
    ['images', { images: {} }],
  ])('is refused by the field %s', (field, more) => {
    refuses(() => translate(more), field);
  });

  it('may have a key of the greatest length', () => {
    const key = 'k'.repeat(LIMITS.dedupKey);
    assert.equal(one(translate({ dedup_key: key })).dedupKey, key);
  });

  it('shows its routing key, and never anything else of itself in a refusal', () => {
    assert.equal(routingKeyOf(toBytes(PAGERDUTY)), PAGERDUTY.routing_key);
    for (const body of ['', '{', '[]', '{"routing_key":{}}', '{"routing_key":null}'])
      assert.equal(routingKeyOf(toBytes(body)), '');
    assert.ok(!JSON.stringify(one(translate())).includes(PAGERDUTY.routing_key));
  });
});
