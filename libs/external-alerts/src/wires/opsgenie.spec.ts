import assert from 'node:assert/strict';
import { LIMITS } from '../limits.js';
import { one, refuses } from '../testing/expect.js';
import { OPSGENIE, toBytes } from '../testing/requests.js';
import { translateOpsgenie } from './opsgenie.js';

const create = (more: object = {}) => translateOpsgenie({ action: 'create' }, toBytes({ ...OPSGENIE, ...more }));
const act = (action: 'close' | 'acknowledge', identifier: string, identifierType = 'alias', body: unknown = '') =>
  translateOpsgenie({ action, identifier, identifierType }, toBytes(body));

describe('a request of Opsgenie', () => {
  it('creates an alert', () => {
    assert.deepEqual(one(create()), {
      wire: 'opsgenie',
      dedupKey: 'Life is too short for no alias',
      status: 'firing',
      name: 'An example alert message',
      severity: 'critical',
      labels: {
        entity: 'An example entity',
        source: 'nagios',
        tags: 'Critical, OverwriteQuietHours',
        priority: 'P1',
        service: 'checkout',
        region: 'eu-1',
      },
      annotations: {
        summary: 'An example alert message',
        description: 'Every alert needs a description',
        user: 'morpheus@example.com',
        note: 'Look at the database first.',
        count: '7',
      },
      startsAt: undefined,
      endsAt: undefined,
      expiresAt: undefined,
    });
  });

  it.each([
    ['P1', 'critical'],
    ['P2', 'critical'],
    ['P3', 'warning'],
    ['P4', 'info'],
    ['P5', 'info'],
    [undefined, 'warning'],
  ])('with the priority %s is %s', (priority, severity) => {
    assert.equal(one(create({ priority })).severity, severity);
  });

  it.each([
    ['close', 'resolved'],
    ['acknowledge', 'acknowledged'],
  ] as const)('can %s an alert by its alias', (action, status) => {
    const alert = one(act(action, OPSGENIE.alias, 'alias', { user: 'neo', source: 'cli', note: 'done' }));
    assert.deepEqual(
      [alert.dedupKey, alert.status, alert.annotations],
      [one(create()).dedupKey, status, { user: 'neo', note: 'done' }],
    );
    assert.deepEqual(one(act(action, 'key', '')).annotations, {});
    assert.equal(one(act(action, 'key', 'id')).dedupKey, 'key');
  });

  it('without an alias has the key of its content', () => {
    const key = (more: object) => one(create({ alias: undefined, ...more })).dedupKey;
    assert.equal(key({}), key({ description: 'another', priority: 'P5' }));
    assert.notEqual(key({}), key({ entity: 'another' }));
  });

  it.each<[string, object]>([
    ['message', { message: undefined }],
    ['message', { message: '' }],
    ['message', { message: '\u0001\u202e' }],
    ['message', { message: {} }],
    ['alias', { alias: 'a'.repeat(LIMITS.dedupKey + 1) }],
    ['alias', { alias: ['a'] }],
    ['priority', { priority: 'P6' }],
    ['tags', { tags: 'a,b' }],
    ['tags[1]', { tags: ['a', {}] }],
    ['details', { details: 'text' }],
    ['description', { description: [] }],
    ['note', { note: {} }],
  ])('is refused by the field %s', (field, more) => {
    refuses(() => create(more), field);
  });

  it('is refused without an identifier that is a key', () => {
    refuses(() => act('close', ' '), 'identifier');
    refuses(() => act('close', '1905', 'tiny'), 'identifierType');
    refuses(() => act('close', 'key', 'alias', []), 'body');
  });
});
