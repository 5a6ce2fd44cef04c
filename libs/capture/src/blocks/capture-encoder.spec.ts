import assert from 'node:assert/strict';
import { readRequest } from '../request.js';
import { CaptureEncoder } from './capture-encoder.js';

const ENVELOPE = {
  projectNumber: 1,
  projectId: '01900000-0000-7000-8000-000000000001',
  retentionDays: 30,
  receivedAtMs: 1_768_469_411_123,
  hash: 'h',
  isFromServer: true,
  bytes: 100,
  rejected: {},
};
const ID = { distinct_id: 'ada' };
const GROUP = { group_type: 'company', group_key: 'acme' };

function addEvent(encoder: CaptureEncoder, event: object): void {
  const request = Buffer.from(JSON.stringify({ events: [event] }));
  const { accepted } = readRequest(request, { receivedAtNs: 1_768_469_411_123_000_000n, retentionDays: 30 });
  assert.equal(accepted.length, 1);
  encoder.add(accepted, ENVELOPE, { partition: 0, offset: 0 });
}

/** The tables that an event is stored in. */
function encodedTables(event: object): string[] {
  const encoder = new CaptureEncoder();
  addEvent(encoder, event);
  return encoder.finish().map(({ table }) => table);
}

describe('CaptureEncoder', () => {
  const CASES: [string, object, string[]][] = [
    ['a product event', { ...ID, event: 'paid' }, ['person_seen', 'events', 'event_names_daily']],
    [
      'one that links and writes',
      { ...ID, event: 'paid', anon_distinct_id: 'phone', set: { a: 1 } },
      ['person_registers', 'person_seen', 'identity_links', 'events', 'event_names_daily'],
    ],
    ['an identify without properties', { ...ID, event: 'identify' }, ['person_seen', 'identity_links']],
    [
      'an identify with event properties, which appear in no timeline',
      { ...ID, event: 'identify', properties: { a: 1 }, unset: ['b'] },
      ['person_registers', 'person_seen', 'identity_links'],
    ],
    [
      '$groupidentify',
      { ...ID, ...GROUP, event: '$groupidentify', set: { a: 1 } },
      ['group_registers', 'person_seen', 'group_seen'],
    ],
  ];
  for (const [name, event, tables] of CASES)
    it(`stores ${name} in ${tables.join(', ')}`, () =>
      assert.deepEqual(encodedTables(event), [...tables, 'usage_hours']));

  it('forgets all of an attempt that failed before its blocks were written', () => {
    const event = { ...ID, ...GROUP, event: 'paid', message_id: 'm-1', set: { a: 1 } };
    const copies = (encoder: CaptureEncoder): object[] =>
      encoder.finish().map(({ table, rows, bytes }) => ({ table, rows, bytes: Buffer.from(bytes).toString('hex') }));
    const once = new CaptureEncoder();
    addEvent(once, event);
    const again = new CaptureEncoder();
    addEvent(again, { ...event, event: 'of the failed attempt' });
    addEvent(again, event);
    again.reset();
    addEvent(again, event);
    assert.deepEqual(copies(again), copies(once));
  });
});
