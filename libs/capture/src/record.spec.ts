import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CapturedEvent } from './captured-event.js';
import { captureHeaders, readCaptureHeaders } from './record-headers.js';
import { decodeRecord, encodeRecord } from './record.js';

const text = fc.string({ unit: 'grapheme' });
const event: fc.Arbitrary<CapturedEvent> = fc.record(
  {
    event: text,
    distinctId: text,
    anonDistinctId: text,
    sessionId: text,
    timestampNs: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
    messageId: text,
    groups: fc.array(fc.record({ type: text, key: text }, { noNullPrototype: true })),
    writes: fc.array(
      fc.record(
        { op: fc.constantFrom('set', 'unset', 'set_once'), key: text, value: fc.json() },
        { noNullPrototype: true },
      ),
    ),
    traceId: fc.constantFrom('', '4bf92f3577b34da6a3ce929d0e0e4736'),
    environment: text,
    serviceName: text,
    release: text,
    properties: fc.oneof(
      fc.constant(''),
      fc.json().map((json) => JSON.stringify(JSON.parse(json))),
    ),
  },
  { noNullPrototype: true },
);

it('reads events as they were written', () => {
  fc.assert(
    fc.property(fc.array(event), (events) => {
      assert.deepEqual(decodeRecord(encodeRecord(events)), events);
    }),
  );
});

it('reads headers as they were written and rejects others', () => {
  const envelope = {
    projectNumber: 7,
    projectId: 'p',
    retentionDays: 30,
    receivedAtMs: 1_768_469_411_123,
    hash: 'h',
    bytes: 100,
    isFromServer: true,
    rejected: { too_long: 2 },
  };
  assert.deepEqual(readCaptureHeaders(captureHeaders(envelope)), envelope);
  const page = { ...envelope, isFromServer: false };
  assert.deepEqual(readCaptureHeaders(captureHeaders(page)), page);
  const { origin: _unknown, ...older } = captureHeaders(envelope);
  assert.equal(readCaptureHeaders(older).isFromServer, false);
  assert.throws(() => readCaptureHeaders({ ...captureHeaders(envelope), v: '2' }));
});
