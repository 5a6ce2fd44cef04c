import assert from 'node:assert/strict';
import { encodeRows } from '../../testing/encode.js';
import { ago, CONTEXT, logs, minutes, RECEIVED_AT_NS, SPAN_ID, TRACE_ID } from '../../testing/requests.js';

const severities: readonly [number: number, text: string, stored: number][] = [
  [9, 'ERROR', 9],
  [24, '', 24],
  [25, '', 0],
  [0, '', 0],
  [0, 'TRACE', 1],
  [0, 'Debug', 5],
  [0, 'info', 9],
  [0, 'INFORMATION', 9],
  [0, 'Notice', 10],
  [0, 'WARN', 13],
  [0, 'warning', 13],
  [0, 'Error', 17],
  [0, 'ERR', 17],
  [0, 'error3', 19],
  [0, 'CRITICAL', 21],
  [0, ' Fatal ', 21],
  [0, 'emergency', 21],
  [0, 'constructor', 0],
  [0, 'something else entirely', 0],
];
it('derives the severity number from the name when it is absent', () => {
  const rows = encodeRows('logs', 'logs', [
    logs(severities.map(([severityNumber, severityText]) => ({ severityNumber, severityText }))),
  ]);
  assert.deepEqual(
    rows.map((row) => [row['severity_text'], row['severity_number']]),
    severities.map(([, text, stored]) => [text, stored]),
  );
});

it('uses the time of the record, otherwise of its observation, otherwise of its receipt', () => {
  const received = String(RECEIVED_AT_NS);
  const rows = encodeRows('logs', 'logs', [
    logs([
      { timeUnixNano: ago(5), observedTimeUnixNano: ago(3) },
      { observedTimeUnixNano: ago(3) },
      { timeUnixNano: ago(5) },
      {},
    ]),
  ]);
  assert.deepEqual(
    rows.map((row) => [row['timestamp'], row['observed_timestamp']]),
    [
      [ago(5), ago(3)],
      [ago(3), ago(3)],
      [ago(5), received],
      [received, received],
    ],
  );
});

it('keeps a record with an id of the wrong length, without that id', () => {
  const rows = encodeRows('logs', 'logs', [
    logs([
      { traceId: TRACE_ID, spanId: SPAN_ID },
      { traceId: SPAN_ID, spanId: TRACE_ID },
    ]),
  ]);
  assert.deepEqual(
    rows.map((row) => [row['trace_id'], row['span_id']]),
    [
      [TRACE_ID.toString('hex'), SPAN_ID.toString('hex')],
      ['0'.repeat(32), '0'.repeat(16)],
    ],
  );
});

it('creates IDs that differ for every place in the log and in the request', () => {
  const old = { timeUnixNano: ago(minutes(60 * 24 * 40)) };
  const ids = [
    { ...CONTEXT },
    { ...CONTEXT, offset: CONTEXT.offset + 1 },
    { ...CONTEXT, offset: CONTEXT.offset + 2 ** 32 },
    { ...CONTEXT, partition: CONTEXT.partition + 1 },
  ].flatMap((context) =>
    encodeRows('logs', 'logs', [logs([{}, {}, old, {}])], context).map((row) => row['record_id'] as string),
  );
  assert.equal(new Set(ids).size, 12);
  assert.deepEqual(
    ids.slice(0, 3).map((id) => id.slice(-6)),
    ['000000', '000001', '000003'],
  );
  const alone = encodeRows('logs', 'logs', [logs([{}, {}, {}, {}])]).map((row) => row['record_id']);
  assert.equal(
    alone[3],
    ids[2],
    'rejected records count, so that the position is the same for every version of the rules',
  );
});
