import assert from 'node:assert/strict';
import { losingAnswers, openScene, type Scene } from './sink.fixture.js';

describe('captured events in the column store', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(1000);
    await scene.startSink();
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
  const at = (nanoseconds: number) => `${HOUR_AGO}.${String(nanoseconds).padStart(9, '0')}Z`;
  const read = <Row>(sql: string) => scene.read<Row>(sql);

  it('stores each field in its column', async () => {
    const { accepted, errors } = await scene.capture(1, [
      {
        event: 'paid',
        distinct_id: 'ada',
        session_id: 's1',
        message_id: 'm1',
        timestamp: at(123_456_789),
        group_type: 'company',
        group_key: 'acme',
        properties: {
          b: 'ada@example.com',
          a: [1],
          $trace_id: 'ab'.repeat(16),
          environment: 'prod',
          service: 'shop',
          release: '1',
        },
      },
      { event: 'mail bob@example.com', distinct_id: 'bob' },
    ]);
    assert.equal(accepted, 1);
    assert.equal(errors[0]?.code, 'sensitive_event_name');
    await scene.drained('events');
    assert.deepEqual(
      await read(`SELECT event, distinct_id, message_id, session_id, lower(hex(trace_id)) AS trace, environment, service_name, release,
                         groups, properties, toUnixTimestamp64Nano(timestamp) AS ns, retention_days FROM events WHERE project_number = 1`),
      [
        {
          event: 'paid',
          distinct_id: 'ada',
          message_id: 'm1',
          session_id: 's1',
          trace: 'ab'.repeat(16),
          environment: 'prod',
          service_name: 'shop',
          release: '1',
          groups: { company: 'acme' },
          properties: `{"$trace_id":"${'ab'.repeat(16)}","a":[1],"b":"[REDACTED]","environment":"prod","release":"1","service":"shop"}`,
          ns: `${Date.parse(`${HOUR_AGO}Z`) / 1000}123456789`,
          retention_days: 30,
        },
      ],
    );
    assert.deepEqual(await read('SELECT event, count FROM event_names_daily WHERE project_number = 1'), [
      { event: 'paid', count: '1' },
    ]);
    assert.deepEqual(
      await read(
        `SELECT outcome, items, requests, first_received >= hour AND last_received BETWEEN first_received AND now() AS timed
         FROM usage_hours WHERE project_number = 1 AND signal = 'events' ORDER BY outcome`,
      ),
      [
        { outcome: 'sensitive_event_name', items: '1', requests: '0', timed: 1 },
        { outcome: 'stored', items: '1', requests: '1', timed: 1 },
      ],
    );
  });

  it('writes property values that merge to the latest and the earliest in any order', async () => {
    const write = (nanoseconds: number, message_id: string, fields: object) => ({
      event: 'identify',
      distinct_id: 'ada',
      timestamp: at(nanoseconds),
      message_id,
      ...fields,
    });
    const events = [
      write(5, 'b', { set: { plan: 'new' } }),
      write(5, 'a', { unset: ['plan'] }),
      write(4, 'z', { set: { plan: 'old' } }),
      write(3, 'x', { set_once: { source: 'second' } }),
      write(2, 'y', { set_once: { source: 'first' } }),
      write(9, 'n', { set: { gone: 1 } }),
      write(9, 'o', { unset: ['gone'] }),
    ];
    for (const event of events.toReversed()) await scene.capture(2, [event]);
    await scene.capture(2, events);
    await scene.drained('events');
    assert.deepEqual(
      await read(`SELECT key, tupleElement(max(latest), 'op') AS op, tupleElement(max(latest), 'value') AS value,
                         tupleElement(min(earliest), 'value') AS once
                  FROM person_registers WHERE project_number = 2 AND distinct_id = 'ada' GROUP BY key ORDER BY key`),
      [
        { key: 'gone', op: 2, value: '', once: '' },
        { key: 'plan', op: 1, value: '"new"', once: '' },
        { key: 'source', op: 0, value: '', once: '"first"' },
      ],
    );
    assert.deepEqual(
      await read('SELECT count() AS rows FROM events WHERE project_number = 2'),
      [{ rows: '0' }],
      'identify is not stored as an event',
    );
    assert.deepEqual(
      await read(
        'SELECT max(is_identified) AS known, uniqExact(distinct_id) AS ids FROM person_seen WHERE project_number = 2',
      ),
      [{ known: 1, ids: '1' }],
    );
  });

  it('links distinct IDs and writes to groups', async () => {
    await scene.capture(3, [
      { event: 'identify', distinct_id: 'ada', anon_distinct_id: 'anon-1' },
      { event: 'viewed', distinct_id: 'ada', anon_distinct_id: 'anon-2', properties: { $groups: { team: 'blue' } } },
      { event: 'viewed', distinct_id: 'bob' },
      { event: '$groupidentify', distinct_id: 'ada', group_type: 'company', group_key: 'acme', set: { seats: 5 } },
    ]);
    await scene.drained('events');
    assert.deepEqual(
      await read('SELECT anon_distinct_id AS anon, event FROM identity_links WHERE project_number = 3 ORDER BY anon'),
      [
        { anon: 'anon-1', event: 'identify' },
        { anon: 'anon-2', event: 'viewed' },
      ],
    );
    assert.deepEqual(
      await read(
        "SELECT group_type, group_key, key, tupleElement(latest, 'value') AS value FROM group_registers WHERE project_number = 3",
      ),
      [{ group_type: 'company', group_key: 'acme', key: 'seats', value: '5' }],
    );
    assert.deepEqual(
      await read('SELECT group_type, group_key FROM group_seen WHERE project_number = 3 ORDER BY group_type'),
      [
        { group_type: 'company', group_key: 'acme' },
        { group_type: 'team', group_key: 'blue' },
      ],
    );
    assert.deepEqual(await read('SELECT count() AS rows FROM person_registers WHERE project_number = 3'), [
      { rows: '0' },
    ]);
  });

  it('stores events once when the response of the store is lost and the range is replayed', async () => {
    await scene.startSink(losingAnswers(scene.store));
    const events = Array.from({ length: 50 }, (_, index) => ({
      event: 'seen',
      distinct_id: `d${index % 7}`,
      set: { n: index },
    }));
    await scene.capture(4, events);
    await scene.capture(4, events);
    await scene.drained('events');
    assert.deepEqual(
      await read(`SELECT count() AS rows, uniqExact(message_id) AS messages FROM events WHERE project_number = 4`),
      [{ rows: '100', messages: '100' }],
    );
    assert.deepEqual(await read('SELECT sum(count) AS count FROM event_names_daily WHERE project_number = 4'), [
      { count: '100' },
    ]);
    assert.deepEqual(
      await read(
        "SELECT sum(items) AS items, sum(requests) AS requests FROM usage_hours WHERE project_number = 4 AND signal = 'events'",
      ),
      [{ items: '100', requests: '2' }],
    );
    await scene.startSink();
  });

  it('deduplicates by message ID when a request or an event is sent again', async () => {
    const event = { event: 'paid', distinct_id: 'ada', message_id: 'once', timestamp: at(1) };
    await scene.capture(5, [event]);
    await scene.capture(5, [event]);
    await scene.capture(5, [
      { ...event, properties: { retry: true } },
      { ...event, message_id: 'other' },
    ]);
    await scene.drained('events');
    assert.deepEqual(
      await read(
        'SELECT count() AS rows, uniqExact(message_id) AS messages FROM events FINAL WHERE project_number = 5',
      ),
      [{ rows: '2', messages: '2' }],
    );
  });
});
