import assert from 'node:assert/strict';
import type { CapturedEvent } from '../captured-event.js';
import { readRequest } from '../request.js';
import { readBodyKey, type ForeignWire } from './wire.js';

const NOW_MS = 1_768_469_411_123;
const CONTEXT = { receivedAtNs: BigInt(NOW_MS) * 1_000_000n, retentionDays: 30 };

/** The parts of an event that a translation decides. */
function readFrom(wire: ForeignWire, body: object | string): Partial<CapturedEvent>[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { accepted, errors, warnings } = readRequest(Buffer.from(text), { ...CONTEXT, wire });
  assert.deepEqual([errors, warnings], [[], []]);
  return accepted.map(({ event, distinctId, anonDistinctId, writes, groups, properties }) => ({
    event,
    distinctId,
    ...(anonDistinctId !== '' && { anonDistinctId }),
    ...(writes.length > 0 && { writes: writes.map(({ op, key, value }) => `${op} ${key} ${value}`.trim()) as never }),
    ...(groups.length > 0 && { groups }),
    ...(properties !== '' && properties !== '{}' && { properties }),
  }));
}
const readOne = (wire: ForeignWire, call: object) => readFrom(wire, call)[0];
const ada = { distinct_id: 'ada' };

describe('the wire of PostHog', () => {
  const cases: readonly [string, object, object][] = [
    [
      'an event with its groups',
      { ...ada, event: 'paid', properties: { amount: 4, $groups: { company: 'acme' } } },
      {
        event: 'paid',
        distinctId: 'ada',
        groups: [{ type: 'company', key: 'acme' }],
        properties: '{"$groups":{"company":"acme"},"amount":4}',
      },
    ],
    [
      'properties to write beside and inside the properties, of which set wins',
      {
        ...ada,
        event: '$set',
        $set: { plan: 'free', seat: 1 },
        $set_once: { plan: 'first', source: 'ad' },
        properties: { $set: { plan: 'team' }, $unset: ['seat', 'old'], $set_once: { old: 1 } },
      },
      {
        event: '$set',
        distinctId: 'ada',
        writes: ['set plan "team"', 'set seat 1', 'set_once source "ad"', 'unset old'],
      },
    ],
    [
      'an identify',
      { ...ada, event: '$identify', $set: { a: 1 }, properties: { $anon_distinct_id: 'device' } },
      { event: 'identify', distinctId: 'ada', anonDistinctId: 'device', writes: ['set a 1'] },
    ],
    [
      'an alias',
      { ...ada, event: '$create_alias', properties: { distinct_id: 'ada', alias: 'tablet' } },
      { event: 'identify', distinctId: 'ada', anonDistinctId: 'tablet' },
    ],
    [
      'a group',
      {
        ...ada,
        event: '$groupidentify',
        properties: { $group_type: 'company', $group_key: 'acme', $group_set: { seats: 5 } },
      },
      {
        event: '$groupidentify',
        distinctId: 'ada',
        groups: [{ type: 'company', key: 'acme' }],
        writes: ['set seats 5'],
      },
    ],
    [
      'the form of pages, without the key of the project',
      { event: '$pageview', properties: { distinct_id: 'ada', token: 'svc_publishable_x', path: '/' } },
      { event: '$pageview', distinctId: 'ada', properties: '{"path":"/"}' },
    ],
  ];
  for (const [what, call, expected] of cases) {
    it(`reads ${what}`, () => {
      assert.deepEqual(readOne('posthog', call), expected);
      assert.deepEqual(readFrom('posthog', { api_key: 'k', batch: [call, call] }), [expected, expected]);
      assert.deepEqual(readFrom('posthog', [call]), [expected]);
    });
  }

  it('reads Base64, alone and in a form', () => {
    const json = JSON.stringify({ ...ada, event: 'paid ÿ?>', token: 'key' });
    const base64 = Buffer.from(json).toString('base64');
    for (const body of [base64, `data=${encodeURIComponent(base64)}&compression=base64`, `data=${base64}`]) {
      assert.deepEqual(readFrom('posthog', body), [{ event: 'paid ÿ?>', distinctId: 'ada' }]);
      assert.equal(readBodyKey(Buffer.from(body)), 'key');
    }
    assert.deepEqual(readFrom('posthog', `data=${encodeURIComponent(json)}`), [
      { event: 'paid ÿ?>', distinctId: 'ada' },
    ]);
  });

  it('counts the time of a page back from the receipt, and uses the ID of the message', () => {
    const call = { ...ada, event: 'paid', offset: 1_500, uuid: 'u-1' };
    const { accepted } = readRequest(Buffer.from(JSON.stringify(call)), { ...CONTEXT, wire: 'posthog' });
    assert.deepEqual(
      accepted.map(({ timestampNs, messageId }) => [timestampNs, messageId]),
      [[BigInt(NOW_MS - 1_500) * 1_000_000n, 'u-1']],
    );
  });

  it('rejects events by themselves, and bodies without any', () => {
    const body = { api_key: 'k', batch: [{ event: 'paid' }, 5, { ...ada, event: 'paid', $set: 5, offset: 1e300 }] };
    const { accepted, errors } = readRequest(Buffer.from(JSON.stringify(body)), { ...CONTEXT, wire: 'posthog' });
    assert.deepEqual(
      [accepted.length, errors.map(({ index, code }) => [index, code])],
      [
        1,
        [
          [0, 'missing_field'],
          [1, 'missing_field'],
        ],
      ],
    );
    for (const text of ['', '{', 'data=%', '{"batch":[]}', '[]', '"x"\u0000', 'ÿ']) {
      assert.throws(() => readRequest(Buffer.from(text), { ...CONTEXT, wire: 'posthog' }), { code: 'invalid_request' });
    }
  });
});

describe('the wire of Segment', () => {
  const cases: readonly [string, ForeignWire, object, object][] = [
    [
      'a track of a user in a group',
      'segment.track',
      { userId: 'ada', anonymousId: 'device', event: 'paid', properties: { a: 1 }, context: { groupId: 'acme' } },
      {
        event: 'paid',
        distinctId: 'ada',
        anonDistinctId: 'device',
        groups: [{ type: 'company', key: 'acme' }],
        properties: '{"$groups":{"company":"acme"},"a":1}',
      },
    ],
    [
      'a track of a visitor',
      'segment.track',
      { userId: null, anonymousId: 'device', event: 'paid' },
      { event: 'paid', distinctId: 'device' },
    ],
    [
      'a page with its name',
      'segment.page',
      { anonymousId: 'device', name: 'Home', category: 'Docs', properties: { path: '/' } },
      { event: 'page', distinctId: 'device', properties: '{"category":"Docs","name":"Home","path":"/"}' },
    ],
    ['a screen without a name', 'segment.screen', { userId: 'ada' }, { event: 'screen', distinctId: 'ada' }],
    [
      'an identify',
      'segment.identify',
      { userId: 'ada', anonymousId: 'device', traits: { plan: 'pro' } },
      { event: 'identify', distinctId: 'ada', anonDistinctId: 'device', writes: ['set plan "pro"'] },
    ],
    [
      'an alias',
      'segment.alias',
      { userId: 'ada', previousId: 'device' },
      { event: 'identify', distinctId: 'ada', anonDistinctId: 'device' },
    ],
    [
      'a group',
      'segment.group',
      { userId: 'ada', groupId: 'acme', traits: { seats: 5 } },
      {
        event: '$groupidentify',
        distinctId: 'ada',
        groups: [{ type: 'company', key: 'acme' }],
        writes: ['set seats 5'],
      },
    ],
  ];
  for (const [what, wire, call, expected] of cases) {
    it(`reads ${what}, alone and in a batch`, () => {
      assert.deepEqual(readOne(wire, call), expected);
      const batch = [{ ...call, type: wire.slice('segment.'.length) }];
      assert.deepEqual(readFrom('segment.batch', { batch, writeKey: 'k' }), [expected]);
    });
  }
});

describe('readBodyKey', () => {
  it('finds the key wherever an SDK puts it', () => {
    for (const body of [
      { api_key: 'key', batch: [] },
      { token: 'key', event: 'a' },
      { writeKey: 'key', batch: [] },
      [{ event: 'a', properties: { token: 'key' } }],
      { event: 'a', properties: { token: 'key' } },
    ])
      assert.equal(readBodyKey(Buffer.from(JSON.stringify(body))), 'key');
    for (const text of ['{}', '[]', '{"api_key":5}', '{"api_key":""}', '[5]', '{"batch":[null]}'])
      assert.equal(readBodyKey(Buffer.from(text)), undefined);
  });
});
