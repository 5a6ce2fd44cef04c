import assert from 'node:assert/strict';
import { LIMITS } from '../limits.js';
import { faultsOf, one, refuses } from '../testing/expect.js';
import { toBytes } from '../testing/requests.js';
import { compileMapping, type JsonMapping } from './mapping.js';
import { translateJson } from './translate.js';

const MAPPING: JsonMapping = {
  alerts: 'events',
  dedupKey: 'monitor.id',
  status: 'state',
  resolved: [],
  acknowledged: [],
  name: 'monitor.name',
  severity: 'level',
  labels: { service_name: 'monitor["service.name"]', tag: 'tags' },
  annotations: { summary: 'text', runbook_url: 'links[0]', context: 'context' },
};
const EVENT = {
  state: 'DOWN',
  level: 'High',
  monitor: { id: 'shop-1', name: 'Shop is slow', 'service.name': 'shop' },
  tags: { team: 'web', canary: true, none: null },
  text: 'It takes 3 s.',
  links: ['https://runbooks.example/slow'],
  context: { p95: 3 },
};
const translate = (body: unknown, more: Partial<JsonMapping> = {}) =>
  translateJson(toBytes(body), compileMapping({ ...MAPPING, ...more }));
const statusOf = (state: unknown, more: Partial<JsonMapping> = {}) =>
  one(translate({ events: [{ ...EVENT, state }] }, more)).status;

describe('JSON by the mapping of a rule', () => {
  it('becomes alerts', () => {
    // A double would change the number.
    const body = toBytes(JSON.stringify({ events: [EVENT] }).replace('"shop-1"', '9007199254740993'));
    assert.deepEqual(one(translateJson(body, compileMapping(MAPPING))), {
      wire: 'json',
      dedupKey: '9007199254740993',
      status: 'firing',
      name: 'Shop is slow',
      severity: 'critical',
      labels: { service_name: 'shop', tag_team: 'web', tag_canary: 'true' },
      annotations: {
        summary: 'It takes 3 s.',
        runbook_url: 'https://runbooks.example/slow',
        context: '{"p95":3}',
      },
      startsAt: undefined,
      endsAt: undefined,
      expiresAt: undefined,
    });
  });

  it('may be one alert, or a list of them', () => {
    assert.equal(one(translate(EVENT, { alerts: '' })).name, 'Shop is slow');
    assert.equal(translate([EVENT, EVENT], { alerts: '' }).alerts.length, 2);
    assert.equal(one(translate({ a: [{ b: [EVENT] }] }, { alerts: 'a[0].b' })).name, 'Shop is slow');
  });

  it.each([
    ['ok', 'resolved'],
    [' Resolved ', 'resolved'],
    ['acked', 'acknowledged'],
    ['alerting', 'firing'],
    [0, 'firing'],
    [true, 'firing'],
  ])('with the status %p is %s', (state, status) => {
    assert.equal(statusOf(state), status);
  });

  it('has the words of the rule for its status', () => {
    const words = { resolved: ['false', 'Green'], acknowledged: ['seen'] };
    assert.deepEqual(
      [false, 'GREEN', 'seen', 'ok', 'acked'].map((state) => statusOf(state, words)),
      ['resolved', 'resolved', 'acknowledged', 'firing', 'firing'],
    );
    assert.equal(statusOf('ok', { status: '' }), 'firing');
  });

  it('needs no name to end', () => {
    const { name, labels } = one(translate({ events: [{ state: 'ok', monitor: { id: 'a' } }] }));
    assert.deepEqual([name, labels], ['', {}]);
  });

  it('is refused without alerts', () => {
    refuses(() => translate({ events: {} }), 'alerts');
    refuses(() => translate({}), 'alerts');
    refuses(() => translate(7, { alerts: '' }), 'alerts');
    refuses(() => translate({ events: Array.from({ length: LIMITS.alerts + 1 }, () => 1) }), 'alerts');
  });

  it.each<[string, unknown]>([
    ['[1]', 7],
    ['[1].dedup_key', { ...EVENT, monitor: { name: 'a' } }],
    ['[1].dedup_key', { ...EVENT, monitor: { id: [], name: 'a' } }],
    ['[1].dedup_key', { ...EVENT, monitor: { id: 'a\nb', name: 'a' } }],
    ['[1].name', { ...EVENT, monitor: { id: 'a' } }],
    ['[1].status', { ...EVENT, state: undefined }],
    ['[1].status', { ...EVENT, state: {} }],
    ['[1].severity', { ...EVENT, level: [] }],
  ])('names the invalid alert by %s, and takes the others', (field, event) => {
    const received = translate({ events: [EVENT, event, EVENT] });
    assert.deepEqual([received.alerts.length, faultsOf(received)], [2, [field]]);
  });

  it.each<[string, Partial<JsonMapping>]>([
    ['alerts', { alerts: 'a..b' }],
    ['dedup_key', { dedupKey: '' }],
    ['dedup_key', { dedupKey: '[' }],
    ['status', { status: '.' }],
    ['resolved', { status: '', resolved: ['ok'] }],
    ['resolved', { resolved: Array.from({ length: 21 }, () => 'a') }],
    ['acknowledged', { acknowledged: ['OK'] }],
    ['name', { name: '' }],
    ['severity', { severity: 'a]' }],
    ['labels', { labels: { 'a b': 'c' } }],
    ['labels', { labels: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`l${at}`, 'a'])) }],
    ['labels.team', { labels: { team: '' } }],
    ['annotations.summary', { annotations: { summary: 'a[b]' } }],
  ])('has a mapping that is refused by the field %s', (field, more) => {
    refuses(() => compileMapping({ ...MAPPING, ...more }), field);
  });
});
