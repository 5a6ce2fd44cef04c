import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { cpuBudget } from '@svc/test-servers';
import { prepareInline } from './prepare.js';

/** Nothing that a client sends may hold the event loop longer; a unit is a millisecond. */
const UNITS = 20;
/** The largest size that is translated on the event loop. */
const BYTES = 64 * 1024;
const CONTEXT = { receivedAtNs: BigInt(Date.now()) * 1_000_000n, retentionDays: 30 };
const TIME = Math.floor(Date.now() / 1000);
const PLACE = `"trace_id":"${'ab'.repeat(16)}","span_id":"${'cd'.repeat(8)}","start_timestamp":${TIME}`;

/** A text of the largest size, of as many units as fit between its start and its end. */
function fill(start: string, unit: string | ((index: number) => string), end: string): string {
  const parts: string[] = [];
  for (let size = start.length + end.length; ;) {
    const part = typeof unit === 'string' ? unit : unit(parts.length);
    size += part.length;
    if (size > BYTES) return `${start}${parts.join('').replace(/,$/, '')}${end}`;
    parts.push(part);
  }
}

/** An envelope with one item. */
const item = (type: string, ...payload: Parameters<typeof fill>): string => {
  const [start, unit, end] = payload;
  return fill(`{}\n{"type":"${type}"}\n${start}`, unit, end);
};
const event = (...content: Parameters<typeof fill>): string =>
  item('event', `{"platform":"python",${content[0]}`, content[1], `${content[2]}}`);
const exception = (start: string, unit: string | ((index: number) => string), end: string): string =>
  event(`"exception":{"values":[{"type":"E","value":"x",${start}`, unit, `${end}}]}`);
const frame = (index: number): string => `{"filename":"a${index}.py","function":"f${index}","lineno":${index}},`;
const nested = '{"a":'.repeat(12);

const bodies: readonly [string, string][] = [
  ['events', fill('{}\n', '{"type":"event"}\n{}\n', '')],
  ['events of hosts', fill('{}\n', (index) => `{"type":"event"}\n{"server_name":"h${index}"}\n`, '')],
  [
    'events after a long header',
    fill(`{"sdk":{"name":"${'n'.repeat(BYTES / 2)}"}}\n`, (index) => `{"type":"event"}\n{"dist":"${index}"}\n`, ''),
  ],
  ['messages', fill('{}\n', '{"type":"event"}\n{"message":"x","tags":{"a":"b"}}\n', '')],
  ['skipped items', fill('{}\n', '{"type":"session"}\n{}\n', '')],
  ['items without a payload', fill('{}\n', '{"type":"event","length":0}\n\n', '')],
  ['frames', exception('"stacktrace":{"frames":[', frame, ']}')],
  ['empty frames', exception('"stacktrace":{"frames":[', '{},', ']}')],
  ['frames of minified scripts', exception('"stacktrace":{"frames":[', '{"context_line":"{snip} a(b) {snip}"},', ']}')],
  ['lines of source', exception('"stacktrace":{"frames":[{"pre_context":[', '"x",', ']}]}')],
  ['local variables', exception('"stacktrace":{"frames":[{"vars":{', (index) => `"v${index}":1,`, '}}]}')],
  ['exceptions', event('"exception":{"values":[', '{"type":"E","value":"x"},', ']}')],
  [
    'a group of exceptions',
    event('"exception":{"values":[', (id) => `{"mechanism":{"exception_id":${id},"parent_id":0}},`, ']}'),
  ],
  ['threads', event('"threads":{"values":[', '{"crashed":true,"stacktrace":{"frames":[{}]}},', ']}')],
  ['a long message', exception('"value":"', 'Traceback (most recent call last):\\n  ', '"')],
  ['breadcrumbs', event('"breadcrumbs":{"values":[', '{"message":"x","data":{"a":1}},', ']}')],
  ['tags', event('"tags":{', (index) => `"t${index}":"x",`, '}')],
  ['pairs of tags', event('"tags":[', '["a","b"],', ']')],
  ['extra data', event('"extra":{', (index) => `"${index}":1,`, '}')],
  ['nested extra data', event('"extra":{', (index) => `"${index}":${nested}1${'}'.repeat(12)},`, '}')],
  ['extra data under a long name', event(`"extra":{"${'n'.repeat(200)}":{`, (index) => `"${index}":1,`, '}}')],
  ['contexts', event('"contexts":{', (index) => `"c${index}":{"a":1},`, '}')],
  ['images', event('"debug_meta":{"images":[', '{"type":"sourcemap","code_file":"a.js","debug_id":"x"},', ']}')],
  ['headers of a request', event('"request":{"headers":{', (index) => `"h${index}":"x",`, '}}')],
  ['a query', event('"request":{"query_string":[', '["a","b"],', ']}')],
  ['brackets', item('event', '', '[', '')],
  ['objects', item('event', '', '{"a":', '')],
  ['lists in extra data', event('"extra":{"a":', '[', '}')],
  ['logs', item('log', '{"items":[', `{"timestamp":${TIME},"level":"info","body":"x"},`, ']}')],
  ['logs of releases', item('log', '{"items":[', (n) => `{"attributes":{"sentry.release":{"value":"${n}"}}},`, ']}')],
  ['empty logs', item('log', '{"items":[', '{},', ']}')],
  ['attributes', item('log', '{"items":[{"attributes":{', (index) => `"a${index}":{"value":1},`, '}}]}')],
  ['a span', item('transaction', `{"contexts":{"trace":{${PLACE},"data":{`, (index) => `"a${index}":1,`, '}}}}')],
  [
    'spans',
    item(
      'transaction',
      '{"spans":[',
      `{${PLACE},"timestamp":${TIME},"op":"db","description":"SELECT * FROM a"},`,
      ']}',
    ),
  ],
  [
    'a long query',
    item('transaction', `{"spans":[{${PLACE},"timestamp":${TIME},"op":"db","description":"`, 'SELECT (', '"}]}'),
  ],
  ['invalid spans', item('transaction', '{"spans":[', '{},', ']}')],
  ['measurements', item('transaction', '{"measurements":{', (index) => `"m${index}":{"value":1},`, '}}')],
  ['spans of the second version', item('span', '{"items":[', `{${PLACE},"end_timestamp":${TIME},"name":"a"},`, ']}')],
  ['links', item('span', `{"items":[{${PLACE},"end_timestamp":${TIME},"links":[`, `{${PLACE}},`, ']}]}')],
  ['a report', item('client_report', '{"discarded_events":[', '{"reason":"x","quantity":1},', ']}')],
];

for (const [name, body] of bodies) {
  it(`holds the event loop for less than ${UNITS} ms with ${name} in an envelope`, async () => {
    const bytes = Buffer.from(body);
    assert.ok(bytes.length <= BYTES && bytes.length > BYTES / 2);
    await cpuBudget(name, UNITS, () => {
      try {
        prepareInline('logs', 'sentry-envelope', bytes, CONTEXT);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    });
  });
}
